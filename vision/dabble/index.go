package dabble

import (
	"math"

	"tilewatch/engine"
)

// index finds marks by place.
type index struct {
	marks []mark
	cells map[[2]int][]int
}

const indexCell = 64.0 // pixels

func newIndex(marks []mark) *index {
	x := &index{marks, map[[2]int][]int{}}
	for i := range marks {
		c := cellOf(marks[i].at)
		x.cells[c] = append(x.cells[c], i)
	}
	return x
}

func cellOf(p engine.Point) [2]int {
	return [2]int{int(math.Floor(p.X / indexCell)), int(math.Floor(p.Y / indexCell))}
}

// near calls visit for each mark within reach.
func (x *index) near(p engine.Point, reach float64, visit func(i int)) {
	low, high := cellOf(engine.Point{X: p.X - reach, Y: p.Y - reach}), cellOf(engine.Point{X: p.X + reach, Y: p.Y + reach})
	for cx := low[0]; cx <= high[0]; cx++ {
		for cy := low[1]; cy <= high[1]; cy++ {
			for _, i := range x.cells[[2]int{cx, cy}] {
				if dist(x.marks[i].at, p) <= reach {
					visit(i)
				}
			}
		}
	}
}

// nearest is the nearest mark within reach that will do.
func (x *index) nearest(p engine.Point, reach float64, will func(i int) bool) (int, bool) {
	best, found := -1, math.Inf(1)
	if !(reach < 1e5) || math.IsNaN(p.X+p.Y) {
		return -1, false
	}
	x.near(p, reach, func(i int) {
		if d := dist(x.marks[i].at, p); d < found && will(i) {
			best, found = i, d
		}
	})
	return best, best >= 0
}
