package lens

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"tilewatch/calibration"
	"tilewatch/engine"
)

// intrinsics are fx fy cx cy k1 k2 p1 p2 k3.
type intrinsics [9]float64

// extrinsics are where a board lies: a rotation vector and a shift.
type extrinsics struct{ rotation, shift [3]float64 }

func intrinsicsOf(c *calibration.Camera) intrinsics {
	return intrinsics{c.K[0][0], c.K[1][1], c.K[0][2], c.K[1][2], c.Dist[0], c.Dist[1], c.Dist[2], c.Dist[3], c.Dist[4]}
}

func (x *intrinsics) camera(width, height int) *calibration.Camera {
	return &calibration.Camera{Width: width, Height: height, K: [3][3]float64{{x[0], 0, x[2]}, {0, x[1], x[3]}, {0, 0, 1}},
		Dist: [5]float64{x[4], x[5], x[6], x[7], x[8]}}
}

// problem is which points of the board lie where in which view.
type problem struct {
	board         []engine.Point
	views         [][]engine.Point
	width, height int
}

// solution is a camera and the boards' poses that explain the views.
type solution struct {
	inner  intrinsics
	poses  []extrinsics
	square []float64 // squared distances, summed by view
	points int       // in each view
	sigma  intrinsics
}

func (s *solution) rms() float64 {
	sum := 0.0
	for _, v := range s.square {
		sum += v
	}
	return math.Sqrt(sum / float64(s.points*len(s.square)))
}

// What is known of any camera before a picture is seen: pixels are square, the axis meets the picture near its middle, and lenses
// bend little. Given as standard deviations; it decides only what the pictures leave open.
const (
	aspectKnown   = 0.004 // of fx/fy
	middleKnown   = 0.03  // of the picture's width
	radialKnown   = 0.3   // k1, k2
	farKnown      = 0.1   // k3
	slantKnown    = 0.003 // p1, p2
	cornerNoise   = 0.12  // pixels: how exactly a corner is found
	maxRounds     = 60
	leastProgress = 1e-9
)

// solve finds the least squares by Levenberg and Marquardt's way. free says whether the camera is to be found too.
func (p *problem) solve(inner intrinsics, poses []extrinsics, free bool) (*solution, error) {
	s := &solution{inner: inner, poses: poses, points: len(p.board)}
	cost := p.cost(s, free)
	damp := 1e-3
	for range maxRounds {
		a, b := p.normal(s, free)
		next, ok := p.step(s, a, b, damp, free)
		if !ok {
			return nil, fmt.Errorf("the views do not determine the camera: show the board at different angles")
		}
		better := p.cost(next, free)
		if better < cost {
			done := cost-better < leastProgress*cost
			s, cost = next, better
			damp = max(damp/8, 1e-12)
			if done {
				break
			}
		} else if damp *= 6; damp > 1e8 {
			break
		}
	}
	if free {
		s.sigma = p.spread(s)
	}
	if math.IsNaN(cost) || math.IsInf(cost, 0) {
		return nil, fmt.Errorf("the views contradict each other: take the pictures again")
	}
	return s, nil
}

// step solves the damped equations.
func (p *problem) step(s *solution, a *mat.SymDense, b *mat.VecDense, damp float64, free bool) (*solution, bool) {
	n := b.Len()
	damped := mat.NewSymDense(n, nil)
	damped.CopySym(a)
	for i := range n {
		damped.SetSym(i, i, a.At(i, i)*(1+damp)+1e-12)
	}
	var chol mat.Cholesky
	if !chol.Factorize(damped) {
		return nil, false
	}
	var d mat.VecDense
	if chol.SolveVecTo(&d, b) != nil {
		return nil, false
	}
	return s.moved(d.RawVector().Data, free), true
}

const inside = len(intrinsics{})

// moved is the solution with all unknowns changed; the first ones are the camera's, if it is free.
func (s *solution) moved(d []float64, free bool) *solution {
	next := &solution{inner: s.inner, poses: make([]extrinsics, len(s.poses)), points: s.points}
	from := 0
	if free {
		for i := range inside {
			next.inner[i] += d[i]
		}
		from = inside
	}
	for v, pose := range s.poses {
		for i := range 3 {
			pose.rotation[i] += d[from+6*v+i]
			pose.shift[i] += d[from+6*v+3+i]
		}
		next.poses[v] = pose
	}
	return next
}

// project is where a view shows the board's points.
func (p *problem) project(inner *intrinsics, pose *extrinsics, into []engine.Point) {
	r, c := matrixOf(pose.rotation), inner.camera(p.width, p.height)
	for i, b := range p.board {
		into[i] = c.Project(r[0][0]*b.X+r[0][1]*b.Y+pose.shift[0], r[1][0]*b.X+r[1][1]*b.Y+pose.shift[1], r[2][0]*b.X+r[2][1]*b.Y+pose.shift[2])
	}
}

// cost is the sum of all squares, in units of the corners' noise, and of what is known before.
func (p *problem) cost(s *solution, free bool) float64 {
	s.square = make([]float64, len(p.views))
	at := make([]engine.Point, len(p.board))
	sum := 0.0
	for v := range p.views {
		p.project(&s.inner, &s.poses[v], at)
		for i, seen := range p.views[v] {
			dx, dy := seen.X-at[i].X, seen.Y-at[i].Y
			if d := dx*dx + dy*dy; d == d {
				s.square[v] += d
			} else {
				s.square[v] = math.Inf(1) // behind the camera
			}
		}
		sum += s.square[v] / (cornerNoise * cornerNoise)
	}
	if free {
		for _, k := range p.known(&s.inner) {
			sum += k.off * k.off
		}
	}
	return sum
}

// knowledge is how far something is off what is known of any camera, in standard deviations, and how that changes with the
// unknowns.
type knowledge struct {
	off  float64
	from map[int]float64
}

func (p *problem) known(x *intrinsics) []knowledge {
	middle := middleKnown * float64(p.width)
	f := (x[0] + x[1]) / 2
	all := []knowledge{
		{(x[0] - x[1]) / (aspectKnown * f), map[int]float64{0: 1 / (aspectKnown * f), 1: -1 / (aspectKnown * f)}},
		{(x[2] - float64(p.width-1)/2) / middle, map[int]float64{2: 1 / middle}},
		{(x[3] - float64(p.height-1)/2) / middle, map[int]float64{3: 1 / middle}},
	}
	for i, sigma := range map[int]float64{4: radialKnown, 5: radialKnown, 6: slantKnown, 7: slantKnown, 8: farKnown} {
		all = append(all, knowledge{x[i] / sigma, map[int]float64{i: 1 / sigma}})
	}
	return all
}

// normal are the normal equations: how the sum of squares bends, and which way it falls.
func (p *problem) normal(s *solution, free bool) (*mat.SymDense, *mat.VecDense) {
	from := 0
	if free {
		from = inside
	}
	n := from + 6*len(p.views)
	a, b := mat.NewSymDense(n, nil), mat.NewVecDense(n, nil)
	for v := range p.views {
		p.addView(s, v, from, a, b)
	}
	if free {
		for _, k := range p.known(&s.inner) {
			for i, di := range k.from {
				b.SetVec(i, b.AtVec(i)-di*k.off)
				for j, dj := range k.from {
					if j >= i {
						a.SetSym(i, j, a.At(i, j)+di*dj)
					}
				}
			}
		}
	}
	return a, b
}

// addView adds what one view says. Its points depend on the camera and on its own pose only.
func (p *problem) addView(s *solution, v, from int, a *mat.SymDense, b *mat.VecDense) {
	n := len(p.board)
	base := make([]engine.Point, n)
	p.project(&s.inner, &s.poses[v], base)
	columns := make([][]engine.Point, from+6)
	index := make([]int, from+6)
	for k := range columns {
		inner, pose := s.inner, s.poses[v]
		step := 1e-6
		index[k] = k
		switch j := k - from; {
		case j < 0:
			step = max(1e-6*math.Abs(inner[k]), 1e-7)
			inner[k] += step
		case j < 3:
			pose.rotation[j] += step
		default:
			step = 1e-4
			pose.shift[j-3] += step
		}
		if k >= from {
			index[k] = k + 6*v
		}
		columns[k] = make([]engine.Point, n)
		p.project(&inner, &pose, columns[k])
		for i := range base {
			columns[k][i] = engine.Point{X: (columns[k][i].X - base[i].X) / step, Y: (columns[k][i].Y - base[i].Y) / step}
		}
	}
	const weight = 1 / (cornerNoise * cornerNoise)
	for k, ck := range columns {
		falls := 0.0
		for i, seen := range p.views[v] {
			falls += ck[i].X*(seen.X-base[i].X) + ck[i].Y*(seen.Y-base[i].Y)
		}
		b.SetVec(index[k], b.AtVec(index[k])+weight*falls)
		for m := k; m < len(columns); m++ {
			sum := 0.0
			for i := range base {
				sum += ck[i].X*columns[m][i].X + ck[i].Y*columns[m][i].Y
			}
			a.SetSym(index[k], index[m], a.At(index[k], index[m])+weight*sum)
		}
	}
}

// spread is how sure the camera's numbers are, as standard deviations.
func (p *problem) spread(s *solution) (sigma intrinsics) {
	a, _ := p.normal(s, true)
	var chol mat.Cholesky
	var inverse mat.SymDense
	if !chol.Factorize(a) || chol.InverseTo(&inverse) != nil {
		for i := range sigma {
			sigma[i] = math.Inf(1)
		}
		return sigma
	}
	noisy := max(1, s.rms()/(math.Sqrt2*cornerNoise))
	for i := range sigma {
		sigma[i] = noisy * math.Sqrt(inverse.At(i, i))
	}
	return sigma
}
