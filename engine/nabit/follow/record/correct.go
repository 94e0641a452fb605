package record

import (
	"maps"
	"slices"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
)

// A LateTile is a tile of an earlier turn that the camera sees only now: a stack occluded it, or the reader missed it.
type LateTile struct {
	Turn int // index
	Tile nabit.Placement
}

// Complete adds the tile to its turn and to all boards since.
func (l *Ledger) Complete(late LateTile) *Turn {
	t := &l.Turns[late.Turn]
	t.InDoubt = false
	t.Play.Placements = append(slices.Clone(t.Play.Placements), late.Tile)
	slices.SortFunc(t.Play.Placements, func(a, b nabit.Placement) int { return engine.ComparePlaces(a.Place, b.Place) })
	cell := engine.Cell{Letter: late.Tile.Letter, Blank: late.Tile.Blank, Color: t.Play.Color, Height: late.Tile.Height}
	with := func(b engine.Board) engine.Board {
		b = maps.Clone(b)
		b[late.Tile.Place] = cell
		return b
	}
	t.After = with(t.After)
	for i := late.Turn + 1; i < len(l.Turns); i++ {
		l.Turns[i].Before, l.Turns[i].After = with(l.Turns[i].Before), with(l.Turns[i].After)
	}
	return t
}

// Rewrite gives the top tile at p another letter, in the turn that laid it and in all boards since. It returns that turn; nil if the
// tile lay on the first board.
func (l *Ledger) Rewrite(p engine.Place, letter engine.Letter, blank bool) (laid *Turn) {
	height := l.Board()[p].Height
	rewritten := func(b engine.Board) engine.Board {
		if c, there := b[p]; there && c.Height == height {
			b = maps.Clone(b)
			c.Letter, c.Blank = letter, blank
			b[p] = c
		}
		return b
	}
	l.Start = rewritten(l.Start)
	for i := range l.Turns {
		t := &l.Turns[i]
		t.Before, t.After = rewritten(t.Before), rewritten(t.After)
		for k, placed := range t.Play.Placements {
			if placed.Place == p && placed.Height == height {
				t.Play.Placements[k].Letter, t.Play.Placements[k].Blank = letter, blank
				laid = t
			}
		}
	}
	return laid
}

// FixStart changes a stack of the first board; a cell of height 0 removes it. It reports whether the first board has that stack.
func (l *Ledger) FixStart(at engine.Place, c engine.Cell) bool {
	if _, there := l.Start[at]; !there {
		return false
	}
	l.Start = maps.Clone(l.Start)
	if l.Start[at] = c; c.Height == 0 {
		delete(l.Start, at)
	}
	l.Relay()
	return true
}
