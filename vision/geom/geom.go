// Package geom is the arithmetic of points in the picture and of vectors in space that the games share: points in pixels, x
// right and y down, vectors in whatever unit their caller measures space.
package geom

import (
	"math"

	"tilewatch/engine"
)

// Add is p + q.
func Add(p, q engine.Point) engine.Point { return engine.Point{X: p.X + q.X, Y: p.Y + q.Y} }

// Sub is p - q.
func Sub(p, q engine.Point) engine.Point { return engine.Point{X: p.X - q.X, Y: p.Y - q.Y} }

// Scale is k p.
func Scale(p engine.Point, k float64) engine.Point { return engine.Point{X: k * p.X, Y: k * p.Y} }

// Cross is the z of the cross product: positive if q lies clockwise of p as the picture shows them, less than half a turn away.
func Cross(p, q engine.Point) float64 { return p.X*q.Y - p.Y*q.X }

// Length is the length of p.
func Length(p engine.Point) float64 { return math.Hypot(p.X, p.Y) }

// Dist is the distance between p and q.
func Dist(p, q engine.Point) float64 { return math.Hypot(p.X-q.X, p.Y-q.Y) }

// Similar reports whether the ratio of two lengths, the larger to the smaller, is less than a limit.
func Similar(a, b, ratio float64) bool { return a < ratio*b && b < ratio*a }

// Vec is a vector in space.
type Vec [3]float64

// Add is a + b.
func (a Vec) Add(b Vec) Vec { return Vec{a[0] + b[0], a[1] + b[1], a[2] + b[2]} }

// Scale is k a.
func (a Vec) Scale(k float64) Vec { return Vec{a[0] * k, a[1] * k, a[2] * k} }

// Dot is the dot product.
func (a Vec) Dot(b Vec) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }

// Norm is the length.
func (a Vec) Norm() float64 { return math.Sqrt(a.Dot(a)) }

// Unit is the vector of length 1 in the same direction.
func (a Vec) Unit() Vec { return a.Scale(1 / a.Norm()) }

// Cross is the cross product.
func (a Vec) Cross(b Vec) Vec {
	return Vec{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

// Turned is the vector turned by a rotation vector (Rodrigues' formula): its direction is the axis, its length the angle.
func (a Vec) Turned(by Vec) Vec {
	angle := by.Norm()
	if !(angle > 1e-12) {
		return a
	}
	axis := by.Scale(1 / angle)
	s, c := math.Sincos(angle)
	return a.Scale(c).Add(axis.Cross(a).Scale(s)).Add(axis.Scale(axis.Dot(a) * (1 - c)))
}

// Middle is the mean of a quadrilateral's corners.
func Middle(q engine.Quad) engine.Point {
	return Scale(Add(Add(q[0], q[1]), Add(q[2], q[3])), 0.25)
}

// Square is the square of a half side about its middle, turned clockwise as the picture shows it by radians: its corners from the upper left on.
func Square(middle engine.Point, half, turn float64) engine.Quad {
	sin, cos := math.Sincos(turn)
	x, y := engine.Point{X: half * cos, Y: half * sin}, engine.Point{X: -half * sin, Y: half * cos}
	return engine.Quad{Sub(Sub(middle, x), y), Sub(Add(middle, x), y), Add(Add(middle, x), y), Add(Sub(middle, x), y)}
}
