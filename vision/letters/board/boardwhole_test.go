package board

import (
	"testing"

	"tilewatch/engine"
	"tilewatch/ocr"
	"tilewatch/vision/letters/face"
	"tilewatch/vision/letters/lattice"
	"tilewatch/vision/letters/letterstest"
)

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
			c := &Cell{Lettered: true, Letters: reads(tt.part, tt.own)}
			for k := range c.Best {
				c.Best[k] = int(tt.part - 'A')
			}
			whole := reads(tt.whole, tt.other)
			if took := c.SecondReading(&face.Print{}, &whole, 1); took != tt.took {
				t.Errorf("taken %v, want %v", took, tt.took)
			}
			if got := byte('A' + c.Best[1]); got != tt.want {
				t.Errorf("read as %c, want %c", got, tt.want)
			}
		})
	}
}

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

func TestLettersOfTheOtherSortStandBesideTheBoards(t *testing.T) {
	places := letterstest.Crossing()
	h := [8]float64{50, 0, 300, 0, 50, 200, 0, 0}
	own, other := places[:8], places[8:]
	light := letterstest.Standing(h, other, 24)
	for i := range light {
		light[i].Dark = false
	}
	b := onBoard(append(letterstest.Standing(h, own, 24), light...), own, h, 0.5)
	if got := b.OtherPolarity(); len(got) < len(other)-1 {
		t.Errorf("%d light letters on dark tiles, want about %d", len(got), len(other))
	}
	values := letterstest.Standing(h, other, 8)
	for i := range values {
		values[i].Dark = false
	}
	if got := onBoard(append(letterstest.Standing(h, own, 24), values...), own, h, 0.5).OtherPolarity(); len(got) > 0 {
		t.Errorf("%d small marks count as letters", len(got))
	}
}

func TestPartsOfABoardThatMeetOutsideOfThePicture(t *testing.T) {
	b := &Board{Lattice: &lattice.Lattice{}, Cells: map[engine.Place]*Cell{}, Outside: lattice.Group{}}
	put := func(row, col int) { // colored alike
		p := engine.Place{Row: row, Col: col}
		b.Cells[p] = &Cell{Place: p, Tile: true, ColorOdds: 2}
	}
	for i := range 4 {
		put(0, i)
		put(i, 1)
		put(6, i)
	}
	if n := len(b.Structure()); n != 7 {
		t.Errorf("%d tiles linked, want 7: the row below lies apart", n)
	}
	b.Outside[engine.Place{Row: 0, Col: 4}], b.Outside[engine.Place{Row: 6, Col: 4}] = true, true
	if n := len(b.Structure()); n != 11 {
		t.Errorf("%d tiles linked, want 11: both words go on beyond the picture", n)
	}
}

func TestTilesThatFitBadlyAreWorthLess(t *testing.T) {
	of := func(odds float64) float64 {
		b := onBoard(letterstest.Standing([8]float64{50, 0, 300, 0, 50, 200, 0, 0}, letterstest.Crossing(), 24), letterstest.Crossing(), [8]float64{50, 0, 300, 0, 50, 200, 0, 0}, 0.5)
		for i, p := range letterstest.Crossing() {
			b.Cells[p].Odds = odds
			for k := range b.Cells[p].Best {
				b.Cells[p].Best[k] = i % 26
			}
		}
		return b.score()
	}
	if good, bad := of(4), of(2); bad > 0.3*good {
		t.Errorf("half as sure tiles are worth %.1f, sure ones %.1f", bad, good)
	}
}

func TestNeighborsRevealABlankWithinAWord(t *testing.T) {
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
			b := &Board{Cells: map[engine.Place]*Cell{}}
			for _, col := range []int{0, 2} {
				p := engine.Place{Col: col}
				b.Cells[p] = &Cell{Place: p, Odds: 4, Tile: true}
			}
			p := engine.Place{Col: tt.col}
			c := &Cell{Place: p, Blank: true, ColorOdds: tt.color, Odds: -1.3}
			b.Cells[p] = c
			if b.addNeighbors(); c.Tile != tt.want {
				t.Errorf("tile %v, want %v", c.Tile, tt.want)
			}
		})
	}
}

func TestBareWoodInRowsIsNoBoard(t *testing.T) {
	h := [8]float64{50, 0, 300, 0, 50, 200, 0, 0}
	of := func(bare bool) float64 {
		b := onBoard(letterstest.Standing(h, letterstest.Crossing(), 24), letterstest.Crossing(), h, 0.5)
		for i, p := range letterstest.Crossing() {
			b.Cells[p].Odds, b.Cells[p].Blank = 4, bare && i > 2
			for k := range b.Cells[p].Best {
				b.Cells[p].Best[k] = i % 26
			}
		}
		return b.score()
	}
	if letters, wood := of(false), of(true); wood > 0.35*letters {
		t.Errorf("a few letters among blanks are worth %.1f, as many letters %.1f", wood, letters)
	}
}
