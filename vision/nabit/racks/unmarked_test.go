package racks

import (
	"math"
	"slices"
	"testing"

	"tilewatch/engine"
	"tilewatch/vision/nabit/hue"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/nabit/scenetest"
	"tilewatch/vision/picture"
)

func TestAnUnmarkedTopIsAPatchOfItsPlayersColorAndOfItsSize(t *testing.T) {
	red, white, green := picture.BGR{60, 60, 200}, picture.BGR{220, 220, 220}, picture.BGR{70, 150, 60}
	for _, c := range []struct {
		name  string
		cloth picture.BGR
		patch picture.BGR
		wide  float64
		known []Candidate
		want  bool
	}{
		{"a patch of a tile's size may be a bank's top", white, red, 1, nil, true},
		{"a cloth of that color is none", red, red, 1, nil, false},
		{"nor is the middle of what is much larger than a tile", white, red, 5, nil, false},
		{"nor what is much smaller", white, red, 0.4, nil, false},
		{"the color of nobody at the table is no bank's", white, green, 1, nil, false},
		{"whose bank is sure is not looked for", white, red, 1, []Candidate{bankOf(engine.Red, 5, 3)}, false},
		{"whose bank is doubtful is", white, red, 1, []Candidate{bankOf(engine.Red, 0.5, 3)}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, s := scenetest.TableFromAbove(c.cloth)
			scenetest.Paint(r, s, topLevel, c.patch, 4, 3, c.wide)
			places := unmarkedPlaces(r, s, nil, c.known, &colorModel{plastics: plasticHues(s, nil, hue.Hue{})})
			found := slices.ContainsFunc(places, func(p topCandidate) bool { return picture.Dist(p.at, engine.Point{X: 4, Y: 3}) < gridStep })
			if found != c.want || c.cloth == red && len(places) > 0 {
				t.Errorf("%d places are found; at 4, 3: %v, want %v", len(places), found, c.want)
			}
		})
	}
}

func TestAPlayersColorIsThatOfItsTilesOrOfItsPlasticInThisLight(t *testing.T) {
	pale := hue.Hue{0.2, 0.15}                                                             // tiles of a purple that is near to gray
	cloth := hue.Hue{hue.PlasticHues[2].Mean[0] - 0.05, hue.PlasticHues[2].Mean[1] - 0.05} // nearly yellow
	colors := colorModel{plastics: map[engine.Color][]hue.Hue{engine.Purple: {pale}, engine.Yellow: {{hue.PlasticHues[2].Mean[0] + 0.3, hue.PlasticHues[2].Mean[1]}}}}
	onCloth := colors
	onCloth.table = []hue.Hue{cloth}
	for _, c := range []struct {
		name  string
		of    *colorModel
		color engine.Color
		hue   hue.Hue
		want  bool
	}{
		{"as its other tiles are", &colors, engine.Purple, pale, true},
		{"as the plastic is in other light", &colors, engine.Yellow, hue.PlasticHues[2].Mean, true},
		{"another's", &colors, engine.Yellow, hue.PlasticHues[3].Mean, false},
		{"the lamp's own", &colors, engine.Yellow, hue.Hue{}, false},
		{"as the cloth is, and the tiles are not quite", &onCloth, engine.Yellow, hue.PlasticHues[2].Mean, false},
		{"as the tiles are, and the cloth is not quite", &onCloth, engine.Yellow, colors.plastics[engine.Yellow][0], true},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := c.of.matches(c.color, c.hue); got != c.want {
				t.Errorf("%v, want %v", got, c.want)
			}
		})
	}
}

func TestAFaceBetweenTwoTilesIsNone(t *testing.T) {
	_, s := scenetest.TableFromAbove(picture.BGR{})
	at := func(col, row float64) hypothesis.LooseFace {
		return hypothesis.LooseFace{Pose: s.PoseAt(col, row, 0), Level: 1}
	}
	row := []hypothesis.LooseFace{at(4, 0), at(5.1, 0)}
	for _, c := range []struct {
		name string
		face hypothesis.LooseFace
		want bool
	}{
		{"half on either", at(4.55, 0.4), true},
		{"the next of the row", at(6.2, 0), false},
		{"beside one, as a stack that hides some of it", at(4, 0.7), false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := straddles(&c.face, row); got != c.want {
				t.Errorf("%v, want %v", got, c.want)
			}
		})
	}
}
func TestCountingStopsWhenEnoughIsOutOfReach(t *testing.T) {
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
