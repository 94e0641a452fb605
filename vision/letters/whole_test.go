package letters

import (
	"testing"

	"tilewatch/engine"
	"tilewatch/ocr"
)

// reads are letters that read as one of them, so well, in every turn.
func reads(letter byte, how float64) (l ocr.Letters) {
	for k := range l {
		for i := range l[k] {
			l[k][i] = -20
		}
		l[k][letter-'A'] = how
	}
	return l
}

func TestAFaceReadAsAWhole(t *testing.T) {
	for _, tt := range []struct {
		rule        string
		part, whole byte
		own, other  float64
		want        byte
		took        bool
	}{
		{rule: "takes the place of a print that is no letter", part: 'H', own: -11, whole: 'R', other: 0.5, want: 'R', took: true},
		{rule: "is none if it hardly reads better", part: 'H', own: -2, whole: 'R', other: -1.8, want: 'H'},
		{rule: "is none if it is no letter", part: 'H', own: -11, whole: 'R', other: -6, want: 'H'},
		{rule: "has the last word where it reads better than a clear letter", part: 'F', own: 1.1, whole: 'E', other: 1.3, want: 'E'},
		{rule: "does not where it reads worse", part: 'F', own: 1.3, whole: 'E', other: 1.1, want: 'F'},
		{rule: "says nothing if it is not clear itself", part: 'F', own: 1.1, whole: 'E', other: -0.5, want: 'F'},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			c := &cell{lettered: true, letters: reads(tt.part, tt.own)}
			for k := range c.best {
				c.best[k] = int(tt.part - 'A')
			}
			whole := reads(tt.whole, tt.other)
			if took := c.opinion(&printed{}, &whole, 1); took != tt.took {
				t.Errorf("taken %v, want %v", took, tt.took)
			}
			if got := byte('A' + c.best[1]); got != tt.want {
				t.Errorf("read as %c, want %c", got, tt.want)
			}
		})
	}
}

func TestLettersOfTheOtherSortStandBesideTheBoards(t *testing.T) {
	places := crossing()
	h := [8]float64{50, 0, 300, 0, 50, 200, 0, 0}
	own, other := places[:8], places[8:]
	light := standing(h, other, 24)
	for i := range light {
		light[i].Dark = false
	}
	b := onBoard(append(standing(h, own, 24), light...), own, h, 0.5)
	if got := b.otherInk(); len(got) < len(other)-1 {
		t.Errorf("%d light letters on dark tiles, want about %d", len(got), len(other))
	}
	values := standing(h, other, 8)
	for i := range values {
		values[i].Dark = false
	}
	if got := onBoard(append(standing(h, own, 24), values...), own, h, 0.5).otherInk(); len(got) > 0 {
		t.Errorf("%d small marks are told as letters", len(got))
	}
}

func TestPartsOfABoardThatMeetOutsideOfThePicture(t *testing.T) {
	b := &board{lattice: &lattice{}, cells: map[engine.Place]*cell{}, outside: group{}}
	put := func(row, col int) { // colored alike
		p := engine.Place{Row: row, Col: col}
		b.cells[p] = &cell{place: p, tile: true, color: 2}
	}
	for i := range 4 {
		put(0, i)
		put(i, 1)
		put(6, i)
	}
	if n := len(b.linked()); n != 7 {
		t.Errorf("%d tiles linked, want 7: the row below lies apart", n)
	}
	b.outside[engine.Place{Row: 0, Col: 4}], b.outside[engine.Place{Row: 6, Col: 4}] = true, true
	if n := len(b.linked()); n != 11 {
		t.Errorf("%d tiles linked, want 11: both words go on beyond the picture", n)
	}
}

func TestTilesThatFitBadlyAreWorthLess(t *testing.T) {
	of := func(odds float64) float64 {
		b := onBoard(standing([8]float64{50, 0, 300, 0, 50, 200, 0, 0}, crossing(), 24), crossing(), [8]float64{50, 0, 300, 0, 50, 200, 0, 0}, 0.5)
		for i, p := range crossing() {
			b.cells[p].odds = odds
			for k := range b.cells[p].best {
				b.cells[p].best[k] = i % 26
			}
		}
		return b.weigh()
	}
	if good, bad := of(4), of(2); bad > 0.3*good {
		t.Errorf("half as sure tiles are worth %.1f, sure ones %.1f", bad, good)
	}
}

func TestABlankWithinAWordIsToldByItsNeighbors(t *testing.T) {
	for _, tt := range []struct {
		rule  string
		col   int
		color float64
		want  bool
	}{
		{"between two letters", 1, 0.5, true},
		{"not behind the last", 3, 0.5, false},
		{"not where the board's color shows", 1, -0.5, false},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			b := &board{cells: map[engine.Place]*cell{}}
			for _, col := range []int{0, 2} {
				p := engine.Place{Col: col}
				b.cells[p] = &cell{place: p, odds: 4, tile: true}
			}
			p := engine.Place{Col: tt.col}
			c := &cell{place: p, bare: true, color: tt.color, odds: -1.3}
			b.cells[p] = c
			if b.byLinks(); c.tile != tt.want {
				t.Errorf("tile %v, want %v", c.tile, tt.want)
			}
		})
	}
}

func TestBareWoodInRowsIsNoBoard(t *testing.T) {
	h := [8]float64{50, 0, 300, 0, 50, 200, 0, 0}
	of := func(bare bool) float64 {
		b := onBoard(standing(h, crossing(), 24), crossing(), h, 0.5)
		for i, p := range crossing() {
			b.cells[p].odds, b.cells[p].bare = 4, bare && i > 2
			for k := range b.cells[p].best {
				b.cells[p].best[k] = i % 26
			}
		}
		return b.weigh()
	}
	if letters, wood := of(false), of(true); wood > 0.35*letters {
		t.Errorf("a few letters among blanks are worth %.1f, as many letters %.1f", wood, letters)
	}
}
