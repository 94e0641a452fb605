// Package pointgrid finds points of a picture near a place: a spatial index of square buckets, whose side is given in pixels.
package pointgrid

import (
	"math"

	"tilewatch/engine"
	"tilewatch/vision/geom"
)

// Grid holds the indices of points, bucket by bucket.
type Grid struct {
	side       float64 // of a bucket, pixels
	x0, y0     float64 // the first bucket's corner, a multiple of side
	wide, high int     // buckets
	first      []int32 // place in order where each bucket begins, and one more for the end of the last
	order      []int32 // the points' indices, bucket by bucket
	at         func(i int) engine.Point
}

// mostBuckets is the largest number of columns and of rows. Points farther away share the last bucket, so that a point that a bad lens model
// moved far out of the picture costs no memory. A picture of 16,000 pixels has 400 columns of 40.
const mostBuckets = 1024

// New indexes n points; at is where each lies. The grid is fastest for searches that reach about a bucket's side.
func New(n int, side float64, at func(i int) engine.Point) *Grid {
	g := &Grid{side: side, at: at, wide: 1, high: 1}
	if n > 0 {
		g.span(n)
	}
	g.first = make([]int32, g.wide*g.high+1)
	for i := range n {
		g.first[g.bucket(at(i))+1]++
	}
	for i := 1; i < len(g.first); i++ {
		g.first[i] += g.first[i-1]
	}
	g.order = make([]int32, n)
	next := append([]int32(nil), g.first...)
	for i := range n {
		b := g.bucket(at(i))
		g.order[next[b]] = int32(i)
		next[b]++
	}
	return g
}

// span sets the first bucket and the number of buckets.
func (g *Grid) span(n int) {
	low, high := g.at(0), g.at(0)
	for i := range n {
		p := g.at(i)
		low = engine.Point{X: min(low.X, p.X), Y: min(low.Y, p.Y)}
		high = engine.Point{X: max(high.X, p.X), Y: max(high.Y, p.Y)}
	}
	g.x0, g.y0 = g.side*math.Floor(low.X/g.side), g.side*math.Floor(low.Y/g.side)
	g.wide, g.high = g.buckets(high.X-g.x0), g.buckets(high.Y-g.y0)
}

// buckets is how many buckets cover a length.
func (g *Grid) buckets(length float64) int { return clampedIndex(length/g.side, mostBuckets) + 1 }

// column and row are those of a point's bucket, or of the nearest one if it lies outside of all.
func (g *Grid) column(x float64) int { return clampedIndex((x-g.x0)/g.side, g.wide) }
func (g *Grid) row(y float64) int    { return clampedIndex((y-g.y0)/g.side, g.high) }

// clampedIndex is the bucket at a distance, in buckets, of n. It clamps before the conversion: an infinite float and NaN have no integer.
func clampedIndex(at float64, n int) int {
	if !(at > 0) {
		return 0
	}
	return int(min(at, float64(n-1)))
}

// At is where a point lies.
func (g *Grid) At(i int) engine.Point { return g.at(i) }

func (g *Grid) bucket(p engine.Point) int { return g.row(p.Y)*g.wide + g.column(p.X) }

// Near visits the points within reach of p: along the rows of buckets, in each bucket in the order of their indices.
func (g *Grid) Near(p engine.Point, reach float64, visit func(i int)) {
	left, right := g.column(p.X-reach), g.column(p.X+reach)
	for y := g.row(p.Y - reach); y <= g.row(p.Y+reach); y++ {
		for _, i := range g.order[g.first[y*g.wide+left]:g.first[y*g.wide+right+1]] {
			if geom.Dist(p, g.at(int(i))) <= reach {
				visit(int(i))
			}
		}
	}
}

// Nearest is the nearest point within reach of p that fits, or -1.
func (g *Grid) Nearest(p engine.Point, reach float64, fits func(i int) bool) int {
	best := -1
	g.Near(p, reach, func(i int) {
		if d := geom.Dist(p, g.at(i)); d <= reach && fits(i) {
			best, reach = i, d
		}
	})
	return best
}
