package camerapose

import (
	"tilewatch/engine"
)

// Correspondence is a point of the lattice and where the picture shows it.
type Correspondence struct {
	Col, Row, Level float64      // pitches, pitches, tiles
	At              engine.Point // pixels
	Nx, Ny          float64      // unit normal of an edge, which leaves the position along the edge free; zero for a point
	Weight          float64      // 1/sigma, per pixel
}

// Fit moves the pose to the least cost: Levenberg-Marquardt over the six numbers of the pose and the free
// intrinsics, with the Geman-McClure loss. hold is the weight of the table's direction, 1/radian. It returns the
// mean robust squared residual.
func (p *Pose) Fit(observations []Correspondence, hold float64, rounds int) float64 {
	var middle Vec3
	for _, s := range observations {
		middle = middle.Add(p.Camera(s.Col, s.Row, s.Level).Scale(1 / float64(len(observations))))
	}
	start := p.Table
	lambda := firstDamping
	cost := p.cost(observations, start, hold)
	for range rounds {
		n := p.NormalEquations(observations, middle, start, hold)
		improved := false
		for range dampings {
			m := n.A
			for i := range p.Numbers() {
				m[i][i] *= 1 + lambda
			}
			d, ok := Solve(&m, n.B, n.Numbers)
			if !ok {
				lambda *= singularDamping
				continue
			}
			q := p.Moved(d, middle)
			if c := q.cost(observations, start, hold); c < cost {
				improved = cost-c > leastGain*cost
				*p, cost = q, c
				lambda = max(lambda/lessDamping, leastDamping)
				break
			}
			lambda *= moreDamping
		}
		if !improved {
			break
		}
	}
	return cost / float64(max(1, len(observations)))
}

// Damping of Levenberg-Marquardt, hand-set. It steers the way to the minimum, not the minimum.
const (
	firstDamping    = 1e-3
	leastDamping    = 1e-9
	lessDamping     = 5    // after a step that lowers the cost
	moreDamping     = 8    // after one that does not
	singularDamping = 10   // after a singular system
	dampings        = 6    // tried a round
	leastGain       = 1e-6 // of the cost; a smaller one ends the fit
)

// lossScale is the residual, in standard deviations, beyond which an observation counts as an outlier more and more;
// hand-set.
const lossScale = 3.0

// GemanMcClure is the loss of a weighted residual (Geman and McClure 1985), and the weight of iteratively
// reweighted least squares.
func GemanMcClure(r float64) (loss, weight float64) {
	k := 1 / (1 + r*r/(lossScale*lossScale))
	return r * r * k, k * k
}

// Residuals of one observation: two for a point, one for an edge.
func (p *Pose) Residuals(s *Correspondence) (a, b float64, n int) {
	px := p.Pixel(s.Col, s.Row, s.Level)
	dx, dy := (px.X-s.At.X)*s.Weight, (px.Y-s.At.Y)*s.Weight
	if s.Nx == 0 && s.Ny == 0 {
		return dx, dy, 2
	}
	return dx*s.Nx + dy*s.Ny, 0, 1
}

// cost is twice the negative log posterior, up to a constant: robust squared residuals and priors.
func (p *Pose) cost(observations []Correspondence, start Vec3, hold float64) float64 {
	sum := p.robustCost(observations) + p.PriorCost()
	if p.Prior != nil {
		return sum + p.Prior.Mahalanobis(p)
	}
	c := start.Cross(p.Z)
	return sum + hold*hold*c.Dot(c)
}

// NormalEquations are the normal equations of one Gauss-Newton step.
func (p *Pose) NormalEquations(observations []Correspondence, middle, start Vec3, hold float64) (n NormalEquations) {
	n.Numbers = p.Numbers()
	n.addSights(p, observations, &middle)
	errors, slopes := p.PlaneResiduals(middle, start, hold)
	for i, e := range errors {
		var j Delta
		for k := range slopes {
			j[k] = slopes[k][i]
		}
		n.Add(e, 1, &j)
	}
	if p.Unmeasured != nil {
		for i, e := range p.PriorResiduals() {
			j := Delta{}
			j[PoseNumbers+i] = 1 / p.Unmeasured.Sigma[i]
			n.Add(e, 1, &j)
		}
	}
	n.Mirror()
	return n
}

// PlaneResiduals are the errors of the pose's plane, each of unit variance, and their derivatives by small turns
// about a point and by shifts. Without a prior only the direction counts, with weight hold, 1/radian.
func (p *Pose) PlaneResiduals(middle, start Vec3, hold float64) (errors Vec3, by [6]Vec3) {
	if p.Prior != nil {
		return p.Prior.residuals(p), p.Prior.jacobian(p, middle)
	}
	for k := range 3 {
		var axis Vec3
		axis[k] = 1
		by[k] = start.Cross(axis.Cross(p.Z)).Scale(hold)
	}
	return start.Cross(p.Z).Scale(hold), by
}
