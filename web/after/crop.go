package after

import (
	"fmt"

	"tilewatch/web/svg"
)

// corners are the outlines of tiles in a picture, in pixels.
type corners [][4][2]float64

// crop is a part of a picture, in pixels.
type crop struct{ X, Y, Width, Height float64 }

// crop is the part that holds all of the tiles with a margin, not narrower than is good to look at. Without tiles it is
// the whole picture.
func (c corners) crop(width, height float64) crop {
	if len(c) == 0 || width <= 0 || height <= 0 {
		return crop{0, 0, width, height}
	}
	low, high := c[0][0], c[0][0]
	for _, quad := range c {
		for _, p := range quad {
			low = [2]float64{min(low[0], p[0]), min(low[1], p[1])}
			high = [2]float64{max(high[0], p[0]), max(high[1], p[1])}
		}
	}
	x, w := widened(low[0], high[0], width)
	y, h := widened(low[1], high[1], height)
	if narrow := w * 0.5; h < narrow {
		y, h = around(y+h/2, narrow, height)
	}
	if narrow := h * 0.75; w < narrow {
		x, w = around(x+w/2, narrow, width)
	}
	return crop{x, y, w, h}
}

// widened is the range with a margin, within the picture's side, and at least a third of it.
func widened(low, high, side float64) (from, size float64) {
	return around((low+high)/2, max((high-low)*1.16, side/3), side)
}

// around is a range of that size about the middle, moved into the picture's side.
func around(middle, size, side float64) (from, length float64) {
	size = min(size, side)
	return min(max(middle-size/2, 0), side-size), size
}

// String is the crop as a drawing's view box.
func (c crop) String() string {
	return fmt.Sprintf("%s %s %s %s", svg.Num(c.X), svg.Num(c.Y), svg.Num(c.Width), svg.Num(c.Height))
}
