package hypothesis

import (
	"slices"
	"time"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/follow/evidence"
	"tilewatch/engine/reading"
)

// twoTurns is the time in which two players can lay tiles on the same place, at least. Hand-set: a quick camera sees the table between them.
const twoTurns = 2500 * time.Millisecond

// findCovered notes the places where a tile was laid and covered before any picture showed it: the stack there is one tile taller than the
// tile on it explains.
func (t scorer) findCovered() {
	if t.Unseen < twoTurns {
		return
	}
	for p, m := range t.view.Looks {
		if height := t.board[p].Height; height+2 <= engine.MaxHeight && m.Tile > evidence.KnownGap && t.taller(p, height+1) > clearGain {
			t.covered[p] = true
		}
	}
}

// taller returns by how much the view prefers a stack one tile taller than that, nats.
func (t scorer) taller(p engine.Place, height int) float64 {
	at := func(height int) float64 { return t.view.Cell(p, engine.Cell{Height: height}, 0, 0) }
	return at(height+1) - at(height)
}

// covers reports whether a further tile of the color at p is one that was covered at once: the tile on the stack is another player's.
func (t scorer) covers(board engine.Board, p engine.Place, color engine.Color) bool {
	return t.covered[p] && board[p].Height == t.board[p].Height && t.view.Looks[p].Likeliest() != color
}

// Guessed reports whether the play, after the turns that the hypothesis takes back, lays a tile that no picture showed.
func (h Hypothesis) Guessed(p nabit.Play) bool {
	for _, tile := range p.Placements {
		if h.Board[tile.Place].Height > tile.Height {
			return true
		}
	}
	return false
}

// coveredFaces returns the ways to read a covered tile: any letter but that of the tile which covers it.
func (t scorer) coveredFaces(p engine.Place) []reading.Face {
	top, _ := t.likeliest(p, engine.Cell{}, engine.NoColor)
	return slices.DeleteFunc(reading.Faces(engine.LetterLikelihoods{}), func(f reading.Face) bool { return f.Blank || f.Letter == top })
}
