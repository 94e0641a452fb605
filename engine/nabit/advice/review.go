package advice

import (
	"tilewatch/engine"
	"tilewatch/engine/nabit"
)

// Reviewed is what could have been done in one turn.
type Reviewed struct {
	Turn   int          `json:"turn"`
	Player engine.Color `json:"player"`
	Kind   nabit.Type   `json:"kind"` // a play, an exchange, a pass
	// Known says that the whole rack was known. Otherwise only what else the tiles that were laid could do was looked
	// for, which is less than was possible.
	Known  bool    `json:"known"`
	Played *Move   `json:"played,omitempty"` // nil: no play
	Best   *Move   `json:"best,omitempty"`   // nil: no play was possible, as far as is known
	Missed float64 `json:"missed"`           // how much more the best is worth; 0 if the play was as good or better
}

// Racks says what the player of a turn held before it; false if it is not known.
type Racks func(t nabit.Turn) (Rack, bool)

// Review goes through the turns of a game and finds the best play missed in each. The board at the start is that of the
// start event, nil for most games; racks may be nil if none is known. Plays that were taken back, and turns that nobody
// saw, are left out.
func (a *Advisor) Review(start engine.Board, s nabit.State, racks Racks) ([]Reviewed, error) {
	t := Table{Board: start, Players: s.Players, Banked: map[engine.Color]int{}, Options: s.Options}
	laid := map[engine.Color]int{}
	for _, c := range start {
		laid[c.Color] += c.Height // of whatever color the tiles below are
	}
	var all []Reviewed
	for _, turn := range s.Turns {
		if turn.Withdrawn || turn.Kind == nabit.Skipped {
			continue
		}
		t.Mover = turn.Player
		t.deal(laid[turn.Player])
		r, err := a.review(t, turn, racks)
		if err != nil {
			return all, err
		}
		all = append(all, r)
		t.Board = nabit.Place(t.Board, nabit.Play{Color: turn.Player, Placements: turn.Placements})
		if laid[turn.Player] += len(turn.Placements); turn.Banked {
			t.Banked[turn.Player]++
		}
	}
	return all, nil
}

// deal works out how many tiles the mover holds and has in the bag, having laid so many.
func (t *Table) deal(laid int) {
	left := max(0, nabit.TilesPerColor-laid-t.Banked[t.Mover])
	t.Held = min(left, nabit.RackSize)
	t.Bag = left - t.Held
}

func (a *Advisor) review(t Table, turn nabit.Turn, racks Racks) (Reviewed, error) {
	r := Reviewed{Turn: turn.Number, Player: turn.Player, Kind: turn.Kind}
	var rack Rack
	if racks != nil {
		rack, r.Known = racks(turn)
	}
	if !r.Known {
		rack = laidTiles(turn.Placements)
	}
	k, err := a.Rank(t, rack)
	if err != nil {
		return r, err
	}
	if k.Len() > 0 {
		best := a.Judge(t, k.At(0).Placements) // a ranking rounds values
		r.Best, r.Missed = &best, max(0, best.Value)
	}
	if turn.Kind != nabit.Played {
		return r, nil
	}
	m := a.Judge(t, turn.Placements)
	r.Played, r.Missed = &m, 0
	if r.Best != nil && r.Best.Value-m.Value > rounding {
		r.Missed = r.Best.Value - m.Value
	}
	return r, nil
}

// rounding is below the smallest difference that separates two values.
const rounding = 1e-4

// laidTiles are the tiles of a play as a rack with nothing else known.
func laidTiles(play []nabit.Placement) Rack {
	var r Rack
	for _, t := range play[:min(len(play), nabit.RackSize)] {
		switch {
		case t.Blank:
			r = append(r, Tile{Blank: true})
		case t.Letter >= 'A' && t.Letter <= 'Z':
			r = append(r, Tile{Front: t.Letter})
		}
	}
	return r
}

// Judge is what any play does, also one that the rules or the word list refuse: it counts what then lies on the table.
func (a *Advisor) Judge(t Table, play []nabit.Placement) Move {
	w, rivals, left := a.Weights, t.rivals(), t.remaining()
	worth := func(b engine.Board) float64 {
		sum := 0.0
		for _, word := range nabit.ControlledWords(b) {
			for _, c := range word.Controllers {
				if c == t.Mover {
					sum += 1 - w.Risk[1][top(b, word.Word)]*left
				} else {
					sum -= rivals[c] * (1 - w.Risk[0][top(b, word.Word)]*left)
				}
			}
		}
		return sum
	}
	m := describe(t, play, worth(nabit.Place(t.Board, nabit.Play{Color: t.Mover, Placements: play}))-worth(t.Board))
	if len(m.Nabbed) > 0 && t.Bag > 0 {
		m.Value += 1 - w.Tile
	}
	if t.Bag == 0 && len(play) == t.Held {
		m.Value++
	}
	for _, tile := range play {
		if m.Value -= w.Tile; tile.Blank {
			m.Value -= w.Blank
		}
	}
	return m
}

// top is the word's highest level, within the rules' limit.
func top(b engine.Board, w engine.Word) int {
	level := 0
	for _, p := range w.Places() {
		level = max(level, b[p].Height)
	}
	return min(level, engine.MaxHeight)
}
