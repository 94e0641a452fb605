package svg

import (
	"image"
	"image/color"
	"image/draw"
	"math"

	"github.com/srwiley/rasterx"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// scanner fills paths in plain colors. Unlike the library's own it touches only the pixels around a path, which makes
// a board of many small shapes some fifty times faster.
type scanner struct {
	on     *image.RGBA
	ink    image.Uniform
	r      vector.Rasterizer
	steps  []step
	extent fixed.Rectangle26_6
}

// step is a point of the path; begins a contour or goes on with one.
type step struct {
	to     fixed.Point26_6
	begins bool
}

var _ rasterx.Scanner = (*scanner)(nil)

func newScanner(on *image.RGBA) *scanner {
	s := &scanner{on: on}
	s.Clear()
	return s
}

func (s *scanner) Start(a fixed.Point26_6) { s.add(step{a, true}) }
func (s *scanner) Line(b fixed.Point26_6)  { s.add(step{b, false}) }

func (s *scanner) add(n step) {
	s.steps = append(s.steps, n)
	s.extent.Min.X, s.extent.Min.Y = min(s.extent.Min.X, n.to.X), min(s.extent.Min.Y, n.to.Y)
	s.extent.Max.X, s.extent.Max.Y = max(s.extent.Max.X, n.to.X), max(s.extent.Max.Y, n.to.Y)
}

// Draw fills what the path encloses, where it lies in the picture.
func (s *scanner) Draw() {
	if len(s.steps) == 0 {
		return
	}
	e := s.extent
	box := image.Rect(e.Min.X.Floor(), e.Min.Y.Floor(), e.Max.X.Ceil()+1, e.Max.Y.Ceil()+1)
	if box.Intersect(s.on.Rect).Empty() {
		return
	}
	if box.Dx() > 2*MaxSide || box.Dy() > 2*MaxSide { // a path that leaves the picture by far
		box = s.on.Rect
	}
	s.r.Reset(box.Dx(), box.Dy())
	s.r.DrawOp = draw.Over
	for _, n := range s.steps {
		x, y := float32(n.to.X)/64-float32(box.Min.X), float32(n.to.Y)/64-float32(box.Min.Y)
		if n.begins {
			s.r.MoveTo(x, y)
		} else {
			s.r.LineTo(x, y)
		}
	}
	if box.In(s.on.Rect) {
		s.r.Draw(s.on, box, &s.ink, image.Point{})
		return
	}
	// The rasterizer cannot begin outside the picture, so it draws a mask that is cut off.
	mask := image.NewAlpha(image.Rect(0, 0, box.Dx(), box.Dy()))
	s.r.Draw(mask, mask.Rect, image.Opaque, image.Point{})
	draw.DrawMask(s.on, box, &s.ink, image.Point{}, mask, image.Point{}, draw.Over)
}

func (s *scanner) Clear() {
	const far = fixed.Int26_6(math.MaxInt32)
	s.steps = s.steps[:0]
	s.extent = fixed.Rectangle26_6{Min: fixed.Point26_6{X: far, Y: far}, Max: fixed.Point26_6{X: -far, Y: -far}}
}

// SetColor takes plain colors; we write no gradients, which would be black.
func (s *scanner) SetColor(c any) {
	if plain, ok := c.(color.Color); ok {
		s.ink.C = plain
		return
	}
	s.ink.C = color.Black
}

func (s *scanner) GetPathExtent() fixed.Rectangle26_6 { return s.extent }

// SetBounds, SetWinding and SetClip change nothing: the picture is the bound, the winding never even-odd, and nothing
// is clipped.
func (s *scanner) SetBounds(int, int)      {}
func (s *scanner) SetWinding(bool)         {}
func (s *scanner) SetClip(image.Rectangle) {}
