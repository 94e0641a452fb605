package glyph

// window is the square of the face that the net looks at, in working pixels: center and side.
type window struct{ x, y, size float32 }

// The window keeps near the middle and near a letter's usual size even if the box is wrong.
const (
	boxMargin  = 1.2
	minWindow  = 0.44 * side
	maxWindow  = 0.80 * side
	maxOffAxis = 0.12 * side
)

// box finds the big letter: the pieces of ink in the middle, without those that hang on the border.
// wide and high are its extents as shares of the side; both 0 if there is no ink.
func (k *ink) box() (w window, wide, high float32) {
	var seen [side * side]bool
	x0, y0, x1, y1 := side, side, -1, -1
	var stack [side * side]int16
	for _, i := range inMiddle {
		if seen[i] || k.pix[i] < 0.5 {
			continue
		}
		p := k.piece(int(i), &seen, &stack)
		if !p.belongs() {
			continue
		}
		x0, y0, x1, y1 = min(x0, p.x0), min(y0, p.y0), max(x1, p.x1), max(y1, p.y1)
	}
	if x1 < x0 {
		return window{half, half, 0.7 * side}, 0, 0
	}
	w.x = clamp(float32(x0+x1)/2, half-maxOffAxis, half+maxOffAxis)
	w.y = clamp(float32(y0+y1)/2, half-maxOffAxis, half+maxOffAxis)
	dx, dy := float32(x1-x0+1), float32(y1-y0+1)
	w.size = clamp(max(dx, dy)*boxMargin, minWindow, maxWindow)
	return w, dx / side, dy / side
}

// piece is one connected piece of ink within the middle.
type piece struct{ area, x0, y0, x1, y1 int }

// piece fills the piece of ink that holds pixel i.
func (k *ink) piece(i int, seen *[side * side]bool, stack *[side * side]int16) piece {
	p := piece{x0: side, y0: side, x1: -1, y1: -1}
	stack[0] = int16(i)
	seen[i] = true
	for n := 1; n > 0; {
		n--
		j := int(stack[n])
		x, y := j%side, j/side
		p.area++
		p.x0, p.y0, p.x1, p.y1 = min(p.x0, x), min(p.y0, y), max(p.x1, x), max(p.y1, y)
		// The middle never touches the face's border, so the four neighbors exist.
		for _, m := range [4]int{j - side, j - 1, j + 1, j + side} {
			if !seen[m] && middle[m] && k.pix[m] >= 0.5 {
				seen[m] = true
				stack[n] = int16(m)
				n++
			}
		}
	}
	return p
}

// belongs reports whether a piece is part of the big letter: it comes near the center, and it is no speck.
func (p piece) belongs() bool {
	const near = 0.22 * side
	dx := max(float64(p.x0)-half, half-float64(p.x1), 0)
	dy := max(float64(p.y0)-half, half-float64(p.y1), 0)
	return p.area >= 8 && max(dx, dy) < near
}

func clamp(v, low, high float32) float32 { return min(max(v, low), high) }
