package board

import (
	"testing"

	"tilewatch/engine"
	"tilewatch/vision/gridfit"
	"tilewatch/vision/homography"
	"tilewatch/vision/letters/candidate"
	"tilewatch/vision/letters/lattice"
	"tilewatch/vision/letters/letterstest"
)

func TestGroupsThatOneUnseenTilePartsAreOneBoard(t *testing.T) {
	b := &Board{Lattice: &lattice.Lattice{}, Cells: map[engine.Place]*Cell{}}
	put := func(row, col int, tile bool, color float64) {
		p := engine.Place{Row: row, Col: col}
		b.Cells[p] = &Cell{Place: p, Tile: tile, ColorOdds: color}
	}
	for i := range 4 {
		put(0, i, true, 2)
		put(i, 3, true, 2)
		put(3, 5+i, true, 2)
		put(8, i, true, 2)
	}
	put(3, 4, false, 0)
	if n := len(b.Structure()); n != 11 {
		t.Errorf("%d tiles linked, want 7 and the 4 beyond the place that may hold one", n)
	}
	put(3, 4, false, -4)
	if n := len(b.Structure()); n != 7 {
		t.Errorf("%d tiles linked, want 7: the place between has the board's color", n)
	}
}

func TestEachSecondLetterOfPrintIsNoBoard(t *testing.T) {
	h := homography.Map{50, 0, 300, 0, 50, 200, 0, 0}
	marks := letterstest.Standing(h, letterstest.Crossing(), 24)
	if got := onBoard(marks, letterstest.Crossing(), h, 0.5).isolation(); got != 1 {
		t.Errorf("tiles without letters between them count %.2f, want 1", got)
	}
	between := h
	between[2] += 25 // half a step to the right
	marks = append(marks, letterstest.Standing(between, letterstest.Crossing(), 24)...)
	if got := onBoard(marks, letterstest.Crossing(), h, 0.5).isolation(); got > 0.5 {
		t.Errorf("letters with as many between them count %.2f, want less than half", got)
	}
	values := append(letterstest.Standing(h, letterstest.Crossing(), 24), letterstest.Standing(between, letterstest.Crossing(), 10)...)
	if got := onBoard(values, letterstest.Crossing(), h, 0.5).isolation(); got != 1 {
		t.Errorf("tiles with values between their letters count %.2f, want 1", got)
	}
}

func TestASecondBoardCountsAndRowsBesideTheFirstDoNot(t *testing.T) {
	stands := func(x float64, places []engine.Place) *Board {
		h := homography.Map{50, 0, x, 0, 50, 200, 0, 0}
		b := onBoard(letterstest.Standing(h, places, 24), places, h, 0.5)
		b.Score = 4 * float64(len(places))
		return b
	}
	var row []engine.Place
	for i := range 7 {
		row = append(row, engine.Place{Col: i})
	}
	first := stands(300, letterstest.Crossing())
	for _, tt := range []struct {
		rule  string
		other *Board
		want  int
	}{
		{"another board beside it", stands(1300, letterstest.Crossing()), len(letterstest.Crossing())},
		{"the same board seen again", stands(310, letterstest.Crossing()), 0},
		{"a rack", stands(1300, row), 0},
		{"a few tiles", stands(1300, []engine.Place{{}, {Col: 1}, {Row: 1}}), 0},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			if got := first.Second([]*Board{tt.other}); got != tt.want {
				t.Errorf("%d tiles of a second board, want %d", got, tt.want)
			}
		})
	}
}

// printedAt is a cell with print of a contrast that reads as an A, how well its log-likelihood says.
func printedAt(p engine.Place, contrast, reads float64) *Cell {
	c := &Cell{Place: p, Lettered: true, Contrast: contrast, Wide: 0.4, High: 0.5, Ground: [3]float64{150, 160, 170}}
	for k := range c.Letters {
		for i := range c.Letters[k] {
			c.Letters[k][i] = min(reads-1, -9)
		}
		c.Letters[k][0] = reads
	}
	return c
}

func TestInkOfTheSetMakesATileWhereNoLetterIsRead(t *testing.T) {
	for _, tt := range []struct {
		rule string
		of   func(c *Cell)
		want bool
	}{
		{"ink as strong as the letters', on their color between gaps, is a tile's", func(*Cell) {}, true},
		{"what is printed on the board is fainter", func(c *Cell) { c.Contrast = 50 }, false},
		{"what is printed on the board has other colors", func(c *Cell) { c.ColorOdds = -1 }, false},
		{"lines around it are the board's", func(c *Cell) { c.SideOdds = -0.5 }, false},
		{"lines of text are no letter", func(c *Cell) { c.Clutter = 6 }, false},
		{"off the letters' place lies a neighbor's ink", func(c *Cell) { c.MidX = 0.4 }, false},
		{"a blank face that color and sides tell is a tile", func(c *Cell) { c.Lettered, c.Blank, c.Contrast = false, true, 8 }, true},
		{"a blank face by its color alone is none", func(c *Cell) { c.Lettered, c.Blank, c.Contrast, c.SideOdds = false, true, 8, 0.2 }, false},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			b := &Board{Cells: map[engine.Place]*Cell{}, LetterHeight: 0.5}
			for col := range 4 {
				c := printedAt(engine.Place{Col: col}, 110, 1)
				c.Odds, c.Tile = 4, true
				b.Cells[c.Place] = c
			}
			c := printedAt(engine.Place{Col: 4}, 100, -11)
			c.Odds, c.ColorOdds, c.SideOdds = -15, 0.5, 1
			tt.of(c)
			b.Cells[c.Place] = c
			if b.addInk(b.Typical(b.List())); c.Tile != tt.want {
				t.Errorf("tile %v, want %v", c.Tile, tt.want)
			}
			if lettered := c.Tile && c.Lettered; c.Unread != lettered {
				t.Errorf("unclear %v, want %v", c.Unread, lettered)
			}
		})
	}
}

// onBoard is a board whose tiles stand on all these marks.
func onBoard(marks []candidate.Candidate, places []engine.Place, h homography.Map, high float64) *Board {
	b := &Board{Lattice: &lattice.Lattice{Candidates: marks, Lattice: gridfit.Lattice{Cells: map[engine.Place]int{}, Map: h}}, Cells: map[engine.Place]*Cell{}, DarkInk: true, LetterHeight: high}
	for i, p := range places {
		b.Lattice.Cells[p] = i
		b.Cells[p] = &Cell{Place: p, Frame: b.Frame(float64(p.Row), float64(p.Col)), Tile: true, Seeded: true, Lettered: true}
	}
	return b
}
