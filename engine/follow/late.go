package follow

import (
	"fmt"
	"maps"
	"slices"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
)

// lateTile is a tile of an earlier turn that is seen only now: a stack hid it, or the reader missed it.
type lateTile struct {
	turn int // index
	tile nabit.Placement
}

const (
	overlooked  = -9.0 // log-prior of such tiles, before the words they mend
	lateTurnAgo = 5    // turns back to which they are looked for
)

// overlookedTiles is the story that some tiles of earlier turns are seen only now; false if there are none. They
// are told from new ones by the words: OLUB was none, CLUB is.
func (t teller) overlookedTiles() (story, bool) {
	s := story{board: maps.Clone(t.board()), prior: overlooked}
	for _, color := range t.colors() {
		at := t.lastTurnOf(color)
		if at < 0 || at == len(t.turns)-1 {
			continue // the last turn grows by another story
		}
		whole := t.turns[at].play
		for _, g := range t.gains(t.board(), color) {
			if tile, ok := t.belongs(at, g); ok {
				s.late = append(s.late, lateTile{at, tile})
				s.board[g.Place] = engine.Cell{Letter: tile.Letter, Blank: tile.Blank, Color: color, Height: tile.Height}
				whole.Placements = append(slices.Clone(whole.Placements), tile)
				s.prior += tilePrior
			}
		}
		s.prior += t.wordPrior(t.turns[at].before, whole) - t.wordPrior(t.turns[at].before, t.turns[at].play)
	}
	return s, len(s.late) > 0
}

// lastTurnOf is the index of the color's last turn, -1 if it is too long ago.
func (t teller) lastTurnOf(color engine.Color) int {
	for i := len(t.turns) - 1; i >= max(0, len(t.turns)-lateTurnAgo); i-- {
		if t.turns[i].play.Color == color {
			return i
		}
	}
	return -1
}

// belongs is the tile at the place if it could have been laid in that turn.
func (t teller) belongs(at int, g gain) (nabit.Placement, bool) {
	turn := t.turns[at]
	if g.nats < clearGain || t.board()[g.Place] != turn.before[g.Place] {
		return nabit.Placement{}, false
	}
	tile := t.spell(t.board(), line{turn.play.Color, []engine.Place{g.Place}, g.nats}, t.blanked(story{back: len(t.turns) - at}, turn.play.Color)).Placements[0]
	whole := nabit.Play{Color: turn.play.Color, Placements: append(slices.Clone(turn.play.Placements), tile)}
	return tile, len(nabit.Check(turn.before, whole)) == 0
}

// complete adds the tile to its turn and to all boards since.
func (f *Follower) complete(l lateTile) Line {
	t := &f.turns[l.turn]
	t.doubted = false
	t.play.Placements = append(slices.Clone(t.play.Placements), l.tile)
	slices.SortFunc(t.play.Placements, func(a, b nabit.Placement) int { return engine.ComparePlaces(a.Place, b.Place) })
	cell := engine.Cell{Letter: l.tile.Letter, Blank: l.tile.Blank, Color: t.play.Color, Height: l.tile.Height}
	with := func(b engine.Board) engine.Board {
		b = maps.Clone(b)
		b[l.tile.Place] = cell
		return b
	}
	t.after = with(t.after)
	for i := l.turn + 1; i < len(f.turns); i++ {
		f.turns[i].before, f.turns[i].after = with(f.turns[i].before), with(f.turns[i].after)
	}
	f.apply(nabit.Event{Type: nabit.Corrected, Turn: t.number, Player: t.play.Color, Placements: t.play.Placements})
	return f.turnLine(Amended, *t, nil)
}

// lateKey names late tiles for a story's key.
func lateKey(tiles []lateTile) string {
	key := ""
	for _, l := range tiles {
		key += fmt.Sprintf(" late %d,%d", l.tile.Row, l.tile.Col)
	}
	return key
}
