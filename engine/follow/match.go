package follow

import (
	"cmp"
	"math"
	"slices"

	"tilewatch/engine"
)

const (
	triedShifts = 6    // shifts tried for each quarter turn
	nearTile    = 0.5  // of a tile's side: as near as this, a tile is where it was
	stayed      = 3    // nats for a tile that is where it was
	worstTile   = -6   // nats: no single tile says more against a match
	knownTile   = -4.5 // nats from which a tile counts as the one that lay there
	foundTile   = 4    // nats for a tile where the board has one
	extraTile   = -1   // nats for a tile where the board has none
	absentTile  = -2   // nats for a tile of the board that is not seen
)

// match lays the observation on the board's lattice, in the quarter turn and shift under which the board is seen
// again best. at tells where in the picture each tile was seen last; those that did not move speak for
// themselves. Contradicts is set when fewer than least tiles of the board are found again.
func match(obs engine.Observation, board engine.Board, at map[engine.Place]engine.Quad, least int) sighting {
	own, cells := ownLooks(obs), lainOn(board, at)
	best, origin := sighting{agreement: math.Inf(-1), contradicts: true}, engine.Place{}
	for turn := range 4 {
		turned := sighting{looks: lay(own, turn, engine.Place{})}
		for _, shift := range likelyShifts(turned, cells) {
			agreement, found := turned.agree(board, at, shift)
			if agreement > best.agreement {
				best = sighting{looks: turned.looks, agreement: agreement, contradicts: found < least}
				origin = shift
			}
		}
	}
	best.looks = lay(best.looks, 0, origin)
	return best
}

// layings are all ways to lay the observation on the board's lattice that are worth a try.
func layings(obs engine.Observation, board engine.Board, at map[engine.Place]engine.Quad) []sighting {
	own, cells := ownLooks(obs), lainOn(board, at)
	var out []sighting
	for turn := range 4 {
		turned := sighting{looks: lay(own, turn, engine.Place{})}
		for _, shift := range likelyShifts(turned, cells) {
			out = append(out, sighting{looks: lay(turned.looks, 0, shift)})
		}
	}
	return out
}

// explained tells whether the board is what is seen: every clear tile in its place, in its color, with its letter.
func (v view) explained(b engine.Board) bool {
	for p, c := range b {
		if _, seen := v.looks[p]; !seen && c.Height > 0 {
			return false
		}
	}
	for p, m := range v.looks {
		c, there := b[p]
		if m.tile > knownGap != there || there && alike(m.look, c) < knownTile {
			return false
		}
	}
	return true
}

// knownGap is how clearly a tile must be seen not to be overlooked.
const knownGap = 2

// lain is a cell of the board and where in the picture it was seen last; side is 0 if it was not.
type lain struct {
	engine.Place
	engine.Cell
	center engine.Point
	side   float64
}

func lainOn(board engine.Board, at map[engine.Place]engine.Quad) []lain {
	cells := make([]lain, 0, len(board))
	for p, cell := range board {
		was, side := center(at[p])
		cells = append(cells, lain{p, cell, was, side})
	}
	return cells
}

// likelyShifts are those that most pairs of a seen tile and a tile of the board ask for.
func likelyShifts(s sighting, board []lain) []engine.Place {
	votes := map[engine.Place]float64{}
	for p, l := range s.looks {
		if l.tile <= 0 {
			continue
		}
		is, _ := center(l.quad)
		for _, cell := range board {
			votes[cell.Sub(p)] += foundTile/2 + max(0, 4+alike(l, cell.Cell)) + still(is, cell.center, cell.side)
		}
	}
	type voted struct {
		shift engine.Place
		votes float64
	}
	shifts := make([]voted, 0, len(votes))
	for shift, n := range votes {
		shifts = append(shifts, voted{shift, n})
	}
	slices.SortFunc(shifts, func(a, b voted) int {
		return cmp.Or(cmp.Compare(b.votes, a.votes), engine.ComparePlaces(a.shift, b.shift))
	})
	likely := make([]engine.Place, min(len(shifts), triedShifts))
	for i := range likely {
		likely[i] = shifts[i].shift
	}
	return likely
}

// alike is how well the top tile seen agrees with the cell, at most 0. Heights are left out: they tell places apart
// badly, and a stack that grew is the same place still.
func alike(l look, c engine.Cell) float64 {
	if c.Color == engine.NoColor || c.Color > engine.Green {
		return worstTile
	}
	return max(worstTile, l.letter[0][faceOf(c)]+l.color[c.Color-1])
}

// unmoved is what it says for a match that the tile is seen where the board's tile was seen last.
func unmoved(l look, last engine.Quad) float64 {
	was, side := center(last)
	is, _ := center(l.quad)
	return still(is, was, side)
}

func still(is, was engine.Point, side float64) float64 {
	if math.Hypot(is.X-was.X, is.Y-was.Y) < nearTile*side {
		return stayed
	}
	return 0
}

// agree weighs the match with that shift, and counts the board's tiles that are found again.
func (s sighting) agree(board engine.Board, at map[engine.Place]engine.Quad, shift engine.Place) (agreement float64, found int) {
	lying := 0
	for p, l := range s.looks {
		cell, there := board[p.Add(shift)]
		switch {
		case l.tile <= 0:
		case !there:
			agreement += extraTile
		default:
			same, still := alike(l, cell), unmoved(l, at[p.Add(shift)])
			lying++
			agreement += foundTile + same + still
			if same > knownTile || still > 0 {
				found++
			}
		}
	}
	return agreement + absentTile*float64(len(board)-lying), found
}
