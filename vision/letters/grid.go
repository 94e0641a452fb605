package letters

import (
	"math"

	"tilewatch/engine"
)

// grid finds points by place.
type grid struct {
	cell  float64
	boxes map[[2]int][]int
	at    func(i int) engine.Point
}

func newGrid(n int, cell float64, at func(i int) engine.Point) *grid {
	g := &grid{cell, map[[2]int][]int{}, at}
	for i := range n {
		k := g.key(at(i))
		g.boxes[k] = append(g.boxes[k], i)
	}
	return g
}

func (g *grid) key(p engine.Point) [2]int {
	return [2]int{int(math.Floor(p.X / g.cell)), int(math.Floor(p.Y / g.cell))}
}

// near visits the points within reach.
func (g *grid) near(p engine.Point, reach float64, visit func(i int)) {
	low, high := g.key(engine.Point{X: p.X - reach, Y: p.Y - reach}), g.key(engine.Point{X: p.X + reach, Y: p.Y + reach})
	for y := low[1]; y <= high[1]; y++ {
		for x := low[0]; x <= high[0]; x++ {
			for _, i := range g.boxes[[2]int{x, y}] {
				if dist(p, g.at(i)) <= reach {
					visit(i)
				}
			}
		}
	}
}

// nearest is the nearest point within reach that fits, or -1.
func (g *grid) nearest(p engine.Point, reach float64, fits func(i int) bool) int {
	best := -1
	g.near(p, reach, func(i int) {
		if d := dist(p, g.at(i)); d <= reach && fits(i) {
			best, reach = i, d
		}
	})
	return best
}

func dist(a, b engine.Point) float64               { return math.Hypot(a.X-b.X, a.Y-b.Y) }
func add(p, q engine.Point) engine.Point           { return engine.Point{X: p.X + q.X, Y: p.Y + q.Y} }
func sub(p, q engine.Point) engine.Point           { return engine.Point{X: p.X - q.X, Y: p.Y - q.Y} }
func cross(p, q engine.Point) float64              { return p.X*q.Y - p.Y*q.X }
func length(p engine.Point) float64                { return math.Hypot(p.X, p.Y) }
func alike(a, b, ratio float64) bool               { return a < ratio*b && b < ratio*a }
func times(p engine.Point, k float64) engine.Point { return engine.Point{X: k * p.X, Y: k * p.Y} }
