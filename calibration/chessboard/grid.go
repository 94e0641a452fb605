package chessboard

import (
	"image"
	"math"

	"tilewatch/engine"
	"tilewatch/vision/homography"
)

// grid is a grown part of a board: which corner lies at which place.
type grid struct {
	corners []corner
	near    *buckets
	at      map[image.Point]int
	used    map[int]bool
	step    map[image.Point][2]engine.Point // from a place to the next one right and down, in pixels
}

const (
	seeds     = 120  // corners from which a grid is grown, at most
	slackNear = 0.3  // how far the next corner may lie from where it is expected, in steps
	alike     = 0.45 // radians by which a neighbor's edges may differ
)

// search grows grids until one holds the board.
func (b Board) search(p *plane) ([]engine.Point, bool) {
	corners := p.corners()
	if len(corners) < b.Columns*b.Rows {
		return nil, false
	}
	near := newBuckets(corners)
	tried := map[int]bool{}
	for seed := range min(len(corners), seeds) {
		if tried[seed] {
			continue
		}
		g := &grid{corners: corners, near: near, at: map[image.Point]int{}, used: map[int]bool{}, step: map[image.Point][2]engine.Point{}}
		if !g.begin(seed) {
			continue
		}
		g.grow()
		for i := range g.used {
			tried[i] = true
		}
		if points, ok := b.window(p, g); ok {
			return b.upright(p, points), true
		}
	}
	return nil, false
}

// begin lays the seed at 0, 0 and looks for its next corners along both edges.
func (g *grid) begin(seed int) bool {
	c := g.corners[seed]
	var steps [2]engine.Point
	for k, a := range c.edge {
		to, ok := g.along(seed, a)
		if !ok {
			return false
		}
		steps[k] = sub(g.corners[to].Point, c.Point)
	}
	g.at[image.Point{}], g.used[seed] = seed, true
	g.step[image.Point{}] = steps
	return true
}

// along is the nearest corner that lies in this direction, or against it, with dark and bright exchanged.
func (g *grid) along(from int, direction float64) (int, bool) {
	c := g.corners[from]
	best, nearest := -1, math.Inf(1)
	for i, o := range g.corners {
		d := sub(o.Point, c.Point)
		length := math.Hypot(d.X, d.Y)
		if i == from || length >= nearest || length < 5 {
			continue
		}
		if turned(math.Atan2(d.Y, d.X), direction) < 0.2 && opposite(c, o) {
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

// opposite says whether two corners could be neighbors: the same edges, dark and bright exchanged.
func opposite(a, b corner) bool {
	straight := max(turned(a.edge[0], b.edge[0]), turned(a.edge[1], b.edge[1]))
	crossed := max(turned(a.edge[0], b.edge[1]), turned(a.edge[1], b.edge[0]))
	if straight <= crossed {
		return straight < alike && a.dark != b.dark
	}
	return crossed < alike && a.dark == b.dark // their quarters are counted from the other edge
}

var sides = [4]image.Point{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}

// grow adds neighbors as long as there are any.
func (g *grid) grow() {
	queue := []image.Point{{}}
	for len(queue) > 0 && len(g.at) < 2000 {
		at := queue[0]
		queue = queue[1:]
		for k, side := range sides {
			next := at.Add(side)
			if _, known := g.at[next]; !known && g.extend(at, next, k) {
				queue = append(queue, next)
			}
		}
	}
}

// extend looks for the corner at the next place, on the given side of a known one.
func (g *grid) extend(at, next image.Point, side int) bool {
	from, steps := g.corners[g.at[at]], g.step[at]
	step := steps[side%2]
	if side >= 2 {
		step = engine.Point{X: -step.X, Y: -step.Y}
	}
	length := math.Hypot(step.X, step.Y)
	want := engine.Point{X: from.X + step.X, Y: from.Y + step.Y}
	found, nearest := -1, slackNear*length
	g.near.each(want, nearest, func(i int) {
		if d := dist(g.corners[i].Point, want); d < nearest && !g.used[i] && opposite(from, g.corners[i]) {
			found, nearest = i, d
		}
	})
	if found < 0 {
		return false
	}
	moved := sub(g.corners[found].Point, from.Point)
	if side >= 2 {
		moved = engine.Point{X: -moved.X, Y: -moved.Y}
	}
	steps[side%2] = moved
	g.at[next], g.used[found], g.step[next] = found, true, steps
	return true
}

// window is the part of the grid that has the board's size and the strongest corners. A few that were too blurred to be found
// from the rest are filled in.
func (b Board) window(p *plane, g *grid) ([]engine.Point, bool) {
	var area image.Rectangle
	for at := range g.at {
		area = area.Union(image.Rectangle{Min: at, Max: at.Add(image.Pt(1, 1))})
	}
	var best []engine.Point
	most := 0.0
	for _, turn := range []bool{false, true} {
		w, h := b.Columns, b.Rows
		if turn {
			w, h = h, w
		}
		for y := area.Min.Y; y+h <= area.Max.Y; y++ {
			for x := area.Min.X; x+w <= area.Max.X; x++ {
				points, score := b.take(g, image.Pt(x, y), turn)
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
func (b Board) take(g *grid, from image.Point, turn bool) (points []engine.Point, score float64) {
	for j := range b.Rows {
		for i := range b.Columns {
			at := from.Add(image.Pt(i, j))
			if turn {
				at = from.Add(image.Pt(j, i))
			}
			if k, known := g.at[at]; known {
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
	right := sub(points[b.Columns-1], points[0])
	down := sub(points[(b.Rows-1)*b.Columns], points[0])
	if right.X*down.Y-right.Y*down.X < 0 { // mirrored: rows run the other way
		turned := make([]engine.Point, 0, len(points))
		for j := range b.Rows {
			row := points[(b.Rows-1-j)*b.Columns:]
			turned = append(turned, row[:b.Columns]...)
		}
		points = turned
	}
	dx, dy := sub(points[1], points[0]), sub(points[b.Columns], points[0])
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

func sub(a, b engine.Point) engine.Point { return engine.Point{X: a.X - b.X, Y: a.Y - b.Y} }

// buckets find corners by their place.
type buckets struct{ of map[image.Point][]int }

const bucketSide = 32

func newBuckets(corners []corner) *buckets {
	b := &buckets{map[image.Point][]int{}}
	for i, c := range corners {
		at := image.Pt(int(c.X)/bucketSide, int(c.Y)/bucketSide)
		b.of[at] = append(b.of[at], i)
	}
	return b
}

// each calls f with all corners within a distance, and some beyond.
func (b *buckets) each(at engine.Point, within float64, f func(int)) {
	low := image.Pt(int((at.X-within)/bucketSide), int((at.Y-within)/bucketSide))
	high := image.Pt(int((at.X+within)/bucketSide), int((at.Y+within)/bucketSide))
	for y := low.Y; y <= high.Y; y++ {
		for x := low.X; x <= high.X; x++ {
			for _, i := range b.of[image.Pt(x, y)] {
				f(i)
			}
		}
	}
}
