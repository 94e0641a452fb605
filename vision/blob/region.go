package blob

// Regions visits the connected components of ink in a small patch, such as one face, whose rows are wide pixels long. Pixels that touch at corners
// are connected only if corners says so. visit gets the component and its pixels, which change with the next call; false ends the search.
func Regions(ink []bool, wide int, corners bool, visit func(c Component, pixels []int) bool) {
	neighbors := around[:4]
	if corners {
		neighbors = around[:]
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
			for _, d := range neighbors {
				u, v := x+d[0], y+d[1]
				if i := v*wide + u; u >= 0 && u < wide && i >= 0 && i < len(ink) && ink[i] {
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
