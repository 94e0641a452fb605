package board

import (
	"math"
	"testing"

	"tilewatch/engine"
	"tilewatch/vision/homography"
	"tilewatch/vision/letters/face"
	"tilewatch/vision/letters/lattice"
	"tilewatch/vision/letters/letterstest"
)

var above = homography.Map{50, 0, 300, 0, 50, 200, 0, 0}

// worded is a board whose tiles stand at the places of three words, among empty places.
func worded() *Board {
	b := onBoard(letterstest.Standing(above, letterstest.Crossing(), 24), letterstest.Crossing(), above, 0.5)
	for row := -2; row < 9; row++ {
		for col := -2; col < 9; col++ {
			p := engine.Place{Row: row, Col: col}
			if b.Cells[p] == nil {
				b.Cells[p] = &Cell{Place: p, Frame: b.Frame(float64(row), float64(col)), Ground: [3]float64{60, 110, 70}}
			}
		}
	}
	for i, p := range letterstest.Crossing() {
		c := printedAt(p, 110, 1)
		c.Frame, c.Tile, c.Seeded = b.Cells[p].Frame, true, true
		for k := range c.Letters {
			letter := 0
			if k == 0 {
				letter = i % 20
			}
			c.Letters[k][0] = -9
			if c.Letters[k][letter] = 1.2; k > 0 {
				c.Letters[k][letter] = -5 // upright in one way only
			}
			c.Best[k] = letter
		}
		b.Cells[p] = c
	}
	return b
}

func TestClassifyFindsTheTiles(t *testing.T) {
	b := worded()
	for _, c := range b.Cells {
		c.Tile = false
	}
	b.Turn = 2
	b.Classify()
	want := lattice.Group{}
	for _, p := range letterstest.Crossing() {
		want[p] = true
	}
	for _, c := range b.List() {
		if c.Tile != want[c.Place] {
			t.Errorf("%v holds a tile: %v (log-odds %.1f)", c.Place, c.Tile, c.Odds)
		}
	}
	if b.Turn != 0 || math.Abs(b.LetterHeight-0.5) > 1e-9 {
		t.Errorf("letters stand upright after %d quarter turns, %.2f high", b.Turn, b.LetterHeight)
	}
	if !b.Sure() || b.TileCount() != len(want) || b.Score < 20 {
		t.Errorf("sure %v, %d tiles, score %.1f", b.Sure(), b.TileCount(), b.Score)
	}
	if none := (*Board)(nil); none.TileCount() != 0 {
		t.Error("no board has tiles")
	}
}

func TestTypicalLetters(t *testing.T) {
	b := worded()
	u := b.Typical(b.List())
	if u.Contrast != 110 || u.X != 0 || u.Y != 0 {
		t.Errorf("typical: %+v", u)
	}
	for _, tt := range []struct {
		rule   string
		change func(c *Cell)
		less   bool
	}{
		{"one like all", func(*Cell) {}, false},
		{"a little fainter", func(c *Cell) { c.Contrast = 70 }, false},
		{"a shadow", func(c *Cell) { c.Contrast = 25 }, true},
		{"slid a little", func(c *Cell) { c.MidX = 0.15 }, false},
		{"off its place", func(c *Cell) { c.MidY = 0.35 }, true},
	} {
		c := *b.Cells[engine.Place{Row: 3}]
		if tt.change(&c); u.odds(b, &c) < 0 != tt.less {
			t.Errorf("%s: %.1f", tt.rule, u.odds(b, &c))
		}
	}
}

func TestColorsOfTilesAndOfTheBoard(t *testing.T) {
	b := worded()
	for _, c := range b.Cells {
		if c.Odds = -3; c.Tile {
			c.Odds = 3
		}
		c.Blank = !c.Lettered
	}
	tile := b.Cells[engine.Place{Row: 3}].Ground
	blank, red := b.Cells[engine.Place{Row: 2}], b.Cells[engine.Place{Row: 4}]
	blank.Ground, red.Ground = tile, [3]float64{40, 40, 200}
	blank.Odds, red.Odds = -1, -1
	b.addColor(b.Typical(b.List()))
	if blank.ColorOdds < 1 {
		t.Errorf("a face of the tiles' color has log-odds %.1f", blank.ColorOdds)
	}
	if red.ColorOdds > 0 {
		t.Errorf("a color of neither has log-odds %.1f", red.ColorOdds)
	}
	if empty := b.Cells[engine.Place{Row: 0}]; empty.ColorOdds > -1 {
		t.Errorf("an empty place has log-odds %.1f", empty.ColorOdds)
	}
}

func TestSidesOfTilesAndOfEmptyPlaces(t *testing.T) {
	b := worded()
	gap, line := face.Side{-1.2, 0}, face.Side{-0.1, 0.3}
	for _, c := range b.Cells {
		c.Blank = !c.Lettered
		if c.Odds = -3; c.Tile {
			c.Odds = 3
		}
		for k := range c.Sides {
			if c.Sides[k] = line; c.Tile {
				c.Sides[k] = gap
			}
		}
	}
	doubtful := b.Cells[engine.Place{Row: 2, Col: 2}]
	doubtful.Odds = 0
	for k := range doubtful.Sides {
		doubtful.Sides[k] = gap
	}
	b.addSides(b.Typical(b.List()))
	if doubtful.SideOdds <= 0 {
		t.Errorf("a place between gaps has log-odds %.2f", doubtful.SideOdds)
	}
	if empty := b.Cells[engine.Place{Row: 4, Col: 2}]; empty.SideOdds > 0 {
		t.Errorf("one between lines has %.2f", empty.SideOdds)
	}
}

func TestLetterOdds(t *testing.T) {
	b := worded()
	clear := b.LetterOdds(b.Cells[engine.Place{Row: 3}])
	if clear < 3 {
		t.Errorf("a clear letter has log-odds %.1f", clear)
	}
	for rule, change := range map[string]func(c *Cell){
		"print without a letter":    func(c *Cell) { c.Lettered = false },
		"another height":            func(c *Cell) { c.High = 0.7 },
		"no candidate":              func(c *Cell) { c.Seeded = false },
		"a letter that hardly fits": func(c *Cell) { c.Letters[0][c.Best[0]] = -6 },
	} {
		c := *b.Cells[engine.Place{Row: 3}]
		if change(&c); b.LetterOdds(&c) >= clear {
			t.Errorf("%s: log-odds %.1f, not less than %.1f", rule, b.LetterOdds(&c), clear)
		}
	}
}

func TestHeightModes(t *testing.T) {
	b := worded()
	n := 0
	for _, c := range b.List() {
		if c.Lettered && n < 5 { // a title
			c.High = 0.8
			n++
		}
	}
	if got := b.heightModes(); len(got) != 2 || got[0] != 0.5 || got[1] != 0.8 {
		t.Errorf("heights %v, want 0.5 and 0.8", got)
	}
	empty := &Board{LetterHeight: 0.61}
	if got := empty.heightModes(); len(got) != 1 || got[0] != 0.61 {
		t.Errorf("without letters %v", got)
	}
}

func TestMisplacedLetters(t *testing.T) {
	b := worded()
	m := letterstest.Standing(above, []engine.Place{{Row: 1, Col: 1}}, 24)[0]
	for d := range m.Letter {
		m.Letter[d] = 0
	}
	m.Letter[0] = 1
	if b.Misplaced(&m) {
		t.Error("print in the middle of a square is a loose tile")
	}
	aside, turned := m, m
	aside.At.X += 12
	turned.Letter[0], turned.Letter[4] = 0, 1
	if !b.Misplaced(&aside) || !b.Misplaced(&turned) {
		t.Error("letters off the middle, or turned, are print")
	}
}

func TestRefineMovesTheLatticeToTheEdges(t *testing.T) {
	b := worded()
	for _, c := range b.Cells {
		if c.Odds = 3; c.Tile { // edges 4 pixels of the patch right of where they should be
			c.Edges.Right[face.PatchSide/2+4-30], c.Edges.Right[face.PatchSide/2+4+29] = 100, 100
			c.Edges.Down[face.PatchSide/2-30], c.Edges.Down[face.PatchSide/2+29] = 100, 100
		}
	}
	before := b.At(3, 0)
	b.Refine()
	after := b.At(3, 0)
	if right, down := (after.X-before.X)/50*face.PerStep, (after.Y-before.Y)/50*face.PerStep; math.Abs(right-4) > 2.1 || math.Abs(down) > 2.1 {
		t.Errorf("moved by %.1f and %.1f pixels of a patch, want 4 and 0", right, down)
	}
}
