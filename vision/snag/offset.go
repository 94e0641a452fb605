package snag

import (
	"math"

	"tilewatch/engine"
	"tilewatch/vision/geom"
)

// The tile's edge is searched on a small picture of its square: of each pixel's similarity to the tile's own color.
const (
	viewSide = 48
	viewHalf = 0.66 // of its side, pitches
	viewStep = 2 * viewHalf / viewSide
)

// Sizes of tiles, in pitches.
const (
	smallTile, largeTile = 0.76, 0.96
	usualTile            = 0.87
)

// Limits of what is measured on a square.
const (
	offsetReach = 0.3 // pitches from a square's middle to its number
	outerEdge   = 0.5 // of the clearest step, that an outer edge has at least
	leastClear  = 0.5 // of a tile's edge, in units of similarity, to count for the set
)

// numberOffset is where the square's number lies from its middle, in pitches; zero where no number was found.
func (s *scene) numberOffset(q *square) engine.Point {
	at := s.plane.pixel(q.col, q.row)
	pitch := s.plane.pitch(q.col, q.row)
	i := s.near.Nearest(at, offsetReach*pitch, func(i int) bool { return s.numerals[i].twoDigits == (q.number > 9) })
	if i < 0 {
		return engine.Point{}
	}
	const by = 0.1
	u, v := geom.Sub(s.plane.pixel(q.col+by, q.row), at), geom.Sub(s.plane.pixel(q.col, q.row+by), at)
	d := geom.Sub(s.numerals[i].at, at)
	area := geom.Cross(u, v)
	return engine.Point{X: by * geom.Cross(d, v) / area, Y: by * geom.Cross(u, d) / area}
}

// edgeDistance is the side of a tile about that middle, in pitches, and how clear it is: the square beyond which the tile's color ends most clearly.
func (s *scene) edgeDistance(q *square, dx, dy float64) (side, clear float64) {
	var like [viewSide + 1][viewSide + 1]float64 // sums over all pixels before
	for y := range viewSide {
		row := 0.0
		for x := range viewSide {
			c := color(s.r.At(s.plane.pixel(q.col+dx+(float64(x)+0.5)*viewStep-viewHalf, q.row+dy+(float64(y)+0.5)*viewStep-viewHalf)))
			row += similarity(logColor(c).sub(q.ground).norm())
			like[y+1][x+1] = like[y][x+1] + row
		}
	}
	mean := func(half int) float64 { // of the ring of one pixel at that distance
		box := func(h int) float64 {
			a, b := viewSide/2-h, viewSide/2+h
			return like[b][b] - like[a][b] - like[b][a] + like[a][a]
		}
		return (box(half) - box(half-1)) / float64(8*half-4)
	}
	side = usualTile
	var steps [viewSide]float64
	low, high := int(math.Floor(smallTile/2/viewStep)), int(math.Ceil(largeTile/2/viewStep))
	for half := low; half <= high; half++ {
		steps[half] = mean(half-1) + mean(half) - mean(half+1) - mean(half+2)
		clear = max(clear, steps[half])
	}
	// A frame printed along the tile's edge ends its color, too: the outermost clear step is the edge.
	for half := low; half <= high; half++ {
		if steps[half] > outerEdge*clear && steps[half] >= steps[half+1] {
			side = 2 * float64(half) * viewStep
		}
	}
	return side, clear
}

// medianTileSide is the size of this set's tiles, in pitches.
func (s *scene) medianTileSide(tiles []*square) float64 {
	var all []float64
	for _, q := range tiles {
		if side, clear := s.edgeDistance(q, q.numberOffset.X, q.numberOffset.Y); clear > leastClear {
			all = append(all, side)
		}
	}
	if len(all) == 0 {
		return usualTile
	}
	return median(all)
}

// medianOffset is where tiles lie from the middles of their squares: their height moves all of them alike.
func (s *scene) medianOffset(tiles []*square) engine.Point {
	var xs, ys []float64
	for _, q := range tiles {
		xs, ys = append(xs, q.numberOffset.X), append(ys, q.numberOffset.Y)
	}
	if len(xs) == 0 {
		return engine.Point{}
	}
	return engine.Point{X: median(xs), Y: median(ys)}
}
