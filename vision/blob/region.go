package blob

// Regions visits the connected components of ink in a small patch, such as one face, whose rows are wide pixels long. Pixels that touch at corners
// are connected only if corners says so. visit gets the component and its pixels, which change with the next call; false ends the search.
func Regions(ink []bool, wide int, corners bool, visit func(c Component, pixels []int) bool) {
	neighbors := around[:4]
	if corners {
		neighbors = around[:]
	}
	steps := make([]int, len(neighbors))
	for k, d := range neighbors {
		steps[k] = d[1]*wide + d[0]
	}
	var pixels []int
	for start := range ink {
		if !ink[start] {
			continue
		}
		c := Component{wide, len(ink), 0, 0, 0}
		pixels = append(pixels[:0], start)
		ink[start] = false
		for k := 0; k < len(pixels); k++ {
			x, y := pixels[k]%wide, pixels[k]/wide
			c.add(Component{x, y, x + 1, y + 1, 1})
			inside := x > 0 && x < wide-1
			for n, step := range steps {
				i := pixels[k] + step
				if uint(i) < uint(len(ink)) && ink[i] && (inside || uint(x+neighbors[n][0]) < uint(wide)) {
					ink[i] = false
					pixels = append(pixels, i)
				}
			}
		}
		if !visit(c, pixels) {
			return
		}
	}
}

// around are the steps to a pixel's neighbors, those at its sides first.
var around = [8][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {-1, -1}, {1, -1}, {-1, 1}, {1, 1}}
