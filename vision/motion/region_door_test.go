package motion

import (
	"image"
	"math"
	"strings"
	"testing"

	"tilewatch/engine"
)

func TestARegionKnowsItsPoints(t *testing.T) {
	at := func(x, y float64) engine.Point { return engine.Point{X: x, Y: y} }
	v := &view{w: 20, h: 10, factor: 4, full: image.Pt(82, 43)}
	d := masked(
		"....................",
		"..XXX...............",
		"..XXX...............",
		"....................",
		"..............XXXX..",
		"..............XXXX..",
		"..............XXXX..",
		"..X.................", // noise
		"....................",
		"....................",
	)
	r := d.region(v, groundOf(v))
	if want := image.Rect(8, 4, 72, 28); r.Box != want || r.Empty() || math.Abs(r.Share-18.0/200) > 1e-9 {
		t.Errorf("%v with a share of %.3f, want %v with %.3f", r.Box, r.Share, want, 18.0/200)
	}
	for p, want := range map[engine.Point]bool{
		at(8, 4): true, at(19.9, 11.9): true, at(56, 16): true, at(71, 27): true,
		at(7.9, 4): false, at(20, 4): false, at(8, 3.9): false, at(8, 12): false,
		at(30, 12): false, // in the box, between the two
		at(9, 29):  false, at(-1, -1): false, at(-1, 4): false, at(500, 16): false, at(60, 500): false,
	} {
		if got := r.Contains(p); got != want {
			t.Errorf("%v belongs to it: %v, want %v", p, got, want)
		}
	}
	d.mask[4*20+14] = same
	if !r.Contains(at(56, 16)) {
		t.Error("a region changes after it was returned")
	}
}

func TestARegionWithoutAMaskIsItsBox(t *testing.T) {
	whole := wholeRegion(&view{full: image.Pt(640, 480)})
	if whole.Box != image.Rect(0, 0, 640, 480) || whole.Share != 1 {
		t.Errorf("all of it is %v, %.2f", whole.Box, whole.Share)
	}
	for p, want := range map[engine.Point]bool{{X: 0, Y: 0}: true, {X: 639.9, Y: 479.9}: true, {X: 640, Y: 10}: false, {X: 10, Y: 480}: false, {X: -0.5, Y: 10}: false} {
		if got := whole.Contains(p); got != want {
			t.Errorf("%v belongs to it: %v, want %v", p, got, want)
		}
	}
	if none := (Region{}); !none.Empty() || none.Contains(engine.Point{}) || none.Overlap(engine.Quad{{}, {X: 9}, {X: 9, Y: 9}, {Y: 9}}) != 0 {
		t.Error("an empty region has something in it")
	}
}

func TestNothingStrangeIsAnEmptyRegion(t *testing.T) {
	rows := strings.Split(strings.TrimSuffix(strings.Repeat(strings.Repeat(".", 12)+"/", 9), "/"), "/")
	if r := masked(rows...).region(&view{factor: 2}, &ground{columns: 1, ignored: make([]bool, 1), hand: make([]bool, 1)}); !r.Empty() || r.Share != 0 || r.Contains(engine.Point{X: 3, Y: 3}) {
		t.Errorf("it is %v", r.Box)
	}
}

func TestOverlapIsTheShareOfAQuadrilateral(t *testing.T) {
	left := Region{Box: image.Rect(0, 0, 50, 100)}
	quad := func(x0, y0, x1, y1 float64) engine.Quad {
		return engine.Quad{{X: x0, Y: y0}, {X: x1, Y: y0}, {X: x1, Y: y1}, {X: x0, Y: y1}}
	}
	for name, c := range map[string]struct {
		quad engine.Quad
		want float64
	}{
		"inside":              {quad(10, 10, 40, 40), 1},
		"outside":             {quad(60, 10, 90, 40), 0},
		"two fifths":          {quad(30, 10, 80, 60), 0.4},
		"a fifth of a strip":  {quad(41, 0, 86, 10), 0.2},
		"turned by a quarter": {engine.Quad{{X: 80, Y: 10}, {X: 80, Y: 60}, {X: 30, Y: 60}, {X: 30, Y: 10}}, 0.4},
		"above the picture":   {quad(10, -50, 40, 0), 0},
	} {
		if got := left.Overlap(c.quad); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%s: %.2f, want %.2f", name, got, c.want)
		}
	}
}

// groundOf is a view's ground; all of it matters.
func groundOf(v *view) *ground {
	g := &ground{}
	g.fit(v)
	return g
}
