package tileface

import (
	"math"
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/kernel"
)

// Square is the homography from a face's own coordinates (-0.5 to 0.5 along its sides, pitches) to the picture.
type Square struct{ H kernel.Square }

// SquareOf is the homography of a place's plane at a level, exact at the corners of its pitch.
func SquareOf(p *camerapose.Pose, at engine.Place, level float64) Square {
	c, r := float64(at.Col), float64(at.Row)
	a := p.Pixel(c-0.5, r-0.5, level)
	b := p.Pixel(c+0.5, r-0.5, level)
	d := p.Pixel(c+0.5, r+0.5, level)
	e := p.Pixel(c-0.5, r+0.5, level)
	return SquareOver(engine.Quad{a, b, d, e})
}

// SquareOver maps the unit square to a quadrilateral, in closed form (Heckbert 1989).
func SquareOver(q engine.Quad) Square {
	a, b, d, e := q[0], q[1], q[2], q[3]
	dx1, dx2, dx3 := b.X-d.X, e.X-d.X, a.X-b.X+d.X-e.X
	dy1, dy2, dy3 := b.Y-d.Y, e.Y-d.Y, a.Y-b.Y+d.Y-e.Y
	det := dx1*dy2 - dx2*dy1
	g := (dx3*dy2 - dx2*dy3) / det
	h := (dx1*dy3 - dx3*dy1) / det
	return Square{kernel.Square{b.X - a.X + g*b.X, e.X - a.X + h*e.X, a.X, b.Y - a.Y + g*b.Y, e.Y - a.Y + h*e.Y, a.Y, g, h}}
}

// Pixel is the pixel of a point of the face.
func (s *Square) Pixel(x, y float64) engine.Point {
	x, y = x+0.5, y+0.5
	w := 1 / (s.H[6]*x + s.H[7]*y + 1)
	return engine.Point{X: (s.H[0]*x + s.H[1]*y + s.H[2]) * w, Y: (s.H[3]*x + s.H[4]*y + s.H[5]) * w}
}

// SideAxes are, for top, right, bottom, left, the outward direction and the direction along the side.
var SideAxes = [4][2][2]float64{{{0, -1}, {1, 0}}, {{1, 0}, {0, 1}}, {{0, 1}, {1, 0}}, {{-1, 0}, {0, 1}}}

// strip is the affine approximation of the homography about a point of a side: d outward and a along lead to (x
// + d*ox + a*ax, y + d*oy + a*ay).
type strip struct{ x, y, ox, oy, ax, ay float64 }

// Strip is the affine approximation about the point d outward and a along of a side.
func (s *Square) Strip(axes [2][2]float64, d, a float64) strip {
	out, dir := axes[0], axes[1]
	x, y := d*out[0]+a*dir[0]+0.5, d*out[1]+a*dir[1]+0.5
	w := 1 / (s.H[6]*x + s.H[7]*y + 1)
	px, py := (s.H[0]*x+s.H[1]*y+s.H[2])*w, (s.H[3]*x+s.H[4]*y+s.H[5])*w
	xx, xy := (s.H[0]-s.H[6]*px)*w, (s.H[1]-s.H[7]*px)*w
	yx, yy := (s.H[3]-s.H[6]*py)*w, (s.H[4]-s.H[7]*py)*w
	m := strip{ox: xx*out[0] + xy*out[1], oy: yx*out[0] + yy*out[1], ax: xx*dir[0] + xy*dir[1], ay: yx*dir[0] + yy*dir[1]}
	m.x, m.y = px-a*m.ax, py-a*m.ay
	return m
}

// Inverse is how far outward and along a pixel lies.
func (m *strip) Inverse(p engine.Point) (d, a float64) {
	det := m.ox*m.ay - m.oy*m.ax
	x, y := p.X-m.x, p.Y-m.y
	return (x*m.ay - y*m.ax) / det, (y*m.ox - x*m.oy) / det
}

// OnFace is the index of the first point near the middle of a face; -1 if none is.
func OnFace(p *camerapose.Pose, at engine.Place, level int, points []engine.Point) int {
	q := SquareOf(p, at, float64(level))
	m := q.Strip(SideAxes[1], 0, 0)
	return slices.IndexFunc(points, func(point engine.Point) bool {
		x, y := m.Inverse(point)
		return math.Abs(x) < sameFaceReach && math.Abs(y) < sameFaceReach
	})
}

// sameFaceReach is the distance in the picture between the middles of one and the same face along either side,
// pitches, at most; hand-set.
const sameFaceReach = 0.3
