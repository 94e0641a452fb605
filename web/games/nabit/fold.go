package nabit

import (
	"slices"

	"tilewatch/engine"
	"tilewatch/web/scoreboard"
)

// layer remembers the colors under each top from the board of the turn before. A stack that grew by more than
// one tile, or one that was not seen growing, keeps its depths unknown.
func layer(cells, before []scoreboard.Cell) {
	for i := range cells {
		c := &cells[i]
		for _, old := range before {
			if c.Layers != nil || old.Place != c.Place {
				continue
			}
			known := old.Layers
			if old.Height == 1 {
				known = []engine.Color{old.Color}
			}
			switch {
			case len(known) != old.Height:
			case c.Height == old.Height && c.Color == old.Color:
				c.Layers = known
			case c.Height == old.Height+1:
				c.Layers = append(slices.Clone(known), c.Color)
			}
		}
	}
}

// markLast marks the turn's cells. A caller who gives no placements may have marked them itself.
func markLast(cells []scoreboard.Cell, placements []scoreboard.Placement) {
	if len(placements) == 0 {
		return
	}
	for i := range cells {
		cells[i].Last = slices.ContainsFunc(placements, func(p scoreboard.Placement) bool { return p.Place == cells[i].Place })
	}
}

// changes are the words that hold a tile of the turn, each with the words of the same line that it grew out
// of or was stacked upon, if what was there before is known.
func changes(before *scoreboard.State, after []scoreboard.Word, placements []scoreboard.Placement) []scoreboard.Change {
	var found []scoreboard.Change
	for _, w := range after {
		places := w.Places()
		if !slices.ContainsFunc(placements, func(p scoreboard.Placement) bool { return slices.Contains(places, p.Place) }) {
			continue
		}
		change := scoreboard.Change{Word: w}
		if before != nil {
			change.Was = sharing(before.Crossword().Words, w.Direction, places)
			change.New = change.Was == nil
		}
		found = append(found, change)
	}
	return found
}

func markNabbed(words []scoreboard.Change, nabs []scoreboard.Nab) []scoreboard.Change {
	words = slices.Clone(words)
	for i := range words {
		words[i].Nabbed = slices.ContainsFunc(nabs, func(n scoreboard.Nab) bool { return n.Word == words[i].Text && words[i].Was != nil })
	}
	return words
}

// sharing are the words of a direction that have a place in common with places.
func sharing(words []scoreboard.Word, d engine.Direction, places []engine.Place) []scoreboard.Word {
	var found []scoreboard.Word
	for _, w := range words {
		if w.Direction == d && slices.ContainsFunc(w.Places(), func(p engine.Place) bool { return slices.Contains(places, p) }) {
			found = append(found, w)
		}
	}
	return found
}
