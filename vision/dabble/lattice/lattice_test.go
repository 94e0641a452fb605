package lattice

import (
	"math"
	"testing"

	"tilewatch/engine"
	"tilewatch/vision/blob"
	"tilewatch/vision/gridfit"
)

var whole = Anchor{Row: 4, Col: 5}

// of is the lattice of blobs at these nodes.
func of(nodes []Node) Lattice {
	l := Lattice{Lattice: gridfit.Lattice{Triangular: true, Cells: map[Node]int{}}}
	for i, at := range nodes {
		l.Cells[at] = i
	}
	return l
}

func TestPlacesOfARack(t *testing.T) {
	places := whole.Places()
	if len(places) != 20 {
		t.Fatalf("%d places, want 20", len(places))
	}
	held := 0
	for row := -3; row < 9; row++ {
		for col := -5; col < 16; col++ {
			if whole.Holds(Node{Row: row, Col: col}) {
				held++
			}
		}
	}
	if held != len(places) {
		t.Errorf("the rack holds %d nodes", held)
	}
	for _, at := range places {
		if !whole.Holds(at) {
			t.Errorf("%v is no place of its own rack", at)
		}
	}
	if first, last := whole.Slot(Longest, 0), whole.Slot(Longest, Longest-1); last.Col-first.Col != 2*(Longest-1) || first.Row != whole.Row {
		t.Errorf("the lowest tier reaches from %v to %v", first, last)
	}
}

func TestTheOutlineDecidesHowRowsAreShifted(t *testing.T) {
	sheared := Lattice{Lattice: gridfit.Lattice{Triangular: true, Cells: map[Node]int{}}}
	for i, at := range whole.Places() {
		sheared.Cells[at.Add(Node{Col: 2 * at.Row})] = i // each row a tile further right
	}
	sheared.FitOutline()
	if len(sheared.Cells) != 20 {
		t.Errorf("%d of 20 letters are kept", len(sheared.Cells))
	}
	outside := of(append(whole.Places(), Node{Row: -1}, Node{Row: 4, Col: 14}))
	outside.FitOutline()
	if len(outside.Cells) != 20 {
		t.Errorf("%d letters are kept, and 20 fit on a rack", len(outside.Cells))
	}
}

func TestSeedsOfOneKind(t *testing.T) {
	s := Seed{Seed: gridfit.Seed{U: engine.Point{X: 60}, V: engine.Point{Y: 60}, Votes: 5}}
	like, unlike := s, s
	like.U.X, unlike.U.X = 63, 75
	if !s.similar(&like) || s.similar(&unlike) {
		t.Error("similar seeds")
	}
	if got := distinctSeeds([]*Seed{&s, &like, &unlike}); len(got) != 2 {
		t.Errorf("%d distinct seeds of 3, want 2", len(got))
	}
	m := blob.Blob{H: 60 / UsualPitch}
	if usual, odd := s.priority(&m), unlike.priority(&m); usual <= odd {
		t.Errorf("the usual pitch has priority %.1f, another %.1f", usual, odd)
	}
	for i, c := range s.Quad(&blob.Blob{At: engine.Point{X: 100, Y: 100}}) {
		if math.Abs(math.Abs(c.X-100)-30) > 3 || math.Abs(math.Abs(c.Y-100)-30) > 5 {
			t.Errorf("corner %d of the face is %v", i, c)
		}
	}
}
