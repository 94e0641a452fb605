package pointgrid

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"tilewatch/engine"
	"tilewatch/vision/geom"
)

func TestNearFindsWhatTryingAllFinds(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	points := make([]engine.Point, 300)
	for i := range points {
		points[i] = engine.Point{X: 900*rng.Float64() - 100, Y: 600*rng.Float64() - 50}
	}
	g := New(len(points), 40, func(i int) engine.Point { return points[i] })
	for _, p := range []engine.Point{{X: 300, Y: 200}, {X: -100, Y: -50}, {X: 2000, Y: 200}, {X: 799, Y: 549}} {
		for _, reach := range []float64{0, 35, 200} {
			var got, want []int
			g.Near(p, reach, func(i int) { got = append(got, i) })
			nearest := -1
			for i, q := range points {
				d := geom.Dist(p, q)
				if d > reach {
					continue
				}
				want = append(want, i)
				if i%2 == 0 && (nearest < 0 || d < geom.Dist(p, points[nearest])) {
					nearest = i
				}
			}
			slices.Sort(got)
			if !slices.Equal(got, want) {
				t.Errorf("within %v of %v: %v, want %v", reach, p, got, want)
			}
			if i := g.Nearest(p, reach, func(i int) bool { return i%2 == 0 }); i != nearest {
				t.Errorf("nearest even point to %v within %v: %d, want %d", p, reach, i, nearest)
			}
		}
	}
}

func TestAnEmptyGrid(t *testing.T) {
	g := New(0, 40, nil)
	if i := g.Nearest(engine.Point{X: 5}, 100, func(int) bool { return true }); i != -1 {
		t.Errorf("nearest %d", i)
	}
}

func TestAPointFarAwayCostsNoMemory(t *testing.T) {
	points := []engine.Point{{X: 10, Y: 10}, {X: 3e9, Y: -5e8}, {X: 50, Y: 20}, {X: 2e9, Y: 1e9}}
	g := New(len(points), 40, func(i int) engine.Point { return points[i] })
	if len(g.first) > mostBuckets*mostBuckets+1 {
		t.Errorf("%d buckets", len(g.first))
	}
	for i, p := range points {
		if got := g.Nearest(engine.Point{X: p.X + 1, Y: p.Y}, 5, func(int) bool { return true }); got != i {
			t.Errorf("the point nearest to point %d is %d", i, got)
		}
	}
	if got := g.Nearest(engine.Point{X: 12, Y: 10}, 1e10, func(i int) bool { return i > 0 }); got != 2 {
		t.Errorf("the nearest of the others is %d, want 2", got)
	}
}

func TestAPointThatIsNoNumberIsNeverNear(t *testing.T) {
	points := []engine.Point{{X: math.NaN(), Y: 5}, {X: 10, Y: 10}}
	g := New(len(points), 40, func(i int) engine.Point { return points[i] })
	if got := g.Nearest(engine.Point{X: 9, Y: 10}, 20, func(int) bool { return true }); got != 1 {
		t.Errorf("point %d is nearest, want 1", got)
	}
}
