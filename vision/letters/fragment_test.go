package letters

import (
	"testing"

	"tilewatch/engine"
	"tilewatch/vision/gridfit"
	"tilewatch/vision/homography"
	"tilewatch/vision/letters/board"
	"tilewatch/vision/letters/candidate"
	"tilewatch/vision/letters/lattice"
	"tilewatch/vision/letters/letterstest"
)

func TestWordsFarApartAreOfOneBoardByOneMap(t *testing.T) {
	h := homography.Map{52, 6, 300, 1, 44, 200, 0.004, 0.016}
	var far []engine.Place
	for _, p := range letterstest.Crossing() {
		far = append(far, p.Add(engine.Place{Row: 2, Col: 11}))
	}
	own := len(letterstest.Crossing())
	marks := append(letterstest.Standing(h, letterstest.Crossing(), 24), letterstest.Standing(h, far, 24)...)
	b := boardOn(marks, letterstest.Crossing(), h, 0.5)
	for quarters := range 4 {
		other := &lattice.Lattice{Candidates: marks, Lattice: gridfit.Lattice{Cells: map[engine.Place]int{}}}
		var pairs []homography.Pair
		for i, p := range far {
			q := p.Sub(engine.Place{Row: 5, Col: 12}).Turn(quarters)
			at := marks[own+i].At
			other.Cells[q] = own + i
			pairs = append(pairs, homography.Pair{X: float64(q.Col), Y: float64(q.Row), At: at, Weight: 1})
		}
		other.Map, _ = homography.Fit(pairs, true)
		found := fragmentOf(other, b, styleOf(b))
		_, places, ok := commonMap(b, found)
		if !ok || len(places) != len(far) {
			t.Fatalf("turned by %d quarters: %d of %d marks are of the board", quarters, len(places), len(far))
		}
		for i, p := range far {
			if places[p] != own+i {
				t.Errorf("turned by %d quarters: mark %d does not lie at %v", quarters, own+i, p)
			}
		}
	}
}

func TestTilesAreLargerThanPrint(t *testing.T) {
	of := func(pitch, worth float64) *board.Board {
		h := homography.Map{pitch, 0, 300, 0, pitch, 200, 0, 0}
		b := boardOn(letterstest.Standing(h, letterstest.Crossing(), pitch/2), letterstest.Crossing(), h, 0.5)
		b.Score = worth
		return b
	}
	for _, tt := range []struct {
		rule  string
		pitch float64
		worth float64
		first bool
	}{
		{"a board of much larger steps, although of fewer tiles", 120, 20, true},
		{"not a board as large", 60, 39, false},
		{"not a few large letters that hardly read", 120, 8, false},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			boards := []*board.Board{of(40, 40), of(tt.pitch, tt.worth)}
			large := boards[1]
			preferLarge(boards)
			if (boards[0] == large) != tt.first {
				t.Errorf("the first has steps of %.0f", boards[0].MedianPitch())
			}
		})
	}
}

// boardOn is a board whose tiles stand on all these marks.
func boardOn(marks []candidate.Candidate, places []engine.Place, h homography.Map, high float64) *board.Board {
	b := &board.Board{Lattice: &lattice.Lattice{Candidates: marks, Lattice: gridfit.Lattice{Cells: map[engine.Place]int{}, Map: h}}, Cells: map[engine.Place]*board.Cell{}, DarkInk: true, LetterHeight: high}
	for i, p := range places {
		b.Lattice.Cells[p] = i
		b.Cells[p] = &board.Cell{Place: p, Frame: b.Frame(float64(p.Row), float64(p.Col)), Tile: true, Seeded: true, Lettered: true}
	}
	return b
}
