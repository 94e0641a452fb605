package nabit

import "tilewatch/engine"

// Check says what is wrong with the play under the product's own reading of the rules; nothing if it is legal.
// Whether its words are words is not judged here, nor whose turn it is. A blank that is not settled ('?')
// never violates same_letter: it may be another letter.
func Check(before engine.Board, p Play) []Violation { return Options{}.Check(before, p) }

// Check is Check under these options.
func (o Options) Check(before engine.Board, p Play) []Violation {
	if v := malformed(p); v != nil {
		return v
	}
	var found []Violation
	for _, rule := range []func(engine.Board, Play) []Violation{
		tooMany, firstPlay, onePerStack, stackTooHigh, sameLetter, coversWord,
	} {
		found = append(found, rule(before, p)...)
	}
	found = append(found, o.line(before, p)...)
	if len(before) > 0 {
		found = append(found, notConnected(before, p)...)
	}
	if len(found) == 0 && len(NewWords(before, Place(before, p), p)) == 0 {
		found = append(found, Violation{Rule: NoNewWord})
	}
	return found
}

// malformed finds events that are not plays at all.
func malformed(p Play) []Violation {
	switch {
	case len(p.Placements) == 0:
		return badEvent("a play needs at least one tile: pass or exchange instead")
	case !isPlayer(p.Color):
		return badEvent("a play needs a player: red, purple, yellow or green")
	case len(p.Placements) > TilesPerColor:
		return []Violation{{Rule: TooManyTiles, Player: p.Color, Count: len(p.Placements), Detail: "a rack has five tiles"}}
	}
	for _, t := range p.Placements {
		if !onTable(t.Place) {
			return []Violation{{Rule: BadEvent, Places: []engine.Place{t.Place}, Detail: farOff}}
		}
		if t.Letter == engine.Unsettled && t.Blank || t.Letter >= 'A' && t.Letter <= 'Z' {
			continue
		}
		return []Violation{{Rule: BadEvent, Places: []engine.Place{t.Place}, Detail: "a tile needs a letter, A to Z"}}
	}
	return nil
}

// farthest is how far from the origin a row or column may be, so that places can be added without a thought.
const farthest = 1_000_000

const farOff = "rows and columns go from -1000000 to 1000000"

func onTable(p engine.Place) bool {
	return min(p.Row, p.Col) >= -farthest && max(p.Row, p.Col) <= farthest
}

func isPlayer(c engine.Color) bool { return c >= engine.Red && c <= engine.Green }

// tooMany: a rack has five tiles tiles, one of them blank at most.
func tooMany(_ engine.Board, p Play) []Violation {
	if n := len(p.Placements); n > RackSize {
		return []Violation{{Rule: TooManyTiles, Count: n, Detail: "a rack has five tiles"}}
	}
	if n := blanks(p); n > 1 {
		return []Violation{{Rule: TooManyTiles, Count: n, Detail: "each player has one blank"}}
	}
	return nil
}

func blanks(p Play) int {
	n := 0
	for _, t := range p.Placements {
		if t.Blank {
			n++
		}
	}
	return n
}

// firstPlay: the first play links two or more tiles into one word.
func firstPlay(before engine.Board, p Play) []Violation {
	if len(before) > 0 {
		return nil
	}
	if len(p.Placements) < 2 || inLine(p) && !unbroken(Place(before, p), p) {
		return []Violation{{Rule: FirstPlay, Places: places(p)}}
	}
	return nil
}

// line: all tiles of a turn lie in one row or column, and in one run if the table plays it so.
func (o Options) line(before engine.Board, p Play) []Violation {
	if !inLine(p) {
		return []Violation{{Rule: OneLine, Places: places(p)}}
	}
	if o.RequireContiguous && len(before) > 0 && !unbroken(Place(before, p), p) {
		return []Violation{{Rule: OneLine, Places: places(p), Detail: "there is a gap between the tiles"}}
	}
	return nil
}

func inLine(p Play) bool {
	row, col := true, true
	for _, t := range p.Placements {
		row = row && t.Row == p.Placements[0].Row
		col = col && t.Col == p.Placements[0].Col
	}
	return row || col
}

// unbroken reports whether the play's tiles, which share a line, are part of one run.
func unbroken(after engine.Board, p Play) bool {
	d := engine.Across
	for _, t := range p.Placements {
		if t.Row != p.Placements[0].Row {
			d = engine.Down
		}
	}
	first, _ := wordThrough(after, p.Placements[0].Place, d)
	for _, t := range p.Placements[1:] {
		if w, ok := wordThrough(after, t.Place, d); !ok || w != first {
			return false
		}
	}
	return true
}

func onePerStack(_ engine.Board, p Play) []Violation {
	seen := map[engine.Place]bool{}
	for _, t := range p.Placements {
		if seen[t.Place] {
			return []Violation{{Rule: OnePerStack, Places: []engine.Place{t.Place}}}
		}
		seen[t.Place] = true
	}
	return nil
}

func stackTooHigh(before engine.Board, p Play) []Violation {
	var found []Violation
	for _, t := range p.Placements {
		if before[t.Place].Height >= engine.MaxHeight {
			found = append(found, Violation{Rule: MaxHeight, Places: []engine.Place{t.Place}})
		}
	}
	return found
}

func sameLetter(before engine.Board, p Play) []Violation {
	var found []Violation
	for _, t := range p.Placements {
		old, stacked := before[t.Place]
		if stacked && old.Letter == t.Letter && t.Letter != engine.Unsettled {
			found = append(found, Violation{Rule: SameLetter, Places: []engine.Place{t.Place}, Letter: t.Letter})
		}
	}
	return found
}

// coversWord: every word that stood keeps at least one cell uncovered.
func coversWord(before engine.Board, p Play) []Violation {
	covered := map[engine.Place]bool{}
	for _, t := range p.Placements {
		covered[t.Place] = true
	}
	tried := map[engine.Word]bool{}
	var found []Violation
	for _, t := range p.Placements {
		if _, stacked := before[t.Place]; !stacked {
			continue
		}
		for _, d := range []engine.Direction{engine.Across, engine.Down} {
			w, ok := wordThrough(before, t.Place, d)
			if ok && !tried[w] && allIn(covered, w) {
				found = append(found, Violation{Rule: CoversWord, Word: w.Text, Places: w.Places()})
			}
			tried[w] = true
		}
	}
	return found
}

func allIn(covered map[engine.Place]bool, w engine.Word) bool {
	for _, p := range w.Places() {
		if !covered[p] {
			return false
		}
	}
	return true
}

// notConnected finds the tiles that no chain of tiles of this turn joins to what was there before.
func notConnected(before engine.Board, p Play) []Violation {
	joined := map[engine.Place]bool{}
	for range p.Placements { // each round joins at least one tile or the chain has ended
		for _, t := range p.Placements {
			joined[t.Place] = joined[t.Place] || touches(before, joined, t.Place)
		}
	}
	var apart []engine.Place
	for _, t := range p.Placements {
		if !joined[t.Place] {
			apart = append(apart, t.Place)
		}
	}
	if apart == nil {
		return nil
	}
	return []Violation{{Rule: NotConnected, Places: apart}}
}

func touches(before engine.Board, joined map[engine.Place]bool, p engine.Place) bool {
	if _, stacked := before[p]; stacked {
		return true
	}
	for _, n := range p.Neighbors() {
		if _, linked := before[n]; linked || joined[n] {
			return true
		}
	}
	return false
}

func places(p Play) []engine.Place {
	list := make([]engine.Place, len(p.Placements))
	for i, t := range p.Placements {
		list[i] = t.Place
	}
	return list
}
