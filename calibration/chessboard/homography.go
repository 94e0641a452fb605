package chessboard

import (
	"gonum.org/v1/gonum/mat"

	"tilewatch/engine"
)

// Homography maps one plane to another; its rows are as usual, the last number is 1.
type Homography [9]float64

// Map is where a point comes to lie.
func (h *Homography) Map(p engine.Point) engine.Point {
	w := h[6]*p.X + h[7]*p.Y + h[8]
	return engine.Point{X: (h[0]*p.X + h[1]*p.Y + h[2]) / w, Y: (h[3]*p.X + h[4]*p.Y + h[5]) / w}
}

// Between is the homography that maps from to to, at least four points, as nearly as can be. ok is false when they lie on a line.
func Between(from, to []engine.Point) (h Homography, ok bool) {
	if len(from) < 4 || len(from) != len(to) {
		return h, false
	}
	a, b := mat.NewDense(2*len(from), 8, nil), mat.NewVecDense(2*len(from), nil)
	f, g := frameOf(from), frameOf(to)
	for i := range from {
		p, q := f.in(from[i]), g.in(to[i])
		a.SetRow(2*i, []float64{p.X, p.Y, 1, 0, 0, 0, -q.X * p.X, -q.X * p.Y})
		a.SetRow(2*i+1, []float64{0, 0, 0, p.X, p.Y, 1, -q.Y * p.X, -q.Y * p.Y})
		b.SetVec(2*i, q.X)
		b.SetVec(2*i+1, q.Y)
	}
	var x mat.VecDense
	if err := x.SolveVec(a, b); err != nil {
		return h, false
	}
	n := mat.NewDense(3, 3, []float64{x.AtVec(0), x.AtVec(1), x.AtVec(2), x.AtVec(3), x.AtVec(4), x.AtVec(5), x.AtVec(6), x.AtVec(7), 1})
	var inner, outer mat.Dense
	inner.Mul(n, mat.NewDense(3, 3, []float64{1 / f.scale, 0, -f.middle.X / f.scale, 0, 1 / f.scale, -f.middle.Y / f.scale, 0, 0, 1}))
	outer.Mul(mat.NewDense(3, 3, []float64{g.scale, 0, g.middle.X, 0, g.scale, g.middle.Y, 0, 0, 1}), &inner)
	last := outer.At(2, 2)
	if last == 0 {
		return h, false
	}
	for i := range h {
		h[i] = outer.At(i/3, i%3) / last
	}
	return h, true
}

// frame makes points small numbers around zero, for the equations' sake.
type frame struct {
	middle engine.Point
	scale  float64
}

func frameOf(points []engine.Point) frame {
	f := frame{}
	for _, p := range points {
		f.middle.X += p.X / float64(len(points))
		f.middle.Y += p.Y / float64(len(points))
	}
	for _, p := range points {
		f.scale += dist(p, f.middle) / float64(len(points))
	}
	if f.scale == 0 {
		f.scale = 1
	}
	return f
}

func (f *frame) in(p engine.Point) engine.Point {
	return engine.Point{X: (p.X - f.middle.X) / f.scale, Y: (p.Y - f.middle.Y) / f.scale}
}
