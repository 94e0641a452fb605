package tabit

import (
	"math"

	"tilewatch/engine"
	"tilewatch/vision/linear"
)

// site is one of the board's 32 boxes: seat 0 to 3 (each a quarter turn further, clockwise as the picture shows it), row 0 (inner) or
// 1 (outer), and place 0 to 3 from that seat's left to the right.
type site struct{ seat, row, place int }

const (
	seats  = 4
	places = 4
	boxes  = seats * 2 * places
)

func siteOf(i int) site { return site{i / 8, i / 4 % 2, i % 4} }

// layout is how the boxes lie, in steps from one box of a row to the next: how far the two rows are from the board's
// middle. It is the same for all seats.
type layout struct{ inner, outer float64 }

// usualArea is of a card or of its box, in square steps: 0.95 to 1.25 on the boards we know of.
const usualArea = 1.1

// usual is between the boards we know of.
var usual = layout{2.83, 4.2}

// likely tells whether a board may be laid out so. The squares of a cloth, for one, lie otherwise.
func (l layout) likely() bool {
	apart := l.outer - l.inner
	return l.inner > 2.45 && l.inner < 3.3 && apart > 1.15 && apart < 1.7
}

// at is the middle of a box on the board: x to the right, y down, seen by the reader of seat 0 from below.
func (l layout) at(s site) engine.Point {
	out := l.inner
	if s.row == 1 {
		out = l.outer
	}
	return turned(engine.Point{X: float64(s.place) - 1.5, Y: out}, s.seat)
}

// turned is a point turned by so many quarter turns about the middle of the board.
func turned(p engine.Point, quarters int) engine.Point {
	for range quarters {
		p.X, p.Y = -p.Y, p.X
	}
	return p
}

// homography takes points of the board's plane to the (straightened) picture; the ninth number is 1.
type homography [8]float64

func (h *homography) apply(p engine.Point) engine.Point {
	w := h[6]*p.X + h[7]*p.Y + 1
	return engine.Point{X: (h[0]*p.X + h[1]*p.Y + h[2]) / w, Y: (h[3]*p.X + h[4]*p.Y + h[5]) / w}
}

// step is how many pixels one step is at a point of the board, at least.
func (h *homography) step(p engine.Point) float64 {
	at, x, y := h.apply(p), h.apply(engine.Point{X: p.X + 0.01, Y: p.Y}), h.apply(engine.Point{X: p.X, Y: p.Y + 0.01})
	return 100 * math.Min(distance(at, x), distance(at, y))
}

// area is how many square pixels a square step is at a point of the board.
func (h *homography) area(p engine.Point) float64 {
	at, x, y := h.apply(p), h.apply(engine.Point{X: p.X + 0.01, Y: p.Y}), h.apply(engine.Point{X: p.X, Y: p.Y + 0.01})
	return 1e4 * math.Abs(cross(at, x, y))
}

// match is a point of the board and where the picture shows it.
type match struct{ board, picture engine.Point }

// fitHomography is the homography nearest to four or more matches in the algebraic sense; false if they do not determine one.
func fitHomography(matches []match) (homography, bool) {
	// The picture's coordinates are brought to about one, or the equations are ill-conditioned.
	var mid engine.Point
	for _, m := range matches {
		mid.X += m.picture.X / float64(len(matches))
		mid.Y += m.picture.Y / float64(len(matches))
	}
	scale := 1e-9
	for _, m := range matches {
		scale += distance(m.picture, mid) / float64(len(matches))
	}
	var a [8][9]float64
	for _, m := range matches {
		u, v := (m.picture.X-mid.X)/scale, (m.picture.Y-mid.Y)/scale
		x, y := m.board.X, m.board.Y
		addEquation(&a, [8]float64{x, y, 1, 0, 0, 0, -u * x, -u * y}, u)
		addEquation(&a, [8]float64{0, 0, 0, x, y, 1, -v * x, -v * y}, v)
	}
	n, ok := solve8(&a)
	if !ok {
		return homography{}, false
	}
	var h homography
	for i := range 3 {
		last := 1.0
		if i < 2 {
			last = n[6+i]
		}
		h[i], h[3+i] = scale*n[i]+mid.X*last, scale*n[3+i]+mid.Y*last
	}
	h[6], h[7] = n[6], n[7]
	return h, true
}

// addEquation adds one equation to the normal equations.
func addEquation(a *[8][9]float64, row [8]float64, right float64) {
	for i, p := range row {
		if p == 0 {
			continue
		}
		for j, q := range row {
			a[i][j] += p * q
		}
		a[i][8] += p * right
	}
}

func solve8(a *[8][9]float64) (x [8]float64, ok bool) {
	rows := make([][]float64, 8)
	for i := range rows {
		rows[i] = a[i][:]
	}
	found, ok := linear.Solve(rows)
	copy(x[:], found)
	return x, ok
}
