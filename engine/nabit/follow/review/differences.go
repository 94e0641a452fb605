package review

import (
	"cmp"
	"slices"

	"tilewatch/engine"
	"tilewatch/engine/nabit/follow/evidence"
	"tilewatch/engine/nabit/follow/hypothesis"
)

// Difference is a place where the table at rest shows something else than the record, and no turn explains it. A zero Cell is no
// tile.
type Difference struct {
	engine.Place
	Recorded engine.Cell `json:"recorded,omitzero"`
	Seen     engine.Cell `json:"seen,omitzero"`
}

// Hand-set; TestWhereRealityAndRecordPartThePlacesAreNamedOnce exercises them.
const (
	// surelyOther is the log-probability below which a tile's color is not the recorded one.
	surelyOther = -5.0
	// seenOften is the share of the pictures that must report a place before it contradicts the record, seenSeldom the share below
	// which a patient look counts the tile as gone.
	seenOften, seenSeldom = 0.5, 0.1
)

// Differences returns the places at which the view surely shows something else than the board, by row and column. With patience, a
// tile that is not reported counts as gone, unless a stack may occlude it.
func Differences(s hypothesis.State, v evidence.View, patience bool) []Difference {
	board, out := s.Board(), []Difference(nil)
	places := map[engine.Place]bool{}
	for p := range board {
		places[p] = true
	}
	for p := range v.Looks {
		places[p] = true
	}
	for p := range places {
		was, m := board[p], v.Looks[p]
		if s.Revoked(p) {
			continue
		}
		switch {
		case was.Height == 0:
			if m.Share > seenOften && m.Tile > evidence.KnownGap && m.Clear() == 1 && beside(board, p) {
				out = append(out, Difference{Place: p, Seen: likeliest(s, m, was)})
			}
		case evidence.Occluded(p, board, s.Open[p]):
		case m.Share > seenOften && m.Tile < evidence.SurelyNone, patience && (m.Share < seenSeldom || m.Tile < 0):
			out = append(out, Difference{Place: p, Recorded: was})
		case m.Share > seenOften && m.Tile > 0 && m.Clear() == 1 && m.ColorOf(was.Color) < surelyOther:
			out = append(out, Difference{p, was, likeliest(s, m, was)})
		}
	}
	slices.SortFunc(out, func(a, b Difference) int { return engine.ComparePlaces(a.Place, b.Place) })
	return out
}

// beside reports whether the place is linked to the board.
func beside(b engine.Board, p engine.Place) bool {
	near := p.Neighbors()
	return slices.ContainsFunc(near[:], func(n engine.Place) bool { return b[n].Height > 0 })
}

// likeliest returns the likeliest tile that the look shows, on top of the recorded tile if its color is another.
func likeliest(s hypothesis.State, m evidence.Mean, was engine.Cell) engine.Cell {
	c := engine.Cell{Color: player(s, m), Height: max(1, was.Height)}
	if face := evidence.Argmax(m.Read[:]); face == engine.BlankIndex {
		c.Letter, c.Blank = engine.Unsettled, true
	} else {
		c.Letter = engine.Letter('A' + face)
	}
	if was.Height > 0 && c.Color != was.Color && was.Height < engine.MaxHeight && m.Tiles[was.Height] > m.Tiles[was.Height-1] {
		c.Height++
	}
	return c
}

// player returns the likeliest color among those that play.
func player(s hypothesis.State, m evidence.Mean) engine.Color {
	return slices.MaxFunc(s.Colors(), func(a, b engine.Color) int { return cmp.Compare(m.ColorOf(a), m.ColorOf(b)) })
}
