package letters

import (
	"testing"

	"tilewatch/engine"
	"tilewatch/vision/homography"
)

// onBoard is a board whose tiles stand on all these marks.
func onBoard(marks []mark, places []engine.Place, h homography.Map, high float64) *board {
	b := &board{lattice: &lattice{marks: marks, cells: map[engine.Place]int{}, h: h}, cells: map[engine.Place]*cell{}, dark: true, high: high}
	for i, p := range places {
		b.lattice.cells[p] = i
		b.cells[p] = &cell{place: p, frame: b.frame(float64(p.Row), float64(p.Col)), tile: true, marked: true, lettered: true}
	}
	return b
}

func TestWordsFarApartAreOfOneBoardByOneMap(t *testing.T) {
	h := homography.Map{52, 6, 300, 1, 44, 200, 0.004, 0.016}
	var far []engine.Place
	for _, p := range crossing() {
		far = append(far, p.Add(engine.Place{Row: 2, Col: 11}))
	}
	own := len(crossing())
	marks := append(standing(h, crossing(), 24), standing(h, far, 24)...)
	b := onBoard(marks, crossing(), h, 0.5)
	for quarters := range 4 {
		other := &lattice{marks: marks, cells: map[engine.Place]int{}}
		var pairs []homography.Pair
		for i, p := range far {
			q := p.Sub(engine.Place{Row: 5, Col: 12}).Turn(quarters)
			at := marks[own+i].At
			other.cells[q] = own + i
			pairs = append(pairs, homography.Pair{X: float64(q.Col), Y: float64(q.Row), At: at, Weight: 1})
		}
		other.h, _ = homography.Fit(pairs, true)
		found := other.outside(b, b.kind())
		_, places, ok := b.common(found)
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

func TestEachSecondLetterOfPrintIsNoBoard(t *testing.T) {
	h := homography.Map{50, 0, 300, 0, 50, 200, 0, 0}
	marks := standing(h, crossing(), 24)
	if got := onBoard(marks, crossing(), h, 0.5).alone(); got != 1 {
		t.Errorf("tiles without letters between them count %.2f, want 1", got)
	}
	between := h
	between[2] += 25 // half a step to the right
	marks = append(marks, standing(between, crossing(), 24)...)
	if got := onBoard(marks, crossing(), h, 0.5).alone(); got > 0.5 {
		t.Errorf("letters with as many between them count %.2f, want less than half", got)
	}
	values := append(standing(h, crossing(), 24), standing(between, crossing(), 10)...)
	if got := onBoard(values, crossing(), h, 0.5).alone(); got != 1 {
		t.Errorf("tiles with values between their letters count %.2f, want 1", got)
	}
}

func TestTilesAreLargerThanPrint(t *testing.T) {
	of := func(pitch, worth float64) *board {
		h := homography.Map{pitch, 0, 300, 0, pitch, 200, 0, 0}
		b := onBoard(standing(h, crossing(), pitch/2), crossing(), h, 0.5)
		b.worth = worth
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
			boards := []*board{of(40, 40), of(tt.pitch, tt.worth)}
			large := boards[1]
			preferLarge(boards)
			if (boards[0] == large) != tt.first {
				t.Errorf("the first has steps of %.0f", boards[0].step())
			}
		})
	}
}

func TestASecondBoardIsToldAndRowsBesideTheFirstAreNot(t *testing.T) {
	stands := func(x float64, places []engine.Place) *board {
		h := homography.Map{50, 0, x, 0, 50, 200, 0, 0}
		b := onBoard(standing(h, places, 24), places, h, 0.5)
		b.worth = 4 * float64(len(places))
		return b
	}
	var row []engine.Place
	for i := range 7 {
		row = append(row, engine.Place{Col: i})
	}
	first := stands(300, crossing())
	for _, tt := range []struct {
		rule  string
		other *board
		want  int
	}{
		{"another board beside it", stands(1300, crossing()), len(crossing())},
		{"the same board seen again", stands(310, crossing()), 0},
		{"a rack", stands(1300, row), 0},
		{"a few tiles", stands(1300, []engine.Place{{}, {Col: 1}, {Row: 1}}), 0},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			if got := first.second([]*board{tt.other}); got != tt.want {
				t.Errorf("%d tiles of a second board, want %d", got, tt.want)
			}
		})
	}
}
