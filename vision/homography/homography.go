// Package homography fits homographies: the maps of a plane, such as the lattice of a board, to its picture in perspective. A Map is eight
// numbers of a 3 x 3 matrix; it takes columns and rows of the lattice to pixels.
package homography

import (
	"math"

	"tilewatch/engine"
	"tilewatch/vision/linear"
)

// Map is a homography from points of a plane to the picture: the eight numbers h0 to h7 of its matrix, row by row; the ninth is 1.
// The plane's x runs along a lattice's columns, its y along the rows.
type Map [8]float64

// At is where the picture shows a point of the plane.
func (m *Map) At(x, y float64) engine.Point {
	w := m[6]*x + m[7]*y + 1
	return engine.Point{X: (m[0]*x + m[1]*y + m[2]) / w, Y: (m[3]*x + m[4]*y + m[5]) / w}
}

// Back is the point of the plane that the picture shows at p; false if the map has no inverse, or p lies beyond the plane's horizon.
func (m *Map) Back(p engine.Point) (x, y float64, ok bool) {
	a, b, c, d := m[0]-m[6]*p.X, m[1]-m[7]*p.X, m[3]-m[6]*p.Y, m[4]-m[7]*p.Y
	det := a*d - b*c
	if det == 0 {
		return 0, 0, false
	}
	u, v := p.X-m[2], p.Y-m[5]
	x, y = (u*d-b*v)/det, (a*v-u*c)/det
	return x, y, m[6]*x+m[7]*y+1 > 0
}

// Shifted is the map of a plane whose origin lies at (x, y) of this one's.
func (m *Map) Shifted(x, y float64) Map {
	w := m[6]*x + m[7]*y + 1
	return Map{
		m[0] / w, m[1] / w, (m[0]*x + m[1]*y + m[2]) / w,
		m[3] / w, m[4] / w, (m[3]*x + m[4]*y + m[5]) / w, m[6] / w, m[7] / w,
	}
}

// Turned is the map of a plane that is turned by a quarter: its x runs along this one's y.
func (m *Map) Turned() Map { return Map{-m[1], m[0], m[2], -m[4], m[3], m[5], -m[7], m[6]} }

// Affine is the map of the plane with an origin in the picture and a step along each axis.
func Affine(origin, x, y engine.Point) Map { return Map{x.X, y.X, origin.X, x.Y, y.Y, origin.Y, 0, 0} }

// OfSquare maps the unit square (top-left at 0, 0) to a quadrilateral, exactly (Heckbert 1989); three corners of one in a line give an affine map.
func OfSquare(q engine.Quad) Map {
	sub := func(a, b engine.Point) engine.Point { return engine.Point{X: a.X - b.X, Y: a.Y - b.Y} }
	cross := func(a, b engine.Point) float64 { return a.X*b.Y - a.Y*b.X }
	u, v := sub(q[0], q[1]), sub(q[2], q[3])
	s := engine.Point{X: u.X + v.X, Y: u.Y + v.Y}
	d1, d2 := sub(q[1], q[2]), sub(q[3], q[2])
	g, h := 0.0, 0.0
	if det := cross(d1, d2); math.Abs(det) > 1e-9 {
		g, h = cross(s, d2)/det, cross(d1, s)/det
	}
	return Map{
		q[1].X - q[0].X + g*q[1].X, q[3].X - q[0].X + h*q[3].X, q[0].X,
		q[1].Y - q[0].Y + g*q[1].Y, q[3].Y - q[0].Y + h*q[3].Y, q[0].Y, g, h,
	}
}

// Pair is a point of the plane and where the picture shows it.
type Pair struct {
	X, Y   float64 // in the plane
	At     engine.Point
	Weight float64 // inverse variance
}

// Fit is the least-squares map of the pairs (direct linear transform with Hartley's normalization of the picture's side); without
// perspective it is affine. False if the pairs do not determine it.
func Fit(pairs []Pair, perspective bool) (Map, bool) {
	f := normalization(pairs)
	unknowns := 6
	if perspective {
		unknowns = 8
	}
	normal := linear.NewNormal(unknowns)
	for _, p := range pairs {
		u, v := (p.At.X-f.x)/f.scale, (p.At.Y-f.y)/f.scale
		rowU := [8]float64{p.X, p.Y, 1, 0, 0, 0, -p.X * u, -p.Y * u}
		rowV := [8]float64{0, 0, 0, p.X, p.Y, 1, -p.X * v, -p.Y * v}
		normal.Add(rowU[:unknowns], u, p.Weight)
		normal.Add(rowV[:unknowns], v, p.Weight)
	}
	solved, ok := normal.Solve()
	if !ok {
		return Map{}, false
	}
	var m Map
	copy(m[:], solved)
	return Map{
		f.scale*m[0] + f.x*m[6], f.scale*m[1] + f.x*m[7], f.scale*m[2] + f.x,
		f.scale*m[3] + f.y*m[6], f.scale*m[4] + f.y*m[7], f.scale*m[5] + f.y, m[6], m[7],
	}, true
}

// frame are coordinates of the picture in which the points lie around zero at about one.
type frame struct{ x, y, scale float64 }

// normalization is the weighted mean of the pairs' points in the picture, and their mean distance from it.
func normalization(pairs []Pair) frame {
	var f frame
	sum := 0.0
	for _, p := range pairs {
		f.x, f.y, sum = f.x+p.Weight*p.At.X, f.y+p.Weight*p.At.Y, sum+p.Weight
	}
	f.x, f.y = f.x/sum, f.y/sum
	for _, p := range pairs {
		f.scale += p.Weight * math.Hypot(p.At.X-f.x, p.At.Y-f.y) / sum
	}
	f.scale = max(f.scale, 1e-9)
	return f
}
