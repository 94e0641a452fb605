package tabit

import (
	"math"

	"tilewatch/engine"
	"tilewatch/vision/geom"
	"tilewatch/vision/homography"
)

// site is one of the board's 32 boxes: seat 0 to 3 (each a quarter turn further, clockwise as the picture shows it), row 0 (inner) or
// 1 (outer), and place 0 to 3 from the left to the right of the player there.
type site struct{ seat, row, place int }

const (
	seats  = 4
	places = 4
	boxes  = seats * 2 * places
)

func siteOf(i int) site { return site{i / 8, i / 4 % 2, i % 4} }

// layout is the distance of the inner and of the outer row from the board's middle, in steps. It is the same for all seats.
type layout struct{ inner, outer float64 }

// usualArea is the area of a card or of its box, in square steps: 0.95 to 1.25 on the known boards.
const usualArea = 1.1

// usual is the mean layout of the known boards. The fit refines it.
var usual = layout{2.83, 4.2}

// Limits of a board's layout, in steps, hand-set. The rows of a cloth's squares are one step apart, which is too little.
const (
	leastInner, mostInner = 2.45, 3.3
	leastApart, mostApart = 1.15, 1.7 // between the two rows
)

// likely reports whether a board may have this layout.
func (l layout) likely() bool {
	apart := l.outer - l.inner
	return l.inner > leastInner && l.inner < mostInner && apart > leastApart && apart < mostApart
}

// at is the middle of a box on the board: x to the right, y down, seen by the reader of seat 0 from below.
func (l layout) at(s site) engine.Point {
	out := l.inner
	if s.row == 1 {
		out = l.outer
	}
	return turned(engine.Point{X: float64(s.place) - 1.5, Y: out}, s.seat)
}

// turned is a point turned by quarter turns about the middle of the board.
func turned(p engine.Point, quarters int) engine.Point {
	for range quarters {
		p.X, p.Y = -p.Y, p.X
	}
	return p
}

// boardPlane is the homography from the board, in steps, to the undistorted picture.
type boardPlane struct{ homography.Map }

// scaleStep is the distance of the points that measure a plane's scale, in steps: small against a box, large against rounding.
const scaleStep = 0.01

// nearbyPoints are a point of the board in the picture, one a little right of it, and one a little below.
func (h *boardPlane) nearbyPoints(p engine.Point) (at, x, y engine.Point) {
	return h.At(p.X, p.Y), h.At(p.X+scaleStep, p.Y), h.At(p.X, p.Y+scaleStep)
}

// step is the length of a step at a point of the board in pixels, along the axis where it is shorter.
func (h *boardPlane) step(p engine.Point) float64 {
	at, x, y := h.nearbyPoints(p)
	return 1 / scaleStep * math.Min(geom.Dist(at, x), geom.Dist(at, y))
}

// area is the area of a square step at a point of the board, in square pixels.
func (h *boardPlane) area(p engine.Point) float64 {
	at, x, y := h.nearbyPoints(p)
	return 1 / (scaleStep * scaleStep) * math.Abs(cross(at, x, y))
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
