package nabit

import (
	"maps"

	"tilewatch/engine"
)

// RackSize is how many tiles a player holds, and so the most that one turn can place.
const RackSize = 5

// TilesPerColor is how many tiles a player has in all, one of them blank.
const TilesPerColor = 25

// maxTiles are all the tiles that can be on a table.
const maxTiles = TilesPerColor * len(engine.PlayerColors)

// Placement is one tile laid in a turn. Height is the stack's height afterwards; it is filled in by the game and
// ignored in what comes from outside, since the history knows better.
type Placement struct {
	engine.Place
	Letter engine.Letter `json:"letter"`
	Blank  bool          `json:"blank,omitempty"`
	Height int           `json:"height,omitempty"`
}

// Play is the tiles that one player lays in one turn.
type Play struct {
	Color      engine.Color `json:"color"`
	Placements []Placement  `json:"placements"`
}

// Place is the board after the play; before is left as it is. A place that is named twice grows by two.
func Place(before engine.Board, p Play) engine.Board {
	after := maps.Clone(before)
	if after == nil {
		after = engine.Board{}
	}
	for _, t := range p.Placements {
		after[t.Place] = engine.Cell{Letter: t.Letter, Blank: t.Blank, Color: p.Color, Height: after[t.Place].Height + 1}
	}
	return after
}

// NewWords are the words of after that the play made or changed, in the order of Words.
func NewWords(before, after engine.Board, p Play) []engine.Word {
	found := map[engine.Word]bool{}
	for _, t := range p.Placements {
		for _, d := range []engine.Direction{engine.Across, engine.Down} {
			if w, ok := wordThrough(after, t.Place, d); ok && !stood(before, w) {
				found[w] = true
			}
		}
	}
	words := make([]engine.Word, 0, len(found))
	for w := range found {
		words = append(words, w)
	}
	return sortWords(words)
}

// stood reports whether the very same word was there. An unsettled letter may be any, so it never makes two
// readings the same word.
func stood(before engine.Board, w engine.Word) bool {
	for _, letter := range []byte(w.Text) {
		if letter == byte(engine.Unsettled) {
			return false
		}
	}
	old, ok := wordThrough(before, w.Place, w.Direction)
	_, there := before[w.Place]
	return ok && there && old == w
}

// withHeights are the placements with the heights their stacks get.
func withHeights(before engine.Board, p Play) []Placement {
	placed := make([]Placement, len(p.Placements))
	added := map[engine.Place]int{}
	for i, t := range p.Placements {
		added[t.Place]++
		t.Height = before[t.Place].Height + added[t.Place]
		placed[i] = t
	}
	return placed
}
