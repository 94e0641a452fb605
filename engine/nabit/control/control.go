// Package control explains why a word is whose: who has how many tiles on its highest level, and what would flip it.
package control

import (
	"slices"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
)

// Control is who controls a word, and why.
type Control struct {
	Word        engine.Word    `json:"word"`
	Level       int            `json:"level"`       // the word's highest, 1 to engine.MaxHeight
	Counts      []Count        `json:"counts"`      // top tiles on that level, the most first; ties in the order of engine.PlayerColors
	Controllers []engine.Color `json:"controllers"` // several share it; none if no player has a tile there
	// Sealed: nothing can be laid any more that takes the word from those who control it, as far as its own line goes.
	Sealed bool `json:"sealed"`
}

// Count is a player's top tiles on the highest level.
type Count struct {
	Color engine.Color `json:"color"`
	Tiles int          `json:"tiles"`
}

// Flip is what a player can do to control a word: so many tiles in one turn, laid on its stacks or in line with it. The
// letters must suit, and make words: of that it knows nothing.
type Flip struct {
	Player engine.Color `json:"player"`
	// Tiles is the fewest that are enough; 0: no turn is, with the tiles of one rack.
	Tiles int `json:"tiles"`
	// Alone is false where so many tiles can only bring a share.
	Alone bool `json:"alone"`
	// Places are one way to do it. Anywhere are all places where a single tile does it, if one is enough.
	Places   []engine.Place `json:"places,omitempty"`
	Anywhere []engine.Place `json:"anywhere,omitempty"`
}

// Of explains the word, which must be one of the board's.
func Of(b engine.Board, w engine.Word) Control {
	c := Control{Word: w, Controllers: nabit.Controllers(b, w), Counts: []Count{}}
	for _, p := range w.Places() {
		c.Level = max(c.Level, b[p].Height)
	}
	for _, color := range engine.PlayerColors {
		n := 0
		for _, p := range w.Places() {
			if b[p].Color == color && b[p].Height == c.Level {
				n++
			}
		}
		if n > 0 {
			c.Counts = append(c.Counts, Count{color, n})
		}
	}
	slices.SortStableFunc(c.Counts, func(x, y Count) int { return y.Tiles - x.Tiles })
	c.Sealed = c.sealed(b)
	return c
}

// sealed asks for every color, also those that nobody plays.
func (c Control) sealed(b engine.Board) bool {
	for _, color := range engine.PlayerColors {
		if !c.alone(color) && FlipFor(b, c.Word, color).Tiles > 0 {
			return false
		}
	}
	return true
}

func (c Control) alone(color engine.Color) bool {
	return len(c.Controllers) == 1 && c.Controllers[0] == color
}

// Flips are what each of the players who does not control the word alone can do about it, in their order.
func (c Control) Flips(b engine.Board, players []engine.Color) []Flip {
	var flips []Flip
	for _, p := range players {
		if !c.alone(p) {
			flips = append(flips, FlipFor(b, c.Word, p))
		}
	}
	return flips
}

// FlipFor is the least that the player can do in one turn to control the word alone, or, where nothing can bring that,
// to share it. All ways to lay up to nabit.RackSize tiles on the word's stacks and at its two ends are tried; one
// letter of the word must stay uncovered, and no stack may have more than engine.MaxHeight tiles.
func FlipFor(b engine.Board, w engine.Word, player engine.Color) Flip {
	l := lineOf(b, w, player)
	var shared *Flip
	for n := 1; n <= min(nabit.RackSize, len(l.free)); n++ {
		f := l.try(n)
		if f.Tiles > 0 && f.Alone {
			return f
		}
		if f.Tiles > 0 && shared == nil {
			shared = &f
		}
	}
	if shared != nil && !slices.Contains(nabit.Controllers(b, w), player) {
		return *shared
	}
	return Flip{Player: player}
}
