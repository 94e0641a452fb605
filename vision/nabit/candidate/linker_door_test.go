package candidate

import (
	"maps"
	"math"
	"testing"

	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/picture"
)

// flat are faces of the first level.
func flat(places ...[2]int) (all []faceAt) {
	for _, p := range places {
		all = append(all, faceAt{col: p[0], row: p[1], level: 1})
	}
	return all
}

func TestCandidatesAreLinkedIntoLattices(t *testing.T) {
	word := flat([2]int{0, 0}, [2]int{1, 0}, [2]int{2, 0}, [2]int{3, 0}, [2]int{4, 0})
	for _, c := range []struct {
		name  string
		faces []faceAt
		want  []int // how many candidates each lattice links
		// the levels of the first lattice's places, counted from its first candidate
		levels map[engine.Place]int
	}{
		{"a word", word, []int{5}, map[engine.Place]int{{}: 1, {Col: 1}: 1, {Col: 2}: 1, {Col: 3}: 1, {Col: 4}: 1}},
		{"a word and another that crosses it", append(flat([2]int{2, -1}, [2]int{2, 1}, [2]int{2, 2}), word...), []int{8}, map[engine.Place]int{
			{}: 1, {Row: 1}: 1, {Row: 2}: 1, {Row: 3}: 1, {Row: 1, Col: -2}: 1, {Row: 1, Col: -1}: 1, {Row: 1, Col: 1}: 1, {Row: 1, Col: 2}: 1,
		}},
		{"a word with a stack of two in it", []faceAt{{level: 1}, {col: 1, level: 1}, {col: 2, level: 2}, {col: 3, level: 1}}, []int{4},
			map[engine.Place]int{{}: 1, {Col: 1}: 1, {Col: 2}: 2, {Col: 3}: 1}},
		{"a word with a stack of four in it", []faceAt{{level: 1}, {col: 1, level: 1}, {col: 2, level: 4}, {col: 3, level: 1}}, []int{4},
			map[engine.Place]int{{}: 1, {Col: 1}: 1, {Col: 2}: 4, {Col: 3}: 1}},
		{"a stack of two that comes first", []faceAt{{level: 2}, {col: 1, level: 1}, {col: 2, level: 1}}, []int{3},
			map[engine.Place]int{{}: 2, {Col: 1}: 1, {Col: 2}: 1}},
		{"a word with a tile without a letter", flat([2]int{0, 0}, [2]int{1, 0}, [2]int{3, 0}, [2]int{4, 0}), []int{4},
			map[engine.Place]int{{}: 1, {Col: 1}: 1, {Col: 3}: 1, {Col: 4}: 1}},
		{"a crossing without a letter", flat([2]int{0, 0}, [2]int{1, 0}, [2]int{2, 1}, [2]int{2, 2}), []int{4},
			map[engine.Place]int{{}: 1, {Col: 1}: 1, {Row: 1, Col: 2}: 1, {Row: 2, Col: 2}: 1}},
		{"two words with two tiles missing between", flat([2]int{0, 0}, [2]int{1, 0}, [2]int{4, 0}, [2]int{5, 0}), []int{2, 2}, nil},
		{"a rack beside a word, off its lattice", append([]faceAt{{row: 2, shift: 0.5, level: 1}, {col: 1, row: 2, shift: 0.5, level: 1}}, word...), []int{5, 2}, nil},
		{"a rack that is turned", append([]faceAt{{row: 1, turn: 0.5, level: 1}}, word...), []int{5}, nil},
		{"letters that stand the other ways", []faceAt{{level: 1}, {col: 1, level: 1, turn: math.Pi / 2}, {col: 2, level: 1, turn: -math.Pi}}, []int{3}, nil},
		{"a face alone", flat([2]int{0, 0}), nil, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			all := NewLinker(fieldOf(c.faces...), TightSlip).Lattices(KeptLattices)
			if len(all) != len(c.want) {
				t.Fatalf("%d lattices are linked, want %d: %v", len(all), len(c.want), all)
			}
			for i, g := range all {
				if len(g.Nodes) != c.want[i] {
					t.Errorf("lattice %d links %d candidates, want %d", i, len(g.Nodes), c.want[i])
				}
			}
			if c.levels == nil {
				return
			}
			got := map[engine.Place]int{}
			for _, n := range all[0].Nodes {
				got[n.Place] = n.Level
			}
			if !maps.Equal(got, c.levels) {
				t.Errorf("levels are %v, want %v", got, c.levels)
			}
		})
	}
}

func TestASlippedFaceIsLinkedOnlyIfSoMuchMayBe(t *testing.T) {
	f := fieldOf(faceAt{level: 1}, faceAt{col: 1, level: 1, shift: 0.18})
	if all := NewLinker(f, LinkSlip).Lattices(KeptLattices); len(all) != 1 {
		t.Error("a face that slipped by 0.18 of a pitch is not linked, where 0.26 may be")
	}
	if all := NewLinker(f, TightSlip).Lattices(KeptLattices); len(all) != 0 {
		t.Error("a face that slipped by 0.18 of a pitch is linked, where 0.13 may be")
	}
}

func TestTheBestLatticesComeFirst(t *testing.T) {
	var faces []faceAt
	for i, n := range []int{2, 4, 3} { // rows far apart
		for col := range n {
			faces = append(faces, faceAt{col: col, row: 4 * i, level: 1})
		}
	}
	l := NewLinker(fieldOf(faces...), TightSlip)
	all := l.Lattices(2)
	if len(all) != 2 || len(all[0].Nodes) != 4 || len(all[1].Nodes) != 3 {
		t.Errorf("the best two of three lattices are %v", all)
	}
	if want := 4 * Softplus(3); math.Abs(all[0].score-want) > 1e-9 {
		t.Errorf("four candidates score %.3f, want %.3f", all[0].score, want)
	}
}

// A candidate on a higher level appears further from the point below the eye than its place on the first level does.
func TestTheBaseOfAStackIsUnderItsTop(t *testing.T) {
	low := fieldOf(faceAt{col: 6, row: 1, level: 1})
	for level := 1; level <= engine.MaxHeight; level++ {
		high := fieldOf(faceAt{col: 6, row: 1, level: level})
		got, want := NewLinker(high, TightSlip).base(0, level), low.Candidates[0].At
		if off := picture.Dist(got, want) / low.Pitch; off > 0.03 {
			t.Errorf("under level %d the base is %.4f pitches off", level, off)
		}
	}
}

func TestLevelsAreRaisedWhereTheLowestIsBelowTheTable(t *testing.T) {
	for _, c := range []struct {
		name         string
		levels, want []int
	}{
		{"all on it", []int{1, 2, 1}, []int{1, 2, 1}},
		{"one below it", []int{1, 0, 2}, []int{2, 1, 3}},
		{"no stack grows beyond what the game allows", []int{0, engine.MaxHeight}, []int{1, engine.MaxHeight}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var g Lattice
			for _, level := range c.levels {
				g.Nodes = append(g.Nodes, Node{Level: level})
			}
			g.raise()
			for i, n := range g.Nodes {
				if n.Level != c.want[i] {
					t.Errorf("level %d becomes %d, want %d", c.levels[i], n.Level, c.want[i])
				}
			}
		})
	}
}

func TestAQuarterIsTheRestOfAnAngleAfterRightAngles(t *testing.T) {
	for _, c := range []struct{ degrees, want float64 }{{0, 0}, {30, 30}, {60, -30}, {90, 0}, {-100, -10}, {200, 20}, {-44, -44}} {
		if got := camerapose.Quarter(c.degrees*math.Pi/180) * 180 / math.Pi; math.Abs(got-c.want) > 1e-9 {
			t.Errorf("of %g degrees %g are left, want %g", c.degrees, got, c.want)
		}
	}
}
