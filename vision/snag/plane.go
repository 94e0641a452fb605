package snag

import (
	"math"

	"tilewatch/calibration"
	"tilewatch/engine"
	"tilewatch/vision/geom"
	"tilewatch/vision/homography"
	"tilewatch/vision/linear"
)

// pair is a place of the board and where it is seen.
func pair(at engine.Place, seen engine.Point) homography.Pair {
	return homography.Pair{X: float64(at.Col), Y: float64(at.Row), At: seen, Weight: 1}
}

// plane is the board's plane in the picture: columns and rows to pixels, through a lens.
type plane struct {
	cam *calibration.Camera
	h   homography.Map // to undistorted pixels
}

// pixel is where the picture shows a point of the board; squares' middles have whole columns and rows.
func (p *plane) pixel(col, row float64) engine.Point { return p.distorted(p.h.At(col, row)) }

// distorted is where the lens shows an undistorted point.
func (p *plane) distorted(q engine.Point) engine.Point {
	k := &p.cam.K
	y := (q.Y - k[1][2]) / k[1][1]
	return p.cam.Project((q.X-k[0][2]-k[0][1]*y)/k[0][0], y, 1)
}

// square is the outline of a square of that half side around a place.
func (p *plane) square(col, row, half float64) engine.Quad {
	return engine.Quad{p.pixel(col-half, row-half), p.pixel(col+half, row-half), p.pixel(col+half, row+half), p.pixel(col-half, row+half)}
}

// pitch is the length of a step at a point, pixels: the shorter of both axes.
func (p *plane) pitch(col, row float64) float64 {
	return min(geom.Dist(p.pixel(col-0.5, row), p.pixel(col+0.5, row)), geom.Dist(p.pixel(col, row-0.5), p.pixel(col, row+0.5)))
}

// observation is a point of the board and where it is seen: at a point, or on a line through that point with a normal.
type observation struct {
	x, y   float64
	at     engine.Point
	nx, ny float64 // zero for a point
	weight float64 // 1/sigma, per pixel
}

// robustScale is the weighted residual from which on an observation loses weight.
const robustScale = 3.0

// fit fits the plane to the observations, robustly. lens says that it fits the camera's first distortion coefficient, too, which is right for an
// uncalibrated camera.
func (p *plane) fit(sights []observation, lens bool, rounds int) float64 {
	n := 8
	if lens {
		n = 9
	}
	cost := linear.LevenbergMarquardt(p, linear.Problem[plane]{
		Cost:   func(p *plane) float64 { return p.cost(sights) },
		Normal: func(p *plane) *linear.Normal { return p.normal(sights, n) },
		Moved:  func(p *plane, step []float64) plane { return p.moved(step) },
	}, linear.Damping{Rounds: rounds, Tries: 6, Down: 6, Up: 8, Least: 1e-9})
	return cost / float64(max(1, len(sights)))
}

// lensSigma is the standard deviation of the first distortion coefficient of uncalibrated cameras.
const lensSigma = 0.08

// moved is the plane after a step, in units of unit.
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

// unit is a change of parameter i that moves the picture by about a pixel.
func (p *plane) unit(i int) float64 {
	switch i {
	case 2, 5:
		return 1
	case 6, 7:
		return 1e-4
	}
	return 0.1
}

func (p *plane) residual(s *observation) (a, b float64, n int) {
	px := p.pixel(s.x, s.y)
	dx, dy := (px.X-s.at.X)*s.weight, (px.Y-s.at.Y)*s.weight
	if s.nx == 0 && s.ny == 0 {
		return dx, dy, 2
	}
	return dx*s.nx + dy*s.ny, 0, 1
}

// robust is the loss of a weighted residual after Geman and McClure (1985), and the weight that it leaves to the residual.
func robust(r float64) (loss, weight float64) {
	k := 1 / (1 + r*r/(robustScale*robustScale))
	return r * r * k, k * k
}

func (p *plane) cost(sights []observation) float64 {
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
func (p *plane) normal(sights []observation, n int) *linear.Normal {
	steps := make([]plane, n)
	for k := range steps {
		d := make([]float64, n)
		d[k] = 0.01
		steps[k] = p.moved(d)
	}
	m := linear.NewNormal(n)
	ja, jb := make([]float64, n), make([]float64, n)
	for i := range sights {
		a, b, both := p.residual(&sights[i])
		for k := range steps {
			sa, sb, _ := steps[k].residual(&sights[i])
			ja[k], jb[k] = (sa-a)/0.01, (sb-b)/0.01
		}
		_, w := robust(a)
		m.Add(ja, -a, w)
		if both == 2 {
			_, w = robust(b)
			m.Add(jb, -b, w)
		}
	}
	if n > 8 {
		row := make([]float64, n)
		row[8] = 0.01 / lensSigma
		m.Add(row, -p.cam.Dist[0]/lensSigma, 1)
	}
	return m
}
