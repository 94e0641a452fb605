package retold

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"tilewatch/engine"
	"tilewatch/web/svg"
)

// Corners are the outlines of tiles in a picture, in pixels.
type Corners [][4][2]float64

// Crop is a part of a picture, in pixels.
type Crop struct{ X, Y, Width, Height float64 }

// Crop is the part that holds all of the tiles with a margin, not narrower than is good to look at. Without tiles it is
// the whole picture.
func (c Corners) Crop(width, height float64) Crop {
	if len(c) == 0 || width <= 0 || height <= 0 {
		return Crop{0, 0, width, height}
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
	return Crop{x, y, w, h}
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
func (c Crop) String() string {
	return fmt.Sprintf("%s %s %s %s", svg.Num(c.X), svg.Num(c.Y), svg.Num(c.Width), svg.Num(c.Height))
}

// Outline is a tile in a picture, with its letter.
type Outline struct {
	Points string
	Color  engine.Color
	Letter string
	X, Y   string
	Size   string
	At     string // its place, where a tap on it asks; else empty
	Doubt  bool
}

// View is one photo with what was seen in it.
type View struct {
	Width, Height int
	Crop          Crop // the part of the photo with the tiles
	Outlines      []Outline
	Arrow         string // its corners as an SVG polygon's: from where one more photo tells most; else empty
}

// OutlineOf is the outline of a tile by its corners.
func OutlineOf(quad [4][2]float64, c engine.Color, letter string) Outline {
	var points []string
	var x, y, high float64
	for i, p := range quad {
		points = append(points, svg.Num(p[0])+","+svg.Num(p[1]))
		x, y = x+p[0]/4, y+p[1]/4
		next := quad[(i+1)%4]
		high += (math.Abs(next[0]-p[0]) + math.Abs(next[1]-p[1])) / 4
	}
	return Outline{Points: strings.Join(points, " "), Color: c, Letter: letter, X: svg.Num(x), Y: svg.Num(y + high*0.18), Size: svg.Num(high * 0.5)}
}

// Of an arrow, by its length.
const (
	arrowShaft = 0.05 // half the width
	arrowHead  = 0.3  // its length
	arrowWide  = 0.16 // half its width
)

// ArrowOf are the corners of an arrow.
func ArrowOf(from, to [2]float64) string {
	along := [2]float64{to[0] - from[0], to[1] - from[1]}
	var points []string
	for _, p := range [][2]float64{{0, arrowShaft}, {1 - arrowHead, arrowShaft}, {1 - arrowHead, arrowWide}, {1, 0}, {1 - arrowHead, -arrowWide}, {1 - arrowHead, -arrowShaft}, {0, -arrowShaft}} {
		points = append(points, svg.Num(from[0]+p[0]*along[0]-p[1]*along[1])+","+svg.Num(from[1]+p[0]*along[1]+p[1]*along[0]))
	}
	return strings.Join(points, " ")
}

// ErrTooLarge says that no photo has such a size.
var ErrTooLarge = errors.New("the photo's size is out of range")

// mostPixels is how many a photo's side may have.
const mostPixels = 30000

// TooLarge reports whether no photo has that size.
func TooLarge(width, height int) bool {
	return min(width, height) < 0 || max(width, height) > mostPixels
}
