package linear

import "math"

// Homography maps columns and rows of a lattice to a plane: eight numbers, the ninth is 1.
type Homography [8]float64

// At is where a column and row lie.
func (h *Homography) At(col, row float64) (x, y float64) {
	w := h[6]*col + h[7]*row + 1
	return (h[0]*col + h[1]*row + h[2]) / w, (h[3]*col + h[4]*row + h[5]) / w
}

// Back is the column and row that lie at a point; false if the map has no way back, or the point lies beyond the plane's horizon.
func (h *Homography) Back(x, y float64) (col, row float64, ok bool) {
	a, b, c, d := h[0]-h[6]*x, h[1]-h[7]*x, h[3]-h[6]*y, h[4]-h[7]*y
	det := a*d - b*c
	if det == 0 {
		return 0, 0, false
	}
	p, q := x-h[2], y-h[5]
	col, row = (p*d-b*q)/det, (a*q-p*c)/det
	return col, row, h[6]*col+h[7]*row+1 > 0
}

// Pair is a place of the lattice and where it is seen.
type Pair struct{ Col, Row, X, Y, Weight float64 }

// FitHomography is the least-squares map of the pairs; without perspective it is affine. False if they do not settle it.
func FitHomography(pairs []Pair, perspective bool) (Homography, bool) {
	mx, my, scale := spread(pairs)
	n := 6
	if perspective {
		n = 8
	}
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = make([]float64, n+1)
	}
	add := func(row [8]float64, value, weight float64) {
		for i, a := range row[:n] {
			for j, b := range row[:n] {
				rows[i][j] += weight * a * b
			}
			rows[i][n] += weight * a * value
		}
	}
	for _, p := range pairs {
		u, v := (p.X-mx)/scale, (p.Y-my)/scale
		add([8]float64{p.Col, p.Row, 1, 0, 0, 0, -p.Col * u, -p.Row * u}, u, p.Weight)
		add([8]float64{0, 0, 0, p.Col, p.Row, 1, -p.Col * v, -p.Row * v}, v, p.Weight)
	}
	s, ok := Solve(rows)
	if !ok {
		return Homography{}, false
	}
	var h Homography
	copy(h[:], s)
	// Back from the plane in which the points lie around zero at about one.
	return Homography{
		scale*h[0] + mx*h[6], scale*h[1] + mx*h[7], scale*h[2] + mx,
		scale*h[3] + my*h[6], scale*h[4] + my*h[7], scale*h[5] + my, h[6], h[7],
	}, true
}

// spread is the weighted mean of the pairs' points, and how far from it they lie on average.
func spread(pairs []Pair) (mx, my, scale float64) {
	sum := 0.0
	for _, p := range pairs {
		mx, my, sum = mx+p.Weight*p.X, my+p.Weight*p.Y, sum+p.Weight
	}
	mx, my = mx/sum, my/sum
	for _, p := range pairs {
		scale += p.Weight * math.Hypot(p.X-mx, p.Y-my) / sum
	}
	return mx, my, max(scale, 1e-9)
}
