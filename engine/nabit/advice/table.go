package advice

import (
	"math"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
)

// Table is a game as it stands before the mover's turn.
type Table struct {
	Board   engine.Board
	Mover   engine.Color
	Players []engine.Color       // all who play, the mover among them
	Banked  map[engine.Color]int // tiles on the banks
	Bag     int                  // tiles left in the mover's bag
	Held    int                  // tiles the mover holds, should some of them not be known; 0: as many as the rack has
	Options nabit.Options
}

// TableOf is the table of a game before the next player's turn, or before that player's whose advice is asked for. It
// is taken that a bag whose contents nobody counted is not empty.
func TableOf(s nabit.State, mover engine.Color) Table {
	t := Table{Board: s.Board, Mover: mover, Players: s.Players, Banked: map[engine.Color]int{}, Bag: 1, Options: s.Options}
	for _, h := range s.Hands {
		t.Banked[h.Color] = h.Banked
		if h.Color == mover && h.Rack > 0 {
			t.Bag, t.Held = h.Bag, h.Rack
		}
	}
	return t
}

// rivals are how much a point of each other player counts against the mover's: all together 1, the strongest most,
// and each point that another is behind the strongest halves the weight.
func (t Table) rivals() [engine.Gray]float64 {
	var weights [engine.Gray]float64
	scores := nabit.Scores(t.Board, t.Banked, engine.NoColor, t.Players)
	best, sum := math.MinInt, 0.0
	for _, s := range scores {
		if s.Color != t.Mover {
			best = max(best, s.Total)
		}
	}
	for _, s := range scores {
		if s.Color != t.Mover && s.Color < engine.Gray {
			weights[s.Color] = math.Exp2(float64(s.Total - best))
			sum += weights[s.Color]
		}
	}
	for i := range weights {
		if sum > 0 {
			weights[i] /= sum
		}
	}
	return weights
}

// remaining is the part of all tiles that is not on the board or the banks: 1 before the game, near 0 at its end.
func (t Table) remaining() float64 {
	all, used := nabit.TilesPerColor*max(2, len(t.Players)), 0
	for _, c := range t.Board {
		used += c.Height
	}
	for _, n := range t.Banked {
		used += n
	}
	return max(0, float64(all-used)/float64(all))
}
