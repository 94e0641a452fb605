package tabit

import (
	"math"

	"tilewatch/engine"
	"tilewatch/vision/linear"
)

// The unknowns of a board: homography, layout and lens distortion.
const (
	innerAt  = 8
	outerAt  = 9
	lensAt   = 10
	unknowns = 11
)

// Limits of the fit.
const (
	fitRounds   = 8
	heavy       = 0.05 // steps: residuals above it weigh less (Huber)
	layoutSlack = 0.15 // steps, standard deviation of a layout
	lensSlack   = 0.03
)

func (b *board) vector() (v [unknowns]float64) {
	copy(v[:], b.plane.Map[:])
	v[innerAt], v[outerAt], v[lensAt] = b.inner, b.outer, b.lens.k
	return v
}

// take sets the unknowns.
func (b *board) take(v [unknowns]float64) {
	copy(b.plane.Map[:], v[:8])
	b.inner, b.outer, b.lens.k = v[innerAt], v[outerAt], v[lensAt]
}

// fit moves the board so that its boxes lie nearest to their spots.
func (b *board) fit() {
	for range fitRounds {
		if !b.improve() {
			break
		}
	}
	b.offset = b.misfit()
}

// improve takes one Gauss-Newton step with numeric derivatives and Huber weights; false when there is nothing to gain.
func (b *board) improve() bool {
	v := b.vector()
	normal := linear.NewNormal(unknowns)
	base := b.residuals()
	var slope [unknowns][]float64
	for p := range unknowns {
		moved := *b
		w := v
		d := 1e-5 * max(math.Abs(v[p]), 1e-3)
		w[p] += d
		moved.take(w)
		slope[p] = moved.residuals()
		for i := range base {
			slope[p][i] = (slope[p][i] - base[i]) / d
		}
	}
	row := make([]float64, unknowns)
	for i, r := range base {
		for p := range unknowns {
			row[p] = slope[p][i]
		}
		normal.Add(row, -r, 1/max(1, math.Abs(r)/heavy))
	}
	// What is usual holds where the spots do not tell.
	n := float64(len(base))
	for _, prior := range []struct {
		at           int
		usual, slack float64
	}{{innerAt, usual.inner, layoutSlack}, {outerAt, usual.outer, layoutSlack}, {lensAt, 0, lensSlack}} {
		normal.AddOne(prior.at, prior.usual-v[prior.at], 1e-4*n/(prior.slack*prior.slack))
	}
	normal = normal.Damped(1e-6)
	for p := range unknowns {
		normal.AddOne(p, 0, 1e-12)
	}
	x, ok := normal.Solve()
	if !ok {
		return false
	}
	next := *b
	w := v
	for p := range w {
		w[p] += x[p]
	}
	next.take(w)
	gain := b.cost() - next.cost()
	if !(gain > 0) {
		return false
	}
	*b = next
	return gain > 1e-7
}

// residuals are the offsets of the spots from their boxes, in steps at each box.
func (b *board) residuals() []float64 {
	out := make([]float64, 0, 2*boxes)
	for i, k := range b.at {
		if k < 0 {
			continue
		}
		at := b.layout.at(siteOf(i))
		want, step, is := b.pixel(at), b.plane.step(at), b.seen[k].mid
		out = append(out, (is.X-want.X)/step, (is.Y-want.Y)/step)
	}
	return out
}

func (b *board) cost() float64 {
	sum := 0.0
	for _, r := range b.residuals() {
		if r = math.Abs(r); r > heavy {
			sum += 2*heavy*r - heavy*heavy
		} else {
			sum += r * r
		}
	}
	n := float64(2 * b.found)
	for _, p := range [][3]float64{{b.inner, usual.inner, layoutSlack}, {b.outer, usual.outer, layoutSlack}, {b.lens.k, 0, lensSlack}} {
		d := (p[0] - p[1]) / p[2]
		sum += 1e-4 * n * d * d
	}
	return sum
}

func (b *board) misfit() float64 {
	sum, n := 0.0, 0
	for _, r := range b.residuals() {
		sum += r * r
		n++
	}
	return math.Sqrt(2 * sum / float64(max(n, 1)))
}

// outline is the quadrilateral of so wide and high a rectangle around a point of the board, as the reader of a seat sees it.
func (b *board) outline(mid engine.Point, wide, high float64, seat int) engine.Quad {
	var q engine.Quad
	for i, c := range [4]engine.Point{{X: -wide / 2, Y: -high / 2}, {X: wide / 2, Y: -high / 2}, {X: wide / 2, Y: high / 2}, {X: -wide / 2, Y: high / 2}} {
		c = turned(c, seat)
		q[i] = b.pixel(engine.Point{X: mid.X + c.X, Y: mid.Y + c.Y})
	}
	return q
}
