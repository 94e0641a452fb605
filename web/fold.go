package web

import (
	"slices"

	"tilewatch/engine"
	"tilewatch/web/text"
)

// complete fills in what follows from a state and the one at the end of the turn before: ranks and points won, and what the
// game itself knows. The caller's slices are copied, not changed. before is nil where that turn was not seen.
func complete(s State, before *State) State {
	if s.Status == "" {
		s.Status = Waiting
	}
	s.Players = ranked(s.Players)
	s.Words = append([]Word{}, s.Words...) // never null in JSON
	s.Board = append([]Cell{}, s.Board...)
	if s.LastTurn != nil {
		turn := *s.LastTurn
		if turn.Kind == "" {
			turn.Kind = Played
		}
		s.LastTurn = &turn
		if before != nil {
			for i := range s.Players {
				s.Players[i].Delta = s.Players[i].Total - before.player(s.Players[i].Color).Total
			}
		}
	}
	s = gameOf(&s).Complete(s, before)
	if s.LastTurn != nil && s.LastTurn.Text == "" {
		s.LastTurn.Text = gameOf(&s).Sentence(&s, text.For(text.Default))
	}
	return s
}

// ranked copies the players with their names and ranks.
func ranked(players []Player) []Player {
	out := append([]Player{}, players...)
	for i := range out {
		if out[i].Name == "" {
			out[i].Name = title(out[i].Color.String())
		}
		out[i].Rank = rankOf(out[i], out)
	}
	return out
}

// layer remembers the colors under each top from the board of the turn before. A stack that grew by more than
// one tile, or one that was not seen growing, keeps its depths unknown.
func layer(cells, before []Cell) {
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

func rankOf(p Player, all []Player) int {
	rank := 1
	for _, q := range all {
		if q.Total > p.Total {
			rank++
		}
	}
	return rank
}

// markLast marks the turn's cells. A caller who gives no placements may have marked them itself.
func markLast(cells []Cell, placements []Placement) {
	if len(placements) == 0 {
		return
	}
	for i := range cells {
		cells[i].Last = slices.ContainsFunc(placements, func(p Placement) bool { return p.Place == cells[i].Place })
	}
}

// changes are the words that hold a tile of the turn, each with the words of the same line that it grew out
// of or was stacked upon, if what was there before is known.
func changes(before *State, after []Word, placements []Placement) []Change {
	var found []Change
	for _, w := range after {
		places := w.Places()
		if !slices.ContainsFunc(placements, func(p Placement) bool { return slices.Contains(places, p.Place) }) {
			continue
		}
		change := Change{Word: w}
		if before != nil {
			change.Was = sharing(before.Words, w.Direction, places)
			change.New = change.Was == nil
		}
		found = append(found, change)
	}
	return found
}

func markNabbed(words []Change, nabs []Nab) []Change {
	words = slices.Clone(words)
	for i := range words {
		words[i].Nabbed = slices.ContainsFunc(nabs, func(n Nab) bool { return n.Word == words[i].Text && words[i].Was != nil })
	}
	return words
}

// sharing are the words of a direction that have a place in common with places.
func sharing(words []Word, d engine.Direction, places []engine.Place) []Word {
	var found []Word
	for _, w := range words {
		if w.Direction == d && slices.ContainsFunc(w.Places(), func(p engine.Place) bool { return slices.Contains(places, p) }) {
			found = append(found, w)
		}
	}
	return found
}
