package chessboard

import (
	"math"

	"tilewatch/engine"
	"tilewatch/vision/geom"
	"tilewatch/vision/gridfit"
	"tilewatch/vision/homography"
	"tilewatch/vision/pointgrid"
)

// grid is a grown part of a board: which corner lies at which place.
type grid struct {
	gridfit.Lattice
	corners []corner
}

const (
	seeds = 120  // corners from which a grid is grown, at most
	alike = 0.45 // radians by which a neighbor's edges may differ
	wide  = 45   // rows and columns of a grid, at most
)

// search grows grids until one holds the board.
func (b Board) search(p *plane) ([]engine.Point, bool) {
	corners := p.corners()
	if len(corners) < b.Columns*b.Rows {
		return nil, false
	}
	near := pointgrid.New(len(corners), 32, func(i int) engine.Point { return corners[i].Point })
	tried := map[int]bool{}
	for seed := range min(len(corners), seeds) {
		if tried[seed] {
			continue
		}
		g := &grid{corners: corners}
		if !g.grow(seed, near) {
			continue
		}
		for _, i := range g.Cells {
			tried[i] = true
		}
		if points, ok := b.window(p, g); ok {
			return b.upright(p, points), true
		}
	}
	return nil, false
}

// grow lays the seed at 0, 0, looks for its next corners along both edges, and goes on from there.
func (g *grid) grow(seed int, near *pointgrid.Grid) bool {
	c := g.corners[seed]
	var steps [2]engine.Point
	for k, a := range c.edge {
		to, ok := g.along(seed, a)
		if !ok {
			return false
		}
		steps[k] = geom.Sub(g.corners[to].Point, c.Point)
	}
	g.Cells, g.Map = map[engine.Place]int{{}: seed}, homography.Affine(c.Point, steps[0], steps[1])
	growth := gridfit.Growth{Points: near, Wide: wide, Fits: func(_ *gridfit.Lattice, from, to engine.Place) func(i int) bool {
		exchanged := (to.Row+to.Col-from.Row-from.Col)%2 != 0
		return func(i int) bool { return matches(g.corners[g.Cells[from]], g.corners[i], exchanged) }
	}}
	growth.Grow(&g.Lattice)
	return true
}

// along is the nearest corner that lies in this direction, or against it, with dark and bright exchanged.
func (g *grid) along(from int, direction float64) (int, bool) {
	c := g.corners[from]
	best, nearest := -1, math.Inf(1)
	for i, o := range g.corners {
		d := geom.Sub(o.Point, c.Point)
		length := math.Hypot(d.X, d.Y)
		if i == from || length >= nearest || length < 5 {
			continue
		}
		if turned(math.Atan2(d.Y, d.X), direction) < 0.2 && matches(c, o, true) {
			best, nearest = i, length
		}
	}
	return best, best >= 0
}

// turned is the angle between two lines.
func turned(a, b float64) float64 {
	d := math.Mod(math.Abs(a-b), math.Pi)
	return min(d, math.Pi-d)
}

// matches reports whether two corners could be of one board: the same edges, dark and bright the same or, as between neighbors, exchanged.
func matches(a, b corner, exchanged bool) bool {
	straight := max(turned(a.edge[0], b.edge[0]), turned(a.edge[1], b.edge[1]))
	crossed := max(turned(a.edge[0], b.edge[1]), turned(a.edge[1], b.edge[0]))
	if straight <= crossed {
		return straight < alike && (a.dark != b.dark) == exchanged
	}
	return crossed < alike && (a.dark == b.dark) == exchanged // their quarters are counted from the other edge
}

// window is the part of the grid that has the board's size and the strongest corners. A few that were too blurred to be found
// from the rest are filled in.
func (b Board) window(p *plane, g *grid) ([]engine.Point, bool) {
	low, high := g.Bounds()
	var best []engine.Point
	most := 0.0
	for _, turn := range []bool{false, true} {
		w, h := b.Columns, b.Rows
		if turn {
			w, h = h, w
		}
		for row := low.Row; row+h <= high.Row+1; row++ {
			for col := low.Col; col+w <= high.Col+1; col++ {
				points, score := b.take(g, engine.Place{Row: row, Col: col}, turn)
				if score > most && b.fill(p, points) {
					best, most = points, score
				}
			}
		}
	}
	return best, best != nil
}

// missing stands for a point that is not known.
var missing = engine.Point{X: math.Inf(-1)}

// take is the window that begins at a place; turned, the board's rows run down the grid.
func (b Board) take(g *grid, from engine.Place, turn bool) (points []engine.Point, score float64) {
	for j := range b.Rows {
		for i := range b.Columns {
			at := engine.Place{Row: j, Col: i}
			if turn {
				at = engine.Place{Row: i, Col: j}
			}
			if k, known := g.Cells[from.Add(at)]; known {
				points = append(points, g.corners[k].Point)
				score += g.corners[k].score
			} else {
				points = append(points, missing)
			}
		}
	}
	return points, score
}

const (
	fillShare = 0.25 // of the points may be missing
	fillDepth = 12.0 // gray levels between dark and bright squares around a point that is filled in
)

// fill puts points where the others say they must be, if dark and bright squares lie around them as they must.
func (b Board) fill(p *plane, points []engine.Point) bool {
	var known []homography.Pair
	for i, at := range b.Points() {
		if points[i] != missing {
			known = append(known, homography.Pair{X: at.X, Y: at.Y, At: points[i], Weight: 1})
		}
	}
	lost := len(points) - len(known)
	if lost == 0 {
		return true
	}
	h, ok := homography.Fit(known, true)
	if !ok || float64(lost) > fillShare*float64(len(points)) {
		return false
	}
	sign := 0.0 // 1 when the square before the first point is dark
	for i, at := range b.Points() {
		sign += b.contrast(p, &h, i, at)
	}
	for i, at := range b.Points() {
		if points[i] != missing {
			continue
		}
		if b.contrast(p, &h, i, at)*math.Copysign(1, sign) < fillDepth {
			return false
		}
		points[i] = p.meeting(h.At(at.X, at.Y), 3)
	}
	return true
}

// contrast is how much brighter the squares across are than those along the diagonal of a point; every other point's is
// turned around, so that all have one sign.
func (b Board) contrast(p *plane, h *homography.Map, i int, at engine.Point) float64 {
	square := func(u, v float64) float64 {
		q := h.At(at.X+u*b.SquareMM/2, at.Y+v*b.SquareMM/2)
		return p.at(q.X, q.Y)
	}
	d := (square(1, -1) + square(-1, 1) - square(1, 1) - square(-1, -1)) / 2
	if (i%b.Columns+i/b.Columns)%2 == 1 {
		return -d
	}
	return d
}

// upright orders the points as the board's printed side has them, its dark corner square first.
func (b Board) upright(p *plane, points []engine.Point) []engine.Point {
	right := geom.Sub(points[b.Columns-1], points[0])
	down := geom.Sub(points[(b.Rows-1)*b.Columns], points[0])
	if right.X*down.Y-right.Y*down.X < 0 { // mirrored: rows run the other way
		turned := make([]engine.Point, 0, len(points))
		for j := range b.Rows {
			row := points[(b.Rows-1-j)*b.Columns:]
			turned = append(turned, row[:b.Columns]...)
		}
		points = turned
	}
	dx, dy := geom.Sub(points[1], points[0]), geom.Sub(points[b.Columns], points[0])
	square := func(u, v float64) float64 {
		return p.at(points[0].X+u*dx.X/2+v*dy.X/2, points[0].Y+u*dx.Y/2+v*dy.Y/2)
	}
	if square(-1, -1)+square(1, 1) > square(1, -1)+square(-1, 1) {
		for i, j := 0, len(points)-1; i < j; i, j = i+1, j-1 {
			points[i], points[j] = points[j], points[i]
		}
	}
	return points
}
