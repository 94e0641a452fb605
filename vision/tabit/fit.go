package tabit

import (
	"math"

	"tilewatch/engine"
	"tilewatch/vision/linear"
)

// The unknowns of a board: homography, layout and lens distortion.
const (
	innerUnknown = 8
	outerUnknown = 9
	lensUnknown  = 10
	unknowns     = 11
)

// Limits of the fit.
const (
	fitRounds   = 8
	huberDelta  = 0.05 // steps: residuals above it count linearly (Huber loss)
	layoutSigma = 0.15 // steps: standard deviation of the layout's prior
	lensSigma   = 0.03
)

// The fit's arithmetic, hand-set.
const (
	priorVariance  = 1e-4 // square steps: of a residual, against which the priors weigh
	derivativeStep = 1e-5 // of an unknown's size, for its numeric derivative
	leastUnknown   = 1e-3 // the size of unknowns near zero
	fitDamping     = 1e-6 // of the normal equations' diagonal (Levenberg and Marquardt, constant)
	leastDiagonal  = 1e-12
	leastGain      = 1e-7 // of the cost, square steps, for another round
)

// parameters are the unknowns: homography, layout, distortion.
func (b *board) parameters() (v [unknowns]float64) {
	copy(v[:], b.plane.Map[:])
	v[innerUnknown], v[outerUnknown], v[lensUnknown] = b.inner, b.outer, b.lens.k
	return v
}

// setParameters sets the unknowns.
func (b *board) setParameters(v [unknowns]float64) {
	copy(b.plane.Map[:], v[:8])
	b.inner, b.outer, b.lens.k = v[innerUnknown], v[outerUnknown], v[lensUnknown]
}

// fit refines the board: Gauss-Newton from the given one.
func (b *board) fit() {
	for range fitRounds {
		if !b.gaussNewtonStep() {
			break
		}
	}
	b.residual = b.rmsResidual()
}

// gaussNewtonStep takes one Gauss-Newton step with numeric derivatives and Huber weights; false if it gains nothing more.
func (b *board) gaussNewtonStep() bool {
	v := b.parameters()
	normal := linear.NewNormal(unknowns)
	base := b.residuals()
	var slope [unknowns][]float64
	for p := range unknowns {
		moved := *b
		w := v
		d := derivativeStep * max(math.Abs(v[p]), leastUnknown)
		w[p] += d
		moved.setParameters(w)
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
		normal.Add(row, -r, 1/max(1, math.Abs(r)/huberDelta))
	}
	// The priors decide where the spots do not.
	n := float64(len(base))
	for _, prior := range []struct {
		at          int
		mean, sigma float64
	}{{innerUnknown, usual.inner, layoutSigma}, {outerUnknown, usual.outer, layoutSigma}, {lensUnknown, 0, lensSigma}} {
		normal.AddOne(prior.at, prior.mean-v[prior.at], priorVariance*n/(prior.sigma*prior.sigma))
	}
	normal = normal.Damped(fitDamping)
	for p := range unknowns {
		normal.AddOne(p, 0, leastDiagonal)
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
	next.setParameters(w)
	gain := b.cost() - next.cost()
	if !(gain > 0) {
		return false
	}
	*b = next
	return gain > leastGain
}

// residuals are the offsets of the spots from their boxes, in steps at each box.
func (b *board) residuals() []float64 {
	out := make([]float64, 0, 2*boxes)
	for i, k := range b.spotAt {
		if k < 0 {
			continue
		}
		at := b.layout.at(siteOf(i))
		want, step, is := b.pixel(at), b.plane.step(at), b.spots[k].mid
		out = append(out, (is.X-want.X)/step, (is.Y-want.Y)/step)
	}
	return out
}

// cost is the Huber loss of the residuals, square steps, and that of the priors.
func (b *board) cost() float64 {
	sum := 0.0
	for _, r := range b.residuals() {
		if r = math.Abs(r); r > huberDelta {
			sum += 2*huberDelta*r - huberDelta*huberDelta
		} else {
			sum += r * r
		}
	}
	n := float64(2 * b.assigned)
	for _, p := range [][3]float64{{b.inner, usual.inner, layoutSigma}, {b.outer, usual.outer, layoutSigma}, {b.lens.k, 0, lensSigma}} {
		d := (p[0] - p[1]) / p[2]
		sum += priorVariance * n * d * d
	}
	return sum
}

// rmsResidual is the root mean square distance of a spot from its box, in steps.
func (b *board) rmsResidual() float64 {
	sum, n := 0.0, 0
	for _, r := range b.residuals() {
		sum += r * r
		n++
	}
	return math.Sqrt(2 * sum / float64(max(n, 1)))
}

// outline is a rectangle around a point of the board in the picture, its upper left corner first as the player at the seat sees it. Lengths are in steps.
func (b *board) outline(mid engine.Point, wide, high float64, seat int) engine.Quad {
	var q engine.Quad
	for i, c := range [4]engine.Point{{X: -wide / 2, Y: -high / 2}, {X: wide / 2, Y: -high / 2}, {X: wide / 2, Y: high / 2}, {X: -wide / 2, Y: high / 2}} {
		c = turned(c, seat)
		q[i] = b.pixel(engine.Point{X: mid.X + c.X, Y: mid.Y + c.Y})
	}
	return q
}
