package homography

import (
	"math"
	"testing"

	"tilewatch/engine"
)

var tilted = Map{50, 3, 700, -4, 45, 300, 0.002, -0.01}

// projected are the points of a lattice of four columns and three rows, as a map shows them.
func projected(m Map) []Pair {
	var pairs []Pair
	for i := range 12 {
		x, y := float64(i%4), float64(i/4)
		pairs = append(pairs, Pair{X: x, Y: y, At: m.At(x, y), Weight: 1})
	}
	return pairs
}

func near(t *testing.T, got, want Map) {
	t.Helper()
	for i := range got {
		if math.Abs(got[i]-want[i]) > 1e-6 {
			t.Fatalf("fitted %v, want %v", got, want)
		}
	}
}

func TestFitFindsTheMapOfProjectedPoints(t *testing.T) {
	for _, tt := range []struct {
		rule        string
		perspective bool
		want        Map
	}{
		{"affine", false, Map{50, 3, 700, -4, 45, 300, 0, 0}},
		{"in perspective", true, tilted},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			got, ok := Fit(projected(tt.want), tt.perspective)
			if !ok {
				t.Fatal("no map")
			}
			near(t, got, tt.want)
		})
	}
	if _, ok := Fit([]Pair{{0, 0, engine.Point{X: 1, Y: 1}, 1}, {1, 0, engine.Point{X: 2, Y: 1}, 1}, {2, 0, engine.Point{X: 3, Y: 1}, 1}}, false); ok {
		t.Error("points in line have a map")
	}
}

func TestAPointWithLessWeightPullsLess(t *testing.T) {
	// One point is off by a tenth; a low weight makes it count less.
	pairs := projected(Map{1, 0, 0, 0, 1, 0, 0, 0})
	pairs[5].At.X += 0.1
	off := func(weight float64) float64 {
		pairs[5].Weight = weight
		m, _ := Fit(pairs, false)
		return math.Abs(m.At(1, 1).X - 1)
	}
	if light, full := off(0.01), off(1); light > 0.1*full {
		t.Errorf("with weight 0.01 a point pulls the map by %.4f, with weight 1 by %.4f", light, full)
	}
}

func TestBackIsTheInverse(t *testing.T) {
	if x, y, ok := tilted.Back(tilted.At(7, 9)); !ok || math.Abs(x-7) > 1e-9 || math.Abs(y-9) > 1e-9 {
		t.Errorf("the way back from 7, 9 leads to %v, %v, %v", x, y, ok)
	}
	if tilted[7]*200+1 >= 0 {
		t.Fatal("row 200 should lie beyond the horizon")
	}
	if _, _, ok := tilted.Back(tilted.At(0, 200)); ok {
		t.Error("what lies beyond the horizon has a place")
	}
	if _, _, ok := new(Map).Back(engine.Point{X: 1, Y: 1}); ok {
		t.Error("the map of zeros has an inverse")
	}
}

func TestMapsOfOtherCoordinates(t *testing.T) {
	shifted, turned := tilted.Shifted(2, 1), tilted.Turned()
	for _, tt := range []struct {
		rule      string
		got, want engine.Point
	}{
		{"a shifted origin", shifted.At(1, 3), tilted.At(3, 4)},
		{"a quarter turn", turned.At(1, 3), tilted.At(3, -1)},
	} {
		if math.Hypot(tt.got.X-tt.want.X, tt.got.Y-tt.want.Y) > 1e-9 {
			t.Errorf("%s: %v, want %v", tt.rule, tt.got, tt.want)
		}
	}
	affine := Affine(engine.Point{X: 5, Y: 6}, engine.Point{X: 2, Y: 1}, engine.Point{X: -1, Y: 2})
	if got := affine.At(1, 2); got != (engine.Point{X: 5, Y: 11}) {
		t.Errorf("affine: %v", got)
	}
}

func TestOfSquareMeetsTheCorners(t *testing.T) {
	q := engine.Quad{{X: 10, Y: 20}, {X: 110, Y: 35}, {X: 90, Y: 140}, {X: 5, Y: 100}}
	m := OfSquare(q)
	for i, c := range [4][2]float64{{0, 0}, {1, 0}, {1, 1}, {0, 1}} {
		if p := m.At(c[0], c[1]); math.Hypot(p.X-q[i].X, p.Y-q[i].Y) > 1e-9 {
			t.Errorf("corner %d lies at %v, want %v", i, p, q[i])
		}
	}
}
