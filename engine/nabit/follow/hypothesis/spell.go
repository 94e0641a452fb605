package hypothesis

import (
	"tilewatch/engine"
	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/follow/evidence"
	"tilewatch/engine/reading"
)

// spell reads the letters of a play jointly with the words they make; blanked says that its player has laid a blank before.
func (t scorer) spell(board engine.Board, l line, blanked bool) nabit.Play {
	words := t.crossword(board, l.places, l.color, blanked)
	p := nabit.Play{Color: l.color}
	for _, place := range l.places {
		tile := nabit.Placement{Place: place, Height: board[place].Height + 1}
		tile.Letter, tile.Blank = words.Letter(place)
		p.Placements = append(p.Placements, tile)
	}
	return p
}

// crossword reads new tiles of the color at these places, with the tiles in line with them. It leaves out other old tiles: their words
// cost the same whatever the new tiles read.
func (t scorer) crossword(board engine.Board, places []engine.Place, color engine.Color, blanked bool) reading.Crossword {
	tiles := make(map[engine.Place][]reading.Face, 8*len(places))
	for _, p := range places {
		if tiles[p] = t.faces(p, board[p], color, blanked); t.covers(board, p, color) {
			tiles[p] = t.coveredFaces(p)
		}
	}
	for _, p := range places {
		for _, step := range (engine.Place{}).Neighbors() {
			for at := p.Add(step); ; at = at.Add(step) {
				c, there := board[at]
				_, placed := tiles[at]
				if !there && !placed {
					break
				}
				if !placed {
					tiles[at] = reading.Fixed(c.Letter, c.Blank)
				}
			}
		}
	}
	return reading.Solve(tiles, t.Words)
}

// faces returns the ways to read a new tile of the color on top of the old cell.
func (t scorer) faces(p engine.Place, old engine.Cell, color engine.Color, blanked bool) []reading.Face {
	m := t.view.Looks[p]
	var weighed engine.LetterLikelihoods
	for i, v := range m.Read {
		weighed[i] = max(v, -evidence.LetterBound) * t.view.Weight * m.Clear() * m.Legible()
	}
	if blanked {
		weighed[engine.BlankIndex] += secondBlankPrior
	}
	var faces []reading.Face
	for _, f := range reading.Faces(weighed) {
		index := engine.BlankIndex
		if !f.Blank {
			index = int(f.Letter - 'A')
		}
		if unchanged(old, color, index) || f.Blank && f.Letter == old.Letter {
			continue
		}
		if old.Height > 0 && f.Letter == old.Letter {
			f.Score += brokenRulePrior
		}
		faces = append(faces, f)
	}
	if len(faces) == 0 {
		letter, blank := t.likeliest(p, old, color)
		return reading.Fixed(letter, blank)
	}
	return faces
}

// LettersPosterior returns the probability that all new letters of the hypothesis are right, given that its tiles are.
func (s State) LettersPosterior(v evidence.View, h Hypothesis) float64 {
	sure := 1.0
	t := s.scorer(v)
	before := s.BoardBefore(h.Back)
	for i, p := range h.Plays {
		earlier := h
		earlier.Plays = h.Plays[:i]
		var places []engine.Place
		for _, tile := range p.Placements {
			places = append(places, tile.Place)
		}
		words := t.crossword(before, places, p.Color, t.hasLaidBlank(earlier, p.Color))
		for _, place := range places {
			if t.covers(before, place, p.Color) {
				continue // no picture will show it
			}
			sure *= words.Faces(place)[0].Score
		}
		before = nabit.Place(before, p)
	}
	return sure
}
