package inventory

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"tilewatch/engine"
	"tilewatch/vision/lattice"
)

// Kinds of drawn faces.
const (
	lettered = iota
	bare     // looks like a blank
	inked    // has ink, but no letter
)

// cell draws the evidence of a cell in full view: its likeliest color, its ratio of a tile, and what it shows.
func cell(col, row, color int, tile float64, kind int) engine.CellEvidence {
	c := engine.CellEvidence{Place: engine.Place{Row: row, Col: col}, Tile: tile, Visible: 1}
	for k := range c.Color {
		c.Color[k] = -12
	}
	c.Color[color] = 0
	for k := range c.Letter {
		for l := range c.Letter[k] {
			c.Letter[k][l] = -20
		}
	}
	up := &c.Letter[0]
	switch kind {
	case lettered:
		up[4], up[engine.BlankIndex] = 0, -12
	case bare:
		up[4], up[engine.BlankIndex] = -8, 0
	default:
		up[4], up[engine.BlankIndex] = -4, -4
	}
	return c
}

// settle settles cells, all of them of one structure.
func settle(cells []engine.CellEvidence) (gone []engine.Place) {
	of := lattice.Levels{}
	for _, c := range cells {
		of[c.Place] = 1
	}
	return Settle(cells, of)
}

// word is a row of lettered tiles of one color.
func word(length, color int) (cells []engine.CellEvidence) {
	for col := range length {
		cells = append(cells, cell(col, 0, color, 9, lettered))
	}
	return cells
}

func TestASetHoldsWhatItHolds(t *testing.T) {
	at := func(col, row int) engine.Place { return engine.Place{Row: row, Col: col} }
	for _, c := range []struct {
		name string
		more []engine.CellEvidence // below a word of five red tiles
		gone []engine.Place
	}{
		{"a blank stays", []engine.CellEvidence{cell(0, 1, 0, 6, bare)}, nil},
		{"a blank of each color stays", []engine.CellEvidence{cell(0, 1, 0, 6, bare), cell(1, 1, 1, 6, bare), cell(2, 1, 2, 6, bare), cell(3, 1, 3, 6, bare)}, nil},
		{"of two blanks of one color the likelier stays", []engine.CellEvidence{cell(0, 1, 1, 4, bare), cell(2, 1, 1, 5, bare)}, []engine.Place{at(0, 1)}},
		{"however sure their edges are", []engine.CellEvidence{cell(0, 1, 1, 20, bare), cell(2, 1, 1, 5, bare)}, []engine.Place{at(2, 1)}},
		{"a weak blank is none", []engine.CellEvidence{cell(0, 1, 0, 1, bare)}, []engine.Place{at(0, 1)}},
		{"a face that is neither letter nor blank pays", []engine.CellEvidence{cell(0, 1, 0, 3, inked)}, []engine.Place{at(0, 1)}},
		{"a weak letter stays", []engine.CellEvidence{cell(0, 1, 0, 0.5, lettered)}, nil},
		{"a chain of blanks goes from its end", []engine.CellEvidence{cell(0, 1, 3, 5, bare), cell(0, 2, 3, 4, bare), cell(0, 3, 3, 4, bare)}, []engine.Place{at(0, 2), at(0, 3)}},
		{"what links letters stays", []engine.CellEvidence{cell(0, 1, 0, 1, bare), cell(0, 2, 0, 9, lettered)}, nil},
		{"what links only another blank goes with it", []engine.CellEvidence{cell(0, 1, 3, 1, inked), cell(0, 2, 3, 4, bare)}, []engine.Place{at(0, 1), at(0, 2)}},
	} {
		t.Run(c.name, func(t *testing.T) {
			cells := append(word(5, 0), c.more...)
			before := slices.Clone(cells)
			gone := settle(cells)
			slices.SortFunc(gone, engine.ComparePlaces)
			if !slices.Equal(gone, c.gone) {
				t.Errorf("gone are %v, want %v", gone, c.gone)
			}
			for i, now := range cells {
				if now.Tile > before[i].Tile || slices.Contains(gone, now.Place) == (now.Tile > 0) {
					t.Errorf("%v has ratio %.2f, before %.2f", now.Place, now.Tile, before[i].Tile)
				}
			}
		})
	}
}

func TestOneOfTwoEqualBlanksIsNoSureTile(t *testing.T) {
	cells := append(word(5, 0), cell(0, 1, 1, 5, bare), cell(2, 1, 1, 5, bare))
	if gone := settle(cells); len(gone) != 1 {
		t.Fatalf("gone are %v, want one", gone)
	}
	for _, c := range cells[5:] {
		if math.Abs(c.Tile) > 1e-9 {
			t.Errorf("%v has ratio %.2f, want even odds: it may be either", c.Place, c.Tile)
		}
	}
}

func TestAHiddenFaceMayHideItsLetter(t *testing.T) {
	some := cell(0, 1, 0, 1, inked)
	some.Visible = 0.1
	if gone := settle(append(word(5, 0), some)); len(gone) != 0 {
		t.Errorf("gone are %v, though the face is hidden", gone)
	}
}

func TestOfAColorASetHolds25(t *testing.T) {
	var cells []engine.CellEvidence
	for i := range PerColor + 4 {
		cells = append(cells, cell(i, 0, 2, 6+float64(i), lettered))
	}
	gone := settle(cells)
	slices.SortFunc(gone, engine.ComparePlaces)
	if want := []engine.Place{{Col: 0}, {Col: 1}, {Col: 2}, {Col: 3}}; !slices.Equal(gone, want) {
		t.Errorf("gone are %v, want the four least likely: %v", gone, want)
	}
	cells = cells[:0]
	for i := range PerColor + 4 {
		c := cell(i, 0, 2, 6+float64(i), lettered)
		c.Color[1] = -1 // it may as well be of another color
		cells = append(cells, c)
	}
	if gone := settle(cells); len(gone) != 0 {
		t.Errorf("gone are %v, though they may have another color", gone)
	}
}

func TestPlacesBesideTheStructureStay(t *testing.T) {
	cells := append(word(3, 0), cell(7, 0, 0, 2, inked))
	if gone := Settle(cells, lattice.Levels{{Col: 0}: 1, {Col: 1}: 1, {Col: 2}: 1}); len(gone) != 0 || cells[3].Tile != 2 {
		t.Errorf("gone are %v, the place beside has ratio %.1f", gone, cells[3].Tile)
	}
	if gone := Settle(nil, nil); gone != nil {
		t.Errorf("of nothing %v are gone", gone)
	}
}

// bruteForce is the highest worth of all boards of faces; connected asks for one part.
func bruteForce(faces []face, connected bool) float64 {
	most := math.Inf(-1)
	for set := range 1 << len(faces) {
		b := make(board, len(faces))
		for i := range faces {
			b[i] = set>>i&1 == 1
		}
		if !connected || len(parts(faces, b)) <= 1 {
			most = max(most, byHand(faces, b, 0, 0))
		}
	}
	return most
}

// byHand tries all that the tiles of a board from the i-th on may be; used are the colors whose blank lies there.
func byHand(faces []face, b board, i, used int) float64 {
	if i == len(faces) {
		return 0
	}
	if !b[i] {
		return byHand(faces, b, i+1, used)
	}
	most := faces[i].letter + byHand(faces, b, i+1, used)
	for k, worth := range faces[i].blank {
		if used>>k&1 == 0 {
			most = max(most, worth+byHand(faces, b, i+1, used|1<<k))
		}
	}
	return most
}

// drawn are random faces on a random connected board; a third of them show a sure letter.
func drawn(r *rand.Rand, count int) (faces []face) {
	taken := lattice.Levels{}
	for len(faces) < count {
		at := engine.Place{}
		if rim := taken.Boundary(); len(rim) > 0 {
			at = rim[r.IntN(len(rim))]
		}
		taken[at] = 1
		f := face{Place: at, tile: 12 * r.Float64()}
		if f.letter = f.tile; r.IntN(3) > 0 {
			f.letter -= 10 * r.Float64()
		}
		likely := r.IntN(colors)
		for k := range f.blank {
			if f.blank[k] = f.tile - 5*r.Float64(); k != likely {
				f.blank[k] -= 6 * r.Float64()
			}
		}
		faces = append(faces, f)
	}
	return faces
}

func TestTheOptimumIsExact(t *testing.T) {
	r := rand.New(rand.NewPCG(33, 1))
	for range 300 {
		faces := drawn(r, 1+r.IntN(7))
		b, worth := optimum(faces, free)
		if want := bruteForce(faces, false); math.Abs(worth-want) > 1e-9 || math.Abs(worthOf(faces, b)-worth) > 1e-9 {
			t.Fatalf("worth %.3f, its board %.3f, want %.3f", worth, worthOf(faces, b), want)
		}
	}
}

// TestConnectedBoardsAreNearlyOptimal compares with all connected boards: the descent is greedy, but misses the best one rarely.
func TestConnectedBoardsAreNearlyOptimal(t *testing.T) {
	r := rand.New(rand.NewPCG(33, 2))
	missed, tried := 0, 300
	for range tried {
		faces := drawn(r, 2+r.IntN(7))
		best, _ := optimum(faces, free)
		b := connect(faces, best)
		if len(parts(faces, b)) > 1 {
			t.Fatal("the board falls apart")
		}
		worth, want := worthOf(faces, b), bruteForce(faces, true)
		if worth > want+1e-9 {
			t.Fatalf("worth %.3f beyond the best, %.3f", worth, want)
		}
		if worth < want-1e-9 {
			missed++
		}
	}
	t.Logf("%d of %d missed", missed, tried)
	if missed > tried/50 {
		t.Errorf("%d of %d boards are not the best, want at most 2 %%", missed, tried)
	}
}
