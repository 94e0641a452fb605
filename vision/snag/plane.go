package snag

import (
	"math"

	"tilewatch/calibration"
	"tilewatch/engine"
	"tilewatch/vision/linear"
)

// homography maps columns and rows to a plane.
type homography linear.Homography

func (h *homography) at(x, y float64) engine.Point {
	px, py := (*linear.Homography)(h).At(x, y)
	return engine.Point{X: px, Y: py}
}

// pair is a place of the lattice and where it is seen.
func pair(at engine.Place, seen engine.Point) linear.Pair {
	return linear.Pair{Col: float64(at.Col), Row: float64(at.Row), X: seen.X, Y: seen.Y, Weight: 1}
}

// system is a least-squares problem as its normal equations.
type system struct {
	n int
	a [][]float64 // n rows of n, then the right side
}

func newSystem(n int) *system {
	s := &system{n: n, a: make([][]float64, n)}
	for i := range s.a {
		s.a[i] = make([]float64, n+1)
	}
	return s
}

// add takes one equation.
func (s *system) add(row []float64, value, weight float64) {
	for i, r := range row {
		if r == 0 {
			continue
		}
		for j, c := range row {
			s.a[i][j] += weight * r * c
		}
		s.a[i][s.n] += weight * r * value
	}
}

// damp adds to the diagonal a share of itself.
func (s *system) damp(share float64) {
	for i := range s.a {
		s.a[i][i] *= 1 + share
	}
}

// plane is the board's plane in the picture: columns and rows to pixels, through a lens.
type plane struct {
	cam *calibration.Camera
	h   homography // to undistorted pixels
}

// pixel is where the picture shows a place of the board; squares' middles have whole columns and rows.
func (p *plane) pixel(col, row float64) engine.Point {
	q := p.h.at(col, row)
	k := &p.cam.K
	y := (q.Y - k[1][2]) / k[1][1]
	return p.cam.Project((q.X-k[0][2]-k[0][1]*y)/k[0][0], y, 1)
}

// square is the outline of a square of that half side around a place.
func (p *plane) square(col, row, half float64) engine.Quad {
	return engine.Quad{p.pixel(col-half, row-half), p.pixel(col+half, row-half), p.pixel(col+half, row+half), p.pixel(col-half, row+half)}
}

// pitch is the length of a step at a place, pixels: the smaller of both directions.
func (p *plane) pitch(col, row float64) float64 {
	return min(dist(p.pixel(col-0.5, row), p.pixel(col+0.5, row)), dist(p.pixel(col, row-0.5), p.pixel(col, row+0.5)))
}

// sight is a place of the board and where it is seen: a point, or a line through that point with a normal.
type sight struct {
	x, y   float64
	at     engine.Point
	nx, ny float64 // zero for a point
	weight float64 // 1/sigma, per pixel
}

// faithful is the weighted residual from which on a sight counts less and less.
const faithful = 3.0

// fit moves the plane to explain the sights best, robustly; lens says that the camera's first distortion number is
// fitted too, for want of a calibrated one.
func (p *plane) fit(sights []sight, lens bool, rounds int) float64 {
	n := 8
	if lens {
		n = 9
	}
	lambda, cost := 1e-3, p.cost(sights)
	for range rounds {
		m := p.normal(sights, n)
		better := false
		for range 6 {
			damped := &system{n: n, a: clone(m.a)}
			damped.damp(lambda)
			d, ok := linear.Solve(damped.a)
			if !ok {
				lambda *= 10
				continue
			}
			q := p.moved(d)
			if c := q.cost(sights); c < cost {
				better = cost-c > 1e-5*cost
				*p, cost = q, c
				lambda = max(lambda/6, 1e-9)
				break
			}
			lambda *= 8
		}
		if !better {
			break
		}
	}
	return cost / float64(max(1, len(sights)))
}

func clone(a [][]float64) [][]float64 {
	b := make([][]float64, len(a))
	for i := range a {
		b[i] = append([]float64(nil), a[i]...)
	}
	return b
}

// lensSigma is how far the first distortion number of a camera that nobody calibrated may be from 0.
const lensSigma = 0.08

// moved is the plane with its numbers changed, in units of unit.
func (p *plane) moved(d []float64) plane {
	q := *p
	for i := range q.h {
		q.h[i] += d[i] * p.unit(i)
	}
	if len(d) > 8 {
		cam := *p.cam
		cam.Dist[0] += d[8] * 0.01
		q.cam = &cam
	}
	return q
}

// unit is a change of number i that moves the picture by about a pixel.
func (p *plane) unit(i int) float64 {
	switch i {
	case 2, 5:
		return 1
	case 6, 7:
		return 1e-4
	}
	return 0.1
}

func (p *plane) residual(s *sight) (a, b float64, n int) {
	px := p.pixel(s.x, s.y)
	dx, dy := (px.X-s.at.X)*s.weight, (px.Y-s.at.Y)*s.weight
	if s.nx == 0 && s.ny == 0 {
		return dx, dy, 2
	}
	return dx*s.nx + dy*s.ny, 0, 1
}

// robust is the loss of a weighted residual after Geman and McClure, and the weight it leaves to the residual.
func robust(r float64) (loss, weight float64) {
	k := 1 / (1 + r*r/(faithful*faithful))
	return r * r * k, k * k
}

func (p *plane) cost(sights []sight) float64 {
	k := p.cam.Dist[0] / lensSigma
	sum := k * k
	for i := range sights {
		a, b, _ := p.residual(&sights[i])
		la, _ := robust(a)
		lb, _ := robust(b)
		sum += la + lb
	}
	if math.IsNaN(sum) {
		return math.Inf(1)
	}
	return sum
}

// normal are the normal equations of one Gauss-Newton step, by forward differences.
func (p *plane) normal(sights []sight, n int) *system {
	steps := make([]plane, n)
	for k := range steps {
		d := make([]float64, n)
		d[k] = 0.01
		steps[k] = p.moved(d)
	}
	m := newSystem(n)
	ja, jb := make([]float64, n), make([]float64, n)
	for i := range sights {
		a, b, both := p.residual(&sights[i])
		for k := range steps {
			sa, sb, _ := steps[k].residual(&sights[i])
			ja[k], jb[k] = (sa-a)/0.01, (sb-b)/0.01
		}
		_, w := robust(a)
		m.add(ja, -a, w)
		if both == 2 {
			_, w = robust(b)
			m.add(jb, -b, w)
		}
	}
	if n > 8 {
		row := make([]float64, n)
		row[8] = 0.01 / lensSigma
		m.add(row, -p.cam.Dist[0]/lensSigma, 1)
	}
	return m
}
