package racks

import (
	"math"
	"testing"

	"tilewatch/vision/nabit/hue"
)

func TestSamplesAreCountedWhileThereMayBeEnough(t *testing.T) {
	red := func(h hue.Hue) bool { return h[0] > 0 }
	some := func(have, of int) (all []hue.Hue) {
		for i := range of {
			h := hue.Hue{-1}
			if i < have {
				h = hue.Hue{1}
			}
			all = append(all, h)
		}
		return all
	}
	for _, c := range []struct {
		name         string
		have, enough int
		want         bool
	}{{"all", 25, 14, true}, {"just enough", 14, 14, true}, {"one too few", 13, 14, false}, {"none", 0, 14, false}} {
		t.Run(c.name, func(t *testing.T) {
			if got := countMatches(some(c.have, 25), c.enough, red) >= c.enough; got != c.want {
				t.Errorf("enough: %v, want %v", got, c.want)
			}
		})
	}
}

func TestAColorEndsWhereItIsSeenToEnd(t *testing.T) {
	red := func(h hue.Hue) bool { return h[0] > 0 }
	for _, c := range []struct {
		name string
		look func(x, y float64) (hue.Hue, bool)
		want int
	}{
		{"all around", func(x, y float64) (hue.Hue, bool) { return hue.Hue{-1}, true }, 8},
		{"nowhere", func(x, y float64) (hue.Hue, bool) { return hue.Hue{1}, true }, 0},
		{"to the right, and it goes on to the left", func(x, y float64) (hue.Hue, bool) { return hue.Hue{0.1 - x}, true }, 3},
		{"outside of the picture nothing is seen to end", func(x, y float64) (hue.Hue, bool) { return hue.Hue{-1}, math.Abs(y) < 1e-6 }, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := countEdges(c.look, red); got != c.want {
				t.Errorf("it ends in %d directions, want %d", got, c.want)
			}
		})
	}
}
