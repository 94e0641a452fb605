package hypothesis

import (
	"math"
	"slices"
	"testing"

	"tilewatch/engine"
	"tilewatch/vision/lattice"
	"tilewatch/vision/tileface"
)

func TestStacksAreLinkedSideBySide(t *testing.T) {
	cross := lattice.Levels{{}: 1, {Col: 1}: 1, {Col: 2}: 1, {Row: 1, Col: 1}: 1}
	for _, c := range []struct {
		name  string
		cells lattice.Levels
		part  int // of what is linked to place 0, 0
		rim   int
		most  int // of the largest part
	}{
		{"a cross", cross, 4, 8, 4},
		{"two tiles that touch at a corner", lattice.Levels{{}: 1, {Row: 1, Col: 1}: 1}, 1, 6, 1},
		{"a pair and three tiles apart", lattice.Levels{{}: 1, {Col: 1}: 2, {Col: 5}: 1, {Col: 6}: 1, {Col: 7}: 1}, 2, 14, 3},
		{"a tile", lattice.Levels{{}: 3}, 1, 4, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			part, rim, largest := c.cells.Component(engine.Place{}), c.cells.Boundary(), lattice.LargestComponent(c.cells)
			if len(part) != c.part || len(rim) != c.rim || len(largest) != c.most {
				t.Errorf("a part of %d, a rim of %d, a largest part of %d; want %d, %d, %d", len(part), len(rim), len(largest), c.part, c.rim, c.most)
			}
			for at, level := range largest {
				if level != c.cells[at] {
					t.Errorf("%v becomes %d high", at, level)
				}
			}
			if !slices.IsSortedFunc(rim, engine.ComparePlaces) {
				t.Errorf("the rim %v is in no order", rim)
			}
		})
	}
}

func TestAPlaceLinksTwoPartsThatNothingElseLinks(t *testing.T) {
	row := lattice.Levels{{}: 1, {Col: 1}: 1, {Col: 3}: 1, {Col: 4}: 1}
	around := lattice.Levels{{}: 1, {Col: 1}: 1, {Row: 1}: 1, {Row: 1, Col: 2}: 1, {Row: 2}: 1, {Row: 2, Col: 1}: 1, {Row: 2, Col: 2}: 1}
	for _, c := range []struct {
		name  string
		cells lattice.Levels
		at    engine.Place
		want  bool
	}{
		{"between two parts", row, engine.Place{Col: 2}, true},
		{"at an end", row, engine.Place{Col: 5}, false},
		{"alone", row, engine.Place{Row: 5}, false},
		{"in a ring that is closed otherwise", around, engine.Place{Row: 1, Col: 1}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := c.cells.JoinsParts(c.at); got != c.want {
				t.Errorf("it links: %v, want %v", got, c.want)
			}
		})
	}
}

func TestAStackIsAsHighAsItIsSeenOrElseAsItWas(t *testing.T) {
	s := Hypothesis{Cells: lattice.Levels{{}: 2}, Previous: lattice.Levels{{}: 4, {Col: 1}: 3}}
	for _, c := range []struct {
		at   engine.Place
		want int
	}{{engine.Place{}, 2}, {engine.Place{Col: 1}, 3}, {engine.Place{Col: 2}, 0}} {
		o := s.Occluders()
		if got := o.OccluderLevel(c.at); got != c.want {
			t.Errorf("at %v a stack of %d, want %d", c.at, got, c.want)
		}
	}
}

func TestAStackIsLikeliestAsHighAsItWas(t *testing.T) {
	s := Hypothesis{Previous: lattice.Levels{{}: 2}}
	same, grown, lower, much := s.LevelPrior(engine.Place{}, 2), s.LevelPrior(engine.Place{}, 3), s.LevelPrior(engine.Place{}, 1), s.LevelPrior(engine.Place{}, 5)
	if same != 0 || grown >= same || lower >= grown || much != lower {
		t.Errorf("as high as it was %g, one more %g, one less %g, much more %g", same, grown, lower, much)
	}
	for level := 2; level <= engine.MaxHeight; level++ {
		if s.LevelPrior(engine.Place{Col: 9}, level) >= s.LevelPrior(engine.Place{Col: 9}, level-1) {
			t.Errorf("where nothing was, a stack of %d is as likely as one of %d", level, level-1)
		}
	}
}

func TestAScoreThatIsSureIsFlattened(t *testing.T) {
	for _, c := range []struct{ score, want float64 }{{-50, -12}, {-3, -3}, {0, 0}, {6, 6}, {16, 8}} {
		if got := tileface.LevelLikelihood(c.score); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("a score of %g counts %g, want %g", c.score, got, c.want)
		}
	}
}
