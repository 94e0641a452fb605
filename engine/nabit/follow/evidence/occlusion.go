package evidence

import (
	"maps"

	"tilewatch/engine"
)

// tallStack is the number of tiles from which a stack may occlude its neighbors, and occludedReach how many places far. Hand-set;
// no small test reacts to a tallStack of 2 or 5.
const tallStack, occludedReach = 3, 2

// Unoccluded holds the places that were seen whole, each with the board as it lay then: no stack of that board occludes the place.
type Unoccluded map[engine.Place]engine.Board

// Learn adds the places that an ending window shows whole.
func (o Unoccluded) Learn(w *Window, board engine.Board) {
	v, board := w.View(), maps.Clone(board)
	for p, m := range v.Looks {
		if m.Tile > SurelyLay && m.Share > MostSeen && m.Visible > WholeSeen {
			o[p] = board
		}
	}
}

// Occluded reports whether a tall stack may occlude p. open is the board when p was seen whole: its stacks do not occlude p.
func Occluded(p engine.Place, board, open engine.Board) bool {
	for row := -occludedReach; row <= occludedReach; row++ {
		for col := -occludedReach; col <= occludedReach; col++ {
			near := engine.Place{Row: row, Col: col}
			height := board[p.Add(near)].Height
			if near != (engine.Place{}) && height >= tallStack && open[p.Add(near)].Height != height {
				return true
			}
		}
	}
	return false
}
