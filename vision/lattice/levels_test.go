package lattice

import (
	"maps"
	"slices"
	"testing"

	"tilewatch/engine"
)

// drawn are levels from rows of digits; a dot is a free place.
func drawn(rows ...string) Levels {
	var l Levels
	for r, row := range rows {
		for c, level := range row {
			if level != '.' {
				l = l.With(engine.Place{Row: r, Col: c}, int(level-'0'))
			}
		}
	}
	return l
}

func TestTheLargestComponentIsLinkedSideBySide(t *testing.T) {
	for name, c := range map[string]struct{ all, want []string }{
		"one":               {[]string{"12", "3."}, []string{"12", "3."}},
		"two":               {[]string{"1.23", "1..4"}, []string{"..23", "...4"}},
		"corners do not do": {[]string{"1.", ".2", ".3"}, []string{"..", ".2", ".3"}},
		"none":              {nil, nil},
	} {
		if got, want := LargestComponent(drawn(c.all...)), drawn(c.want...); !maps.Equal(got, want) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}

func TestTheBoundaryIsFreeAndBesideStacks(t *testing.T) {
	want := []engine.Place{{Row: -1, Col: 0}, {Row: -1, Col: 1}, {Row: 0, Col: -1}, {Row: 0, Col: 2}, {Row: 1, Col: 0}, {Row: 1, Col: 1}}
	if got := drawn("12").Boundary(); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestAPlaceJoinsPartsThatAreNotLinkedOtherwise(t *testing.T) {
	for name, c := range map[string]struct {
		rows []string
		want bool
	}{
		"a bridge":         {[]string{"1.2"}, true},
		"an end":           {[]string{"1..", "1.."}, false},
		"a hole of a ring": {[]string{"1.1", "111"}, false},
	} {
		if got := drawn(c.rows...).JoinsParts(engine.Place{Row: 0, Col: 1}); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

func TestNeighborIndicesFollowTheSides(t *testing.T) {
	l := drawn("12", "3.")
	places := l.Places()
	if got, want := l.LevelsOf(places), []int{1, 2, 3}; !slices.Equal(got, want) {
		t.Fatalf("levels %v, want %v", got, want)
	}
	want := [][4]int{{-1, 1, 2, -1}, {-1, -1, -1, 0}, {0, -1, -1, -1}} // top, right, bottom, left
	if got := NeighborIndices(places); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestABoardTouchesTheTableWithASingleTile(t *testing.T) {
	if !drawn("21").TouchesTable() || drawn("22").TouchesTable() {
		t.Error("a single tile touches the table, stacks alone do not")
	}
}
