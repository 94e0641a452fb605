package record

import (
	"slices"
	"time"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
)

// MostBack bounds how many turns players take back between two pictures. Hand-set.
const MostBack = 2

// Turn is one play that stands.
type Turn struct {
	Number        int
	Play          nabit.Play
	Before, After engine.Board
	Confidence    float64
	Provisional   bool
	InDoubt       bool          // provisional for its tiles: one may be occluded, or be none
	At            time.Duration // when the follower reported it
	Revoked       bool          // a person took it back, and its tiles still lie on the table
}

// Has reports whether the turn laid a tile at the place.
func (t Turn) Has(at engine.Place) bool {
	return slices.ContainsFunc(t.Play.Placements, func(p nabit.Placement) bool { return p.Place == at })
}

// Equal reports whether both turns have the same number, player and tiles.
func (t Turn) Equal(o Turn) bool {
	return t.Number == o.Number && t.Play.Color == o.Play.Color && slices.Equal(t.Play.Placements, o.Play.Placements)
}

// Ledger is the past as the follower believes it.
type Ledger struct {
	Players []engine.Color // in the order of their turns; none where any color may play at any time
	Start   engine.Board   // before the first turn
	Turns   []Turn         // that stand
	Awaited engine.Color   // whose turn it is again; NoColor: the player after the last one
}

// Board returns the board after the last turn.
func (l *Ledger) Board() engine.Board { return l.BoardBefore(0) }

// BoardBefore returns the board before so many of the last turns.
func (l *Ledger) BoardBefore(back int) engine.Board {
	if n := len(l.Turns) - back; n > 0 {
		return l.Turns[n-1].After
	}
	return l.Start
}

// LeastTiles returns the number of tiles on the smallest board that the players can reach by taking back MostBack turns. It leaves
// out empty boards.
func (l *Ledger) LeastTiles() int {
	least := len(l.Board())
	for back := 1; back <= min(MostBack, len(l.Turns)); back++ {
		if n := len(l.BoardBefore(back)); n > 0 {
			least = min(least, n)
		}
	}
	return least
}

// Last returns the last turn that stands; nil before the first.
func (l *Ledger) Last() *Turn {
	if len(l.Turns) == 0 {
		return nil
	}
	return &l.Turns[len(l.Turns)-1]
}

// Numbered returns the turn of that number that stands; nil if none does.
func (l *Ledger) Numbered(number int) *Turn {
	for i := range l.Turns {
		if t := &l.Turns[i]; t.Number == number && !t.Revoked {
			return t
		}
	}
	return nil
}

// Order returns the players in the order of their turns, as told or, where nobody did, as they came; whole says that one has come again, so
// that nobody is missing who did not pass.
func (l *Ledger) Order() (order []engine.Color, whole bool) {
	if len(l.Players) > 0 {
		return l.Players, true
	}
	for _, t := range l.Turns {
		if color := t.Play.Color; !slices.Contains(order, color) {
			order = append(order, color)
		} else if color != order[len(order)-1] { // else its turn was read in two parts
			whole = true
		}
	}
	return order, whole
}

// NextTo returns the player after the given one; NoColor where that is unknown.
func (l *Ledger) NextTo(player engine.Color) engine.Color {
	if order, whole := l.Order(); whole {
		for i, p := range order {
			if p == player {
				return order[(i+1)%len(order)]
			}
		}
	}
	return engine.NoColor
}

// Expected returns the player whose turn it is; NoColor if that is unknown.
func (l *Ledger) Expected() engine.Color {
	last := l.Last()
	switch {
	case l.Awaited != engine.NoColor:
		return l.Awaited
	case last != nil:
		return l.NextTo(last.Play.Color)
	case len(l.Start) == 0 && len(l.Players) > 0:
		return l.Players[0]
	}
	return engine.NoColor
}

// Colors returns the colors that may play.
func (l *Ledger) Colors() []engine.Color {
	if len(l.Players) > 0 {
		return l.Players
	}
	return engine.PlayerColors[:]
}

// Beneath returns the letter under the top tile at the place; 0 if it is unknown.
func (l *Ledger) Beneath(p engine.Place) engine.Letter {
	height := l.Board()[p].Height
	for i := len(l.Turns) - 1; i >= 0; i-- {
		if c := l.Turns[i].Before[p]; c.Height < height {
			return c.Letter
		}
	}
	return 0
}

// Provisional reports whether the last turn laid a tile at the place and may still change.
func (l *Ledger) Provisional(at engine.Place) bool {
	last := l.Last()
	return last != nil && last.Provisional && last.Has(at)
}

// Revoked reports whether the tile at the place belongs to a play that a person took back.
func (l *Ledger) Revoked(at engine.Place) bool {
	last := l.Last()
	return last != nil && last.Revoked && last.Has(at)
}

// Append adds a play that stands.
func (l *Ledger) Append(t Turn) {
	t.Before = l.Board()
	t.After = nabit.Place(t.Before, t.Play)
	l.Turns = append(l.Turns, t)
}

// Relay computes the boards before and after every turn again, from the first board on.
func (l *Ledger) Relay() {
	board := l.Start
	for i := range l.Turns {
		t := &l.Turns[i]
		t.Before, t.After = board, nabit.Place(board, t.Play)
		board = t.After
	}
}
