package snag

import (
	"slices"
	"time"

	"tilewatch/engine/game"
)

// position is a series of games at one moment. It is a value: slices are replaced, never changed.
type position struct {
	seating game.Seating
	options Options
	like    game.Ref // how the last event named its player: answers name players likewise

	board   []int // numbers of the tiles that lie there, ascending
	out     []int // of those that were taken: out of this game
	won     []int // tiles won in this game, by seat
	next    int   // seat; noSeat: nobody has a tile, or the game is over
	starter int   // seat that began this game
	held    []int // tiles on the racks, by seat; the most that can be there if the game is uncounted
	pile    int   // tiles that nobody has drawn
	// uncounted: the game was taken up under way, and nobody knows how many tiles had been won.
	uncounted bool
	turns     int // tiles placed in this game
	placed    int // the last of them
	offer     *offer
	last      *capture // the newest capture of this game
	blanks    []int    // lost tiles that hand-numbered blanks stand for
	moves     []Move   // of this game

	over    bool
	winners []int    // of the game that is over
	games   []result // those that are over
	settled bool     // the rewards of a series, or of the fixed number of games, have been given
	card    []Columns
}

// offer is a run that has been made and may be called.
type offer struct {
	maker int
	runs  [][]int
	since time.Time
}

// capture is a run that was called.
type capture struct {
	maker, taker int
	turn         int // tiles placed before it
	runs         [][]int
	tiles        []int
	skipped      []int // who lost a move by it
	why          Why
	at           time.Time
	seen         bool // by the camera: who took it is a guess
}

// result is a game that is over.
type result struct{ won, winners []int }

// Columns are a player's plus and minus column on the score card.
type Columns struct {
	Plus  int `json:"plus"`
	Minus int `json:"minus"`
}

// begun is the position at the beginning of a game of the series.
func (p position) begun(starter int) position {
	p.board, p.out, p.won, p.blanks = nil, nil, make([]int, len(p.seating.Players)), nil
	p.next, p.starter, p.turns, p.placed = starter, starter, 0, 0
	p = p.dealt(len(Numbers))
	p.uncounted = false
	p.offer, p.last, p.over, p.winners, p.moves = nil, nil, false, nil, nil
	return p
}

// with and without are copies of a list, ascending.
func with(list []int, more ...int) []int {
	out := append(slices.Clone(list), more...)
	slices.Sort(out)
	return out
}

func without(list, taken []int) []int {
	return slices.DeleteFunc(slices.Clone(list), func(n int) bool { return slices.Contains(taken, n) })
}

// plus is a copy of a list with so much added in one place.
func plus(list []int, at, by int) []int {
	out := slices.Clone(list)
	out[at] += by
	return out
}

// left is the seat to the left of another.
func (p *position) left(seat int) int { return (seat + 1) % len(p.seating.Players) }

// noSeat is nobody's.
const noSeat = -1

// rackSize is how many tiles a rack holds while the pile lasts.
const rackSize = 4

// dealt is the position with so many tiles on racks and pile.
func (p position) dealt(tiles int) position {
	p.held = make([]int, len(p.seating.Players))
	for s := range p.held {
		p.held[s] = min(rackSize, tiles)
	}
	p.pile = max(0, tiles-rackSize*len(p.seating.Players))
	return p
}

// laid is the position after the seat has laid a tile and drawn another.
func (p position) laid(seat int) position {
	p.held = slices.Clone(p.held)
	p.held[seat] = max(0, p.held[seat]-1) // a kept game may say that there was one more
	if p.pile > 0 {
		p.held[seat]++
		p.pile--
	}
	return p
}

// following is the first seat on the left of another that has a tile, itself the last; noSeat if nobody has. Those in between
// are passed over.
func (p *position) following(seat int) (next int, passed []int) {
	for range p.seating.Players {
		if seat = p.left(seat); p.held[seat] > 0 {
			return seat, passed
		}
		passed = append(passed, seat)
	}
	return noSeat, nil
}

// lost are the seats that lose a move when the caller takes the maker's run: those strictly between them, on the maker's left,
// or, of two players, the caller. Who has no tile has no move to lose.
func (p *position) lost(maker, caller int) (seats []int, why Why) {
	if maker == caller {
		return nil, ""
	}
	for s := p.left(maker); s != caller; s = p.left(s) {
		seats = append(seats, s)
	}
	why = MissedCall
	if len(p.seating.Players) == 2 {
		seats, why = []int{caller}, SpentOnCall
	}
	if seats = slices.DeleteFunc(seats, func(s int) bool { return p.held[s] == 0 }); len(seats) == 0 {
		return nil, ""
	}
	return seats, why
}

// take gives the offered runs to a seat. Who is left of the taker moves next.
func (p position) take(taker int, at time.Time, seen bool) position {
	o := p.offer
	c := &capture{maker: o.maker, taker: taker, turn: p.turns, runs: o.runs, tiles: Union(o.runs), at: at, seen: seen}
	c.skipped, c.why = p.lost(o.maker, taker)
	p.board, p.out = without(p.board, c.tiles), with(p.out, c.tiles...)
	p.won = plus(p.won, taker, len(c.tiles))
	p.next, _ = p.following(taker)
	p.offer, p.last = nil, c
	return p.ended()
}

// ended closes the game once all tiles have been played and no run waits for its call.
func (p position) ended() position {
	if p.offer == nil && len(p.board)+len(p.out) == len(Numbers) && p.turns > 0 {
		return p.finished()
	}
	return p
}

// finished closes the game and gives out the reward.
func (p position) finished() position {
	p.over, p.offer, p.next = true, nil, noSeat
	p.winners = game.Ahead(p.won)
	p.games = append(slices.Clone(p.games), result{slices.Clone(p.won), p.winners})
	return p.rewarded()
}
