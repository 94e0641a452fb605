package blob

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tilewatch/engine"
)

func TestSolidShapes(t *testing.T) {
	disc := func(x, y int) bool { return (x-15)*(x-15)+(y-15)*(y-15) < 150 }
	for _, tt := range []struct {
		rule  string
		inked func(x, y int) bool
		want  bool
	}{
		{"a square", func(x, y int) bool { return x > 5 && x < 25 && y > 5 && y < 25 }, true},
		{"a slanted square", func(x, y int) bool { return y > 5 && y < 25 && x > y/4 && x < y/4+20 }, true},
		{"a disc", disc, true},
		{"a bar is slim, as an I", func(x, y int) bool { return x > 12 && x < 18 && y > 2 && y < 28 }, false},
		{"a ring", func(x, y int) bool { return disc(x, y) && (x-15)*(x-15)+(y-15)*(y-15) > 60 }, false},
		{"an L", func(x, y int) bool { return x > 5 && x < 25 && y > 5 && y < 25 && (x < 11 || y > 19) }, false},
		{"nothing", func(x, y int) bool { return false }, false},
	} {
		var m Moments
		for y := range 30 {
			for x := range 30 {
				if tt.inked(x, y) {
					m.Add(x, y)
				}
			}
		}
		if got := m.Solid(1.9); got != tt.want {
			t.Errorf("%s: solid %v", tt.rule, got)
		}
	}
}

func TestContrastIsThatOfTheInk(t *testing.T) {
	p := Picture{W: 60, H: 60, Gray: make([]uint8, 3600)}
	for i := range p.Gray {
		if p.Gray[i] = 200; i%60 > 24 && i%60 < 36 { // a stroke in the middle
			p.Gray[i] = 80
		}
	}
	ground, middle := [3]float64{200, 200, 200}, engine.Point{X: 30, Y: 30}
	if got := p.Contrast(middle, 24, 24, ground, true); math.Abs(got-120) > 1 {
		t.Errorf("dark ink: %.1f gray levels, want 120", got)
	}
	if got := p.Contrast(middle, 24, 24, ground, false); got > 1 {
		t.Errorf("light ink: %.1f gray levels, want none", got)
	}
	if got := p.Contrast(engine.Point{X: 1, Y: 59}, 24, 24, ground, true); math.IsNaN(got) {
		t.Error("at the picture's corner")
	}
}

func TestQuickselect(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for n := 1; n < 60; n++ {
		all := make([]float64, n)
		for i := range all {
			all[i] = float64(rng.IntN(20))
		}
		sorted := slices.Sorted(slices.Values(all))
		for index := range all {
			if got := Quickselect(slices.Clone(all), index); got != sorted[index] {
				t.Fatalf("%v at %d: %v", sorted, index, got)
			}
		}
	}
}

func TestMedians(t *testing.T) {
	levels := func() []float64 { return []float64{40, 10, 30, 20} }
	if Median(levels()) != 25 || UpperMedian(levels()) != 30 {
		t.Errorf("medians %v and %v, want 25 and 30", Median(levels()), UpperMedian(levels()))
	}
	if got := BinnedMedian(levels()); math.Abs(got-30) > 4 {
		t.Errorf("binned %v, want about 30", got)
	}
	if BinnedMedian(nil) != 0 {
		t.Error("of nothing")
	}
}

func TestColors(t *testing.T) {
	if got := ColorGap([3]float64{10, 20, 30}, [3]float64{12, 50, 29}); got != 30 {
		t.Errorf("gap %v", got)
	}
	if got := Luma([3]float64{255, 255, 255}); math.Abs(got-255) > 1e-9 {
		t.Errorf("white is %v", got)
	}
}

// drawn is a small patch, # for ink.
func drawn(lines string) (ink []bool, wide int) {
	rows := strings.Fields(lines)
	for _, r := range rows {
		for _, c := range r {
			ink = append(ink, c == '#')
		}
	}
	return ink, len(rows[0])
}

func TestRegions(t *testing.T) {
	for _, tt := range []struct {
		rule, drawing string
		corners       bool
		want          []Component
	}{
		{"nothing", "... ...", false, nil},
		{"corners do not connect", "#.. .#. ..#", false, []Component{{0, 0, 1, 1, 1}, {1, 1, 2, 2, 1}, {2, 2, 3, 3, 1}}},
		{"corners connect", "#.. .#. ..#", true, []Component{{0, 0, 3, 3, 3}}},
		{"rows do not wrap around", "..# #..", true, []Component{{2, 0, 3, 1, 1}, {0, 1, 1, 2, 1}}},
		{"a ring and what is in it", "##### #...# #.#.# #...# #####", false, []Component{{0, 0, 5, 5, 16}, {2, 2, 3, 3, 1}}},
		{"a spiral", "##### ....# ###.# #...# #####", false, []Component{{0, 0, 5, 5, 17}}},
	} {
		ink, wide := drawn(tt.drawing)
		var got []Component
		Regions(ink, wide, tt.corners, func(c Component, pixels []int) bool {
			if len(pixels) != c.Area {
				t.Errorf("%s: %d pixels of %d", tt.rule, len(pixels), c.Area)
			}
			got = append(got, c)
			return true
		})
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.rule, got, tt.want)
		}
	}
	n := 0
	ink, wide := drawn("#.#.#")
	Regions(ink, wide, false, func(Component, []int) bool { n++; return n < 2 })
	if n != 2 {
		t.Errorf("the search went on after %d regions", n)
	}
}

func TestShapeAllows(t *testing.T) {
	s := Shape{LeastLong: 5, MostLong: 90, LeastShort: 2, MostSlim: 6, LeastFill: 0.15, MostFill: 0.92, BarSlim: 3}
	for _, tt := range []struct {
		rule string
		c    Component
		want bool
	}{
		{"a digit", Component{0, 0, 20, 30, 300}, true},
		{"too small", Component{0, 0, 4, 4, 8}, false},
		{"too large", Component{0, 0, 95, 60, 2000}, false},
		{"too thin", Component{0, 0, 1, 6, 6}, false},
		{"too slim", Component{0, 0, 4, 30, 100}, false},
		{"hardly filled", Component{0, 0, 30, 30, 100}, false},
		{"filled", Component{0, 0, 20, 20, 390}, false},
		{"a filled bar", Component{0, 0, 6, 24, 144}, true},
	} {
		if got := s.allows(&tt.c); got != tt.want {
			t.Errorf("%s: %v", tt.rule, got)
		}
	}
}
