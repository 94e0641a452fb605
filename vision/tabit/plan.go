package tabit

import (
	"math"

	"tilewatch/engine"
	"tilewatch/vision/geom"
	"tilewatch/vision/homography"
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

// likely reports whether a board may have this layout. The squares of a cloth, for one, have another.
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

// boardPlane takes points of the board to the picture as an ideal lens would show it; its unit is a step.
type boardPlane struct{ homography.Map }

// nearby is how far apart the points are by which a plane's scale is measured, in steps.
const nearby = 0.01

// around are where a point of the board lies, and one a little right of it, and one a little below.
func (h *boardPlane) around(p engine.Point) (at, x, y engine.Point) {
	return h.At(p.X, p.Y), h.At(p.X+nearby, p.Y), h.At(p.X, p.Y+nearby)
}

// step is how many pixels one step is at a point of the board, at least.
func (h *boardPlane) step(p engine.Point) float64 {
	at, x, y := h.around(p)
	return 1 / nearby * math.Min(geom.Dist(at, x), geom.Dist(at, y))
}

// area is how many square pixels a square step is at a point of the board.
func (h *boardPlane) area(p engine.Point) float64 {
	at, x, y := h.around(p)
	return 1 / (nearby * nearby) * math.Abs(cross(at, x, y))
}

// match is a point of the board and where the picture shows it.
func match(board, picture engine.Point) homography.Pair {
	return homography.Pair{X: board.X, Y: board.Y, At: picture, Weight: 1}
}

// fitPlane is the plane of four or more matches; false if they do not determine one.
func fitPlane(matches []homography.Pair) (boardPlane, bool) {
	m, ok := homography.Fit(matches, true)
	return boardPlane{m}, ok
}
