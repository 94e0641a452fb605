package dabble

import (
	"math"

	"tilewatch/engine"
	"tilewatch/vision/linear"
)

// homography maps a plane to the picture: row-major, the last number 1.
type homography [9]float64

func (h *homography) point(x, y float64) engine.Point {
	w := h[6]*x + h[7]*y + h[8]
	return engine.Point{X: (h[0]*x + h[1]*y + h[2]) / w, Y: (h[3]*x + h[4]*y + h[5]) / w}
}

// at is where a node lies.
func (h *homography) at(n node) engine.Point { return h.point(float64(n.col)/2, float64(n.row)) }

// step is the length of a tile at a node, pixels.
func (h *homography) step(n node) float64 {
	x, y := float64(n.col)/2, float64(n.row)
	return dist(h.point(x-0.5, y), h.point(x+0.5, y))
}

// fitMap is the map that takes from to to best, by least squares, with weights or nil; an affine one unless perspective is asked for. What cannot be
// solved gives a map of zeros, which takes everything to one point.
func fitMap(from, to []engine.Point, weights []float64, perspective bool) homography {
	n := 6
	if perspective {
		n = 8
	}
	// The equations are u*(g x + h y + 1) = a x + b y + c; weights keep them true to pixels in a second round.
	var m homography
	m[8] = 1
	for range 2 {
		a := make([][]float64, n)
		for i := range a {
			a[i] = make([]float64, n+1)
		}
		for i, p := range from {
			w := 1 / (m[6]*p.X + m[7]*p.Y + 1)
			if weights != nil {
				w *= math.Sqrt(weights[i])
			}
			rowX := [8]float64{p.X, p.Y, 1, 0, 0, 0, -to[i].X * p.X, -to[i].X * p.Y}
			rowY := [8]float64{0, 0, 0, p.X, p.Y, 1, -to[i].Y * p.X, -to[i].Y * p.Y}
			accumulate(a, rowX[:n], to[i].X, w*w)
			accumulate(a, rowY[:n], to[i].Y, w*w)
		}
		x, ok := linear.Solve(a)
		if !ok {
			return homography{8: 1}
		}
		copy(m[:8], x)
		if !perspective {
			break
		}
	}
	return m
}

// accumulate adds an equation to normal equations.
func accumulate(a [][]float64, row []float64, right, weight float64) {
	for i := range row {
		for j := range row {
			a[i][j] += weight * row[i] * row[j]
		}
		a[i][len(row)] += weight * row[i] * right
	}
}

// inverse maps back; false where that cannot be.
func (h *homography) inverse() (homography, bool) {
	m := homography{
		h[4]*h[8] - h[5]*h[7], h[2]*h[7] - h[1]*h[8], h[1]*h[5] - h[2]*h[4],
		h[5]*h[6] - h[3]*h[8], h[0]*h[8] - h[2]*h[6], h[2]*h[3] - h[0]*h[5],
		h[3]*h[7] - h[4]*h[6], h[1]*h[6] - h[0]*h[7], h[0]*h[4] - h[1]*h[3],
	}
	det := h[0]*m[0] + h[1]*m[3] + h[2]*m[6]
	return m, math.Abs(det) > 1e-12
}
