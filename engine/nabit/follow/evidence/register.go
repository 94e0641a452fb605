package evidence

import (
	"cmp"
	"math"
	"slices"

	"tilewatch/engine"
)

// Sighting is one observation registered to the game's lattice.
type Sighting struct {
	Looks       map[engine.Place]Look
	Agreement   float64 // log-likelihood of the registration
	Contradicts bool    // too few tiles of the believed board are seen again
}

// Weights of a registration. Hand-set, relative to each other;
// TestABoardIsFoundInAnyOriginAndTurn and TestPlacesKeepTheFirstBoardsLattice exercise them.
const (
	triedShifts   = 6    // shifts tried for each quarter turn, by votes
	nearSides     = 0.5  // sides of a tile: a tile within this distance of its last position has stayed
	stayedNats    = 3    // for a tile that stayed
	worstNats     = -6   // for the most different face: no single tile says more against a registration
	sameNats      = -4.5 // agreement from which a tile counts as the one that lay there
	foundNats     = 4    // for a tile where the board has one
	extraNats     = -1   // for a tile where the board has none
	absentNats    = -2   // for a tile of the board that is not seen
	alikeVoteNats = 4    // a face votes for a shift only if it disagrees by less than this
)

// Plain returns the observation on its own lattice.
func Plain(obs engine.Observation) Sighting { return Sighting{Looks: lookup(obs)} }

// Laid returns the observation on a lattice turned clockwise by so many quarter turns, then shifted.
func Laid(obs engine.Observation, quarters int, shift engine.Place) Sighting {
	return Sighting{Looks: transform(lookup(obs), quarters, shift)}
}

// Register lays the observation on the board's lattice, in the quarter turn and shift under which most of the board is seen again:
// it votes for shifts by pairs of tiles (a Hough transform over translations), and scores the best few of each turn. at says where in
// the picture each tile was seen last; a tile that stayed there is strong evidence. Contradicts is set when fewer than least tiles of
// the board are found again.
func Register(obs engine.Observation, board engine.Board, at map[engine.Place]engine.Quad, least int) Sighting {
	own, cells := lookup(obs), placed(board, at)
	best, origin := Sighting{Agreement: math.Inf(-1), Contradicts: true}, engine.Place{}
	for turn := range 4 {
		turned := Sighting{Looks: transform(own, turn, engine.Place{})}
		for _, shift := range turned.likelyShifts(cells) {
			agreement, found := turned.agree(board, at, shift)
			if agreement > best.Agreement {
				best = Sighting{Looks: turned.Looks, Agreement: agreement, Contradicts: found < least}
				origin = shift
			}
		}
	}
	best.Looks = transform(best.Looks, 0, origin)
	return best
}

// Registrations returns all ways to lay the observation on the board's lattice that are worth a try.
func Registrations(obs engine.Observation, board engine.Board, at map[engine.Place]engine.Quad) []Sighting {
	own, cells := lookup(obs), placed(board, at)
	var out []Sighting
	for turn := range 4 {
		turned := Sighting{Looks: transform(own, turn, engine.Place{})}
		for _, shift := range turned.likelyShifts(cells) {
			out = append(out, Sighting{Looks: transform(turned.Looks, 0, shift)})
		}
	}
	return out
}

// Shows reports whether a tile is seen wherever the board has one.
func (s Sighting) Shows(b engine.Board) bool {
	for p := range b {
		if s.Looks[p].Tile <= 0 {
			return false
		}
	}
	return true
}

// A placedCell is a cell of the board and where in the picture it was seen last; side is 0 if it was not.
type placedCell struct {
	engine.Place
	engine.Cell
	center engine.Point
	side   float64
}

func placed(board engine.Board, at map[engine.Place]engine.Quad) []placedCell {
	cells := make([]placedCell, 0, len(board))
	for p, cell := range board {
		was, side := center(at[p])
		cells = append(cells, placedCell{p, cell, was, side})
	}
	return cells
}

// likelyShifts returns the shifts with the most votes: each pair of a seen tile and a tile of the board votes for one.
func (s Sighting) likelyShifts(board []placedCell) []engine.Place {
	votes := map[engine.Place]float64{}
	for p, l := range s.Looks {
		if l.Tile <= 0 {
			continue
		}
		is, _ := center(l.Quad)
		for _, cell := range board {
			votes[cell.Sub(p)] += foundNats/2 + max(0, alikeVoteNats+l.alike(cell.Cell)) + stayed(is, cell.center, cell.side)
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

// agree returns the log-likelihood of the registration with that shift, and how many of the board's tiles are found again.
func (s Sighting) agree(board engine.Board, at map[engine.Place]engine.Quad, shift engine.Place) (agreement float64, found int) {
	lying := 0
	for p, l := range s.Looks {
		cell, there := board[p.Add(shift)]
		switch {
		case l.Tile <= 0:
		case !there:
			agreement += extraNats
		default:
			same, still := l.alike(cell), l.stayed(at[p.Add(shift)])
			lying++
			agreement += foundNats + same + still
			if same > sameNats || still > 0 {
				found++
			}
		}
	}
	return agreement + absentNats*float64(len(board)-lying), found
}

// alike is the log-likelihood that the top tile seen is the cell's, at most 0. It ignores heights: they separate places badly, and a
// stack that grew is the same place still.
func (l Look) alike(c engine.Cell) float64 {
	if c.Color == engine.NoColor || c.Color > engine.Green {
		return worstNats
	}
	return max(worstNats, l.Letter[0][Face(c)]+l.Color[c.Color-1])
}

// stayed is the evidence from a tile that is seen where the board's tile was seen last.
func (l Look) stayed(last engine.Quad) float64 {
	was, side := center(last)
	is, _ := center(l.Quad)
	return stayed(is, was, side)
}

func stayed(is, was engine.Point, side float64) float64 {
	if math.Hypot(is.X-was.X, is.Y-was.Y) < nearSides*side {
		return stayedNats
	}
	return 0
}
