package geom

import (
	"math"
	"testing"

	"tilewatch/engine"
)

func TestPoints(t *testing.T) {
	p, q := engine.Point{X: 3, Y: 4}, engine.Point{X: 1, Y: -2}
	if Add(p, q) != (engine.Point{X: 4, Y: 2}) || Sub(p, q) != (engine.Point{X: 2, Y: 6}) || Scale(p, 2) != (engine.Point{X: 6, Y: 8}) {
		t.Error("sums and products")
	}
	if Length(p) != 5 || Dist(p, engine.Point{}) != 5 || Cross(engine.Point{X: 1}, engine.Point{Y: 1}) != 1 {
		t.Error("lengths and areas")
	}
	if m := Middle(engine.Quad{{X: 0, Y: 0}, {X: 4, Y: 0}, {X: 4, Y: 2}, {X: 0, Y: 2}}); m != (engine.Point{X: 2, Y: 1}) {
		t.Errorf("middle %v", m)
	}
	if !Similar(2, 3, 1.6) || Similar(2, 3, 1.4) || Similar(3, 2, 1.4) {
		t.Error("ratios")
	}
}

func TestVectors(t *testing.T) {
	x, y, z := Vec{1, 0, 0}, Vec{0, 1, 0}, Vec{0, 0, 1}
	if x.Cross(y) != z || x.Dot(y) != 0 || x.Add(y).Add(y.Scale(-1)) != x || z.Scale(3).Unit() != z {
		t.Error("products")
	}
	for _, tt := range []struct {
		rule  string
		v, by Vec
		want  Vec
	}{
		{"a quarter turn about z", x, z.Scale(math.Pi / 2), y},
		{"about its own axis", x, x.Scale(1.3), x},
		{"not at all", x, Vec{}, x},
		{"a third of a turn about the diagonal", x, Vec{1, 1, 1}.Unit().Scale(2 * math.Pi / 3), y},
	} {
		if d := tt.v.Turned(tt.by).Add(tt.want.Scale(-1)); d.Dot(d) > 1e-18 {
			t.Errorf("%s: off by %v", tt.rule, d)
		}
	}
}
