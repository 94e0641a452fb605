package dabble

import (
	"math"
	"slices"
	"testing"

	"tilewatch/calibration"
	"tilewatch/engine"
	rules "tilewatch/engine/dabble"
	"tilewatch/vision/dabble/lattice"
	"tilewatch/vision/geom"
	"tilewatch/vision/gridfit"
)

// TestFacesLieWhereTheirPrintSays moves faces so that letters stand where the set's do, for the value is looked for at its place below them.
func TestFacesLieWhereTheirPrintSays(t *testing.T) {
	set := valueLineModel{top: -0.28, middle: 0, high: 0.5}
	face := patch{geom.Vec{0, 0, 10}, geom.Vec{1, 0, 0}, geom.Vec{0, 1, 0}}
	for _, c := range []struct {
		rule    string
		letter  box
		stretch bool
		x, y    float64 // of the face's middle
		high    float64
	}{
		{"nothing printed says nothing", box{}, false, 0, 0, 1},
		{"a letter in its place leaves the face where it is", box{X0: -0.2, Y0: -0.28, X1: 0.2, Y1: 0.22}, true, 0, 0, 1},
		{"a letter that stands lower moves it down", box{X0: -0.2, Y0: -0.2, X1: 0.2, Y1: 0.3}, false, 0, 0.08, 1},
		{"one far off is something else", box{X0: -0.2, Y0: -0.08, X1: 0.2, Y1: 0.33}, false, 0, 0, 1},
		{"one run together with its value tells its top alone", box{X0: -0.1, Y0: -0.2, X1: 0.45, Y1: 0.45}, false, 0, 0.08, 1},
		{"letters lean left and right by themselves", box{X0: -0.1, Y0: -0.28, X1: 0.3, Y1: 0.22}, false, 0.05, 0, 1},
		{"a higher letter makes a loose face higher", box{X0: -0.2, Y0: -0.308, X1: 0.2, Y1: 0.242}, true, 0, 0, 1.1},
		{"but none on a rack", box{X0: -0.2, Y0: -0.308, X1: 0.2, Y1: 0.242}, false, 0, -0.028, 1},
	} {
		got := set.aligned(face, &print{letter: c.letter}, c.stretch)
		if !near(got.middle[0], c.x) || !near(got.middle[1], c.y) || !near(got.y[1], c.high) {
			t.Errorf("%s: the middle is at %.3f, %.3f, the height %.3f; want %.3f, %.3f and %.3f", c.rule, got.middle[0], got.middle[1], got.y[1], c.x, c.y, c.high)
		}
	}
}

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

// twoRacks are racks ten tiles apart before a camera, and marks of letters on the table before the left one, so far right of its middle.
func twoRacks(rights ...float64) (*scan, []rack) {
	s := &scan{cam: calibration.Pinhole(2000, 1500, 1000)}
	sin, cos := math.Sincos(0.6)
	racks := make([]rack, 2)
	for i := range racks {
		p := pose{cam: s.cam, right: geom.Vec{1, 0, 0}, down: geom.Vec{0, cos, -sin}, t: geom.Vec{-5 + 10*float64(i), 0, 20}, rise: lattice.UsualRise}
		racks[i] = rack{Lattice: lattice.Lattice{Lattice: gridfit.Lattice{Cells: map[node]int{{}: 0}}}, pose: p, dark: true, contrast: 100, high: usualHigh, tilt: usualTilt}
	}
	plastic := [3]float64{200, 220, 230}
	s.candidates = []candidate{{Ground: plastic}}
	for _, x := range rights {
		table := racks[0].table(middleSlope)
		v := table.origin.Add(table.right.Scale(x)).Add(table.front.Scale(1.5))
		s.candidates = append(s.candidates, candidate{At: racks[0].pixel(v), W: 25, H: 25, Dark: true, Ground: plastic, Ink: 100, Plain: 1})
	}
	return s, racks
}

func TestNobodyHasMoreTilesThanARackHolds(t *testing.T) {
	for _, c := range []struct {
		rule string
		free []int
		want []int // racks of tiles in the middle before the left one, a little right of that, and almost halfway
	}{
		{"where there is room tiles stay", []int{3, 5}, []int{0, 0, 0}},
		{"the one nearest to the other rack goes first", []int{2, 5}, []int{0, 0, 1}},
		{"as many go as are too many", []int{1, 5}, []int{0, 1, 1}},
		{"and no more than there is room for", []int{0, 1}, []int{0, 0, 1}},
		{"or none", []int{0, 0}, []int{0, 0, 0}},
	} {
		s, racks := twoRacks(0, 3, 4.5)
		read := []looseReading{{mark: 1}, {mark: 2}, {mark: 3}}
		s.assignToRacks(racks, read, c.free)
		for i, want := range c.want {
			if read[i].rack != want {
				t.Errorf("%s: tile %d is of rack %d, want %d", c.rule, i, read[i].rack, want)
			}
		}
	}
}

func TestTilesOnRacksAreNotFree(t *testing.T) {
	var k rules.SeenRack
	for i := range k.Tiers {
		k.Tiers[i] = make([]rules.SeenTile, i+lattice.Shortest)
	}
	k.Tiers[0][1].Tile, k.Tiers[4][5].Tile = certain, certain/2
	k.Tiers[2][0].Tile = -certain
	if got := free([]rules.SeenRack{k, {}}); !slices.Equal(got, []int{18, 0}) {
		t.Errorf("%d tiles are not on the racks, want 18 and 0", got)
	}
}

func TestTilesDoNotLieOnEachOther(t *testing.T) {
	at := func(x, score float64) looseReading {
		return looseReading{score: score, quad: engine.Quad{{X: x}, {X: x + 40}, {X: x + 40, Y: 40}, {X: x, Y: 40}}}
	}
	kept := nonMaximumSuppression([]looseReading{at(100, 1), at(10, 2), at(115, 4), at(0, 3)})
	if len(kept) != 2 || kept[0].score != 3 || kept[1].score != 4 {
		t.Errorf("%d tiles are kept, want those read best, from left to right", len(kept))
	}
}

// TestWhatMakesALooseTile takes from a tile one sign after the other: each makes it less of one.
func TestWhatMakesALooseTile(t *testing.T) {
	s, racks := twoRacks()
	k := &racks[0]
	type looks struct {
		looseReading
		edge, plain float64
	}
	tile := func() looks {
		l := looks{edge: 0.9, plain: 1}
		l.patch = patch{geom.Vec{0, 0, 20}, geom.Vec{1, 0, 0}, geom.Vec{0, 1, 0}}
		l.letter, l.value, l.contrast = box{X0: -0.2, Y0: -0.27, X1: 0.2, Y1: 0.26}, box{X0: 0.3, Y0: 0.3, X1: 0.4, Y1: 0.45}, 100
		l.letters[l.class] = math.Log(0.98 * 4)
		return l
	}
	odds := func(l looks) float64 { return s.odds(k, &l.looseReading, l.edge, l.plain) }
	whole := odds(tile())
	if whole < 2 {
		t.Errorf("the odds of a tile are %.1f", whole)
	}
	for rule, spoil := range map[string]func(l *looks){
		"edges that are not seen":      func(l *looks) { l.edge = 0.4 },
		"a ring of two colors":         func(l *looks) { l.plain = 0.6 },
		"a letter half as high":        func(l *looks) { l.letter.Y0 = 0 },
		"a filled square for a letter": func(l *looks) { l.solid = true },
		"a letter that is hardly one":  func(l *looks) { l.letters[l.class] = math.Log(0.3 * 4) },
		"lying upside down":            func(l *looks) { l.away = math.Pi },
		"faint ink":                    func(l *looks) { l.contrast = 30 },
	} {
		l := tile()
		if spoil(&l); odds(l) >= whole {
			t.Errorf("%s: the odds are %.1f, those of a tile %.1f", rule, odds(l), whole)
		}
	}
	square := tile()
	square.edge, square.plain, square.solid, square.letters[square.class] = 0.6, 0.6, true, math.Log(0.3*4)
	if odds(square) > leastSpotted {
		t.Errorf("a cloth's square is a tile, with odds of %.1f", odds(square))
	}
}

// TestSmallerPatches turns and shrinks about the middle, in the patch's plane.
func TestSmallerPatches(t *testing.T) {
	p := patch{geom.Vec{1, 2, 3}, geom.Vec{2, 0, 0}, geom.Vec{0, 2, 0}}
	q := p.within(0.5, math.Pi/2)
	if q.middle != p.middle || !near(q.x[1], 1) || !near(q.x[0], 0) || !near(q.y[0], -1) || !near(q.y[1], 0) {
		t.Errorf("a quarter turn of half the patch is %v", q)
	}
}
