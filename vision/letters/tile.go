package letters

import (
	"tilewatch/engine"
	"tilewatch/vision/letters/board"
)

// Tile is a letter tile in the picture.
type Tile struct {
	Place   engine.Place // on the lattice, letters upright, or none
	Linked  bool         // it is one of the lattice's linked tiles
	Quad    engine.Quad  // of its face, top-left first as its letter is read
	Letters engine.LetterLikelihoods
	Color   [3]uint8 // of its plastic, red, green, blue
	Odds    float64  // log-odds that a tile lies there
}

// tileOf is a cell's tile, turned upright.
func tileOf(b *board.Board, c *board.Cell, linked bool) Tile {
	t := Tile{Place: c.Place.Turn(b.Turn), Linked: linked, Letters: c.Letters[b.Turn], Odds: c.Odds}
	if c.Unread { // none of the letters fits, but one of them it is
		normalize(&t.Letters)
	}
	t.Letters[engine.BlankIndex] = board.NoLetter
	if !c.Lettered || c.Blank {
		for i := range t.Letters {
			t.Letters[i] = board.NoLetter
		}
		t.Letters[engine.BlankIndex] = 0
	}
	q := c.Frame.Quad(0.5)
	for i := range q {
		t.Quad[(i+b.Turn)%4] = q[i]
	}
	t.Color = [3]uint8{uint8(c.Ground[2] + 0.5), uint8(c.Ground[1] + 0.5), uint8(c.Ground[0] + 0.5)}
	return t
}

// normalize makes the best letter's log-likelihood 0, where all letters fit badly but one of them must be there. Letters that do not fit at all
// stay equal.
func normalize(l *engine.LetterLikelihoods) {
	best := max(l[board.BestLetter(l)], board.NoLetter)
	for i := range l {
		l[i] = max(l[i], board.NoLetter) - best
	}
}
