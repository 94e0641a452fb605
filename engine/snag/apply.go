package snag

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"tilewatch/engine/game"
)

// The events of SNAG beside those of every game.
const (
	Place    = "place"     // player, number
	Call     = "call"      // player: SNAG!
	Lying    = "lying"     // tiles: the camera found them on the board when it began to watch
	Captured = "captured"  // tiles, player if known: the camera saw a run being taken up
	Award    = "award"     // player: who took the last run, as a person says
	Replace  = "replace"   // number: a blank numbered by hand stands for a lost tile
	Finish   = game.Finish // the game ends here; after a game of a series, the series does
	NextGame = "next_game" // of the series; whoever won the last starts
)

// The rules that an event can break, beside those of every game.
const (
	NoSuchTile = "no_such_tile"
	Played     = "already_played"
	NoRun      = "no_run"
	TooLate    = "too_late"
	OtherGame  = "other_game" // the board is not this game's
)

const mostBlanks = 4

// fields are what the events say.
type fields struct {
	Drawn   []int   `json:"drawn"` // start: the tile each of the players drew; the lowest starts, the others follow by number
	Options Options `json:"options"`

	Player game.Ref `json:"player"` // of a start: who starts
	Number int      `json:"number"`
	Tiles  []int    `json:"tiles"`
}

// outcome is what an answer says beside the state.
type outcome struct {
	Runs      [][]int `json:"runs"`     // that the tile completes, or that were taken
	Captured  []int   `json:"captured"` // the tiles taken
	Skipped   []any   `json:"skipped"`  // the players who lose their move
	Why       Why     `json:"why,omitempty"`
	Passed    []any   `json:"passed"` // the players who have no tile left and are passed over
	WrongCall bool    `json:"wrong_call,omitempty"`
}

func (p *position) outcome(runs [][]int) outcome {
	return outcome{Runs: append([][]int{}, runs...), Captured: []int{}, Skipped: []any{}, Passed: []any{}}
}

// taken is the outcome of a capture.
func (p *position) taken(c *capture) outcome {
	o := p.outcome(c.runs)
	o.Captured, o.Skipped, o.Why = c.tiles, p.named(c.skipped), c.why
	_, passed := p.following(c.taker)
	o.Passed = p.named(passed)
	return o
}

func start(e game.Event) (position, any, []game.Violation) {
	var f fields
	if v := e.Into(&f); v != nil {
		return position{}, nil, v
	}
	seating, v := e.Seating()
	if v != nil {
		return position{}, nil, v
	}
	HouseRules.Fill(&f.Options)
	p := position{seating: seating, options: f.Options, card: make([]Columns, len(seating.Players))}
	if v := p.order(f.Drawn); v != nil {
		return position{}, nil, v
	}
	starter := 0
	if f.Player.Given() {
		if starter, v = p.seating.Players.Find(f.Player); v != nil {
			return position{}, nil, v
		}
	}
	p = p.begun(starter)
	return p, p.outcome(nil), nil
}

// starts is who starts the next game: the winner, of several the first in turn order. Where nobody has won a tile it is whoever started this one.
func (p position) starts() int {
	if p.over && len(p.winners) > 0 {
		return p.winners[0]
	}
	return p.starter
}

// order seats the players by the tiles they drew, if they say so.
func (p *position) order(drawn []int) []game.Violation {
	if drawn == nil {
		return nil
	}
	if len(drawn) != len(p.seating.Players) {
		return game.Bad("%d drawn tiles for %d players: send one for each player, in their order", len(drawn), len(p.seating.Players))
	}
	turns := make([]int, len(drawn))
	for i, n := range drawn {
		if _, ok := Square(n); !ok || slices.Index(drawn, n) != i {
			return game.Broken(NoSuchTile, "%d cannot be a drawn tile: tiles are 4 to 97, one of each", n)
		}
		turns[i] = i
	}
	slices.SortFunc(turns, func(a, b int) int { return cmp.Compare(drawn[a], drawn[b]) })
	p.seating = p.seating.InOrder(turns)
	return nil
}

func apply(p position, e game.Event) (position, any, []game.Violation) {
	var f fields
	if v := e.Into(&f); v != nil {
		return p, nil, v
	}
	if f.Player.Given() {
		p.like = f.Player
	}
	after, o, v := p.handle(f, e)
	if v == nil && after.last != nil && after.last != p.last {
		after.moves = slices.Clone(after.moves)
		m := &after.moves[len(after.moves)-1]
		m.Taken, m.By, m.Taker = e.Number, e.Type, after.last.taker
	}
	return after, o, v
}

// handle is the position after the event, but for what the move says of who took its run.
func (p position) handle(f fields, e game.Event) (position, any, []game.Violation) {
	switch e.Type {
	case Place:
		return p.place(f, e)
	case Call:
		return p.call(f, e.At)
	case Lying:
		return p.lying(f.Tiles)
	case Captured:
		return p.captured(f, e)
	case Award:
		return p.award(f)
	case Replace:
		return p.replace(f.Number)
	case Finish:
		return p.finish()
	case NextGame:
		return p.nextGame(e.Kept)
	}
	return p, nil, game.Bad("no such event %q: use start, place, call, lying, captured, award, replace, finish, next_game, undo or redo", e.Type)
}

// place lays a tile on its own square. A camera does not see whose hand it was: then it is the player's whose turn it is.
func (p position) place(f fields, e game.Event) (position, any, []game.Violation) {
	if p.over {
		return p, nil, game.Broken(game.Over, "the game is over: start the next one")
	}
	seat := p.next
	if f.Player.Given() || !e.Seen {
		var v []game.Violation
		if seat, v = p.seating.Players.Find(f.Player); v != nil {
			return p, nil, v
		}
	}
	if v := p.free(f.Number); v != nil {
		return p, nil, v
	}
	if v := p.mayPlace(seat, e.Kept); v != nil {
		return p, nil, v
	}
	p.board, p.turns, p.placed, p.offer = with(p.board, f.Number), p.turns+1, f.Number, nil
	p = p.laid(seat)
	next, passed := p.following(seat)
	p.next = next
	runs := RunsThrough(p.board, f.Number)
	p.moves = append(slices.Clip(p.moves), Move{Event: e.Number, Seat: seat, Number: f.Number, Run: len(runs) > 0})
	if len(runs) > 0 {
		p.offer = &offer{seat, runs, e.At}
	}
	o := p.outcome(runs)
	o.Passed = p.named(passed)
	return p.ended(), o, nil
}

// mayPlace says why it is not the seat's turn. A placement kept before the rules knew of empty racks stands; and in a game
// taken up under way, where nobody knows whose rack is empty.
func (p *position) mayPlace(seat int, kept bool) []game.Violation {
	switch {
	case seat == p.next || kept || p.uncounted:
		return nil
	case p.held[seat] == 0:
		return game.Broken(game.NotTurn, "%s has no tile left: it is %s's turn", p.seating.Players[seat], p.seating.Players[p.next])
	}
	return game.Broken(game.NotTurn, "it is %s's turn", p.seating.Players[p.next])
}

// free says why a tile cannot be placed now.
func (p *position) free(number int) []game.Violation {
	switch _, ok := Square(number); {
	case !ok:
		return game.Broken(NoSuchTile, "no tile %d: tiles have the numbers of the 76 squares, 4 to 97", number)
	case slices.Contains(p.board, number):
		return game.Broken(Played, "%d is already on the board", number)
	case slices.Contains(p.out, number):
		return game.Broken(Played, "%d was already won and is out of this game", number)
	}
	return nil
}

// call is SNAG!: the first to call takes the run that was just made.
func (p position) call(f fields, at time.Time) (position, any, []game.Violation) {
	seat, v := p.seating.Players.Find(f.Player)
	if v != nil {
		return p, nil, v
	}
	if p.offer != nil {
		p = p.take(seat, at, false)
		return p, p.taken(p.last), nil
	}
	if c := p.last; c != nil && c.fresh(&p) {
		return p, nil, game.Broken(TooLate, "%s called first%s", p.seating.Players[c.taker], c.by(at))
	}
	if p.over {
		return p, nil, game.Broken(game.Over, "the game is over: start the next one")
	}
	if p.options.FalseCallPenalty == 0 {
		return p, nil, game.Broken(NoRun, "no run to call: a run is open until the next tile is placed")
	}
	p.won = plus(p.won, seat, -p.options.FalseCallPenalty)
	o := p.outcome(nil)
	o.WrongCall = true
	return p, o, nil
}

// fresh reports whether nothing was placed since the capture.
func (c *capture) fresh(p *position) bool { return c.turn == p.turns }

// by is how much earlier the capture was called, where time is kept.
func (c *capture) by(at time.Time) string {
	if c.at.IsZero() || at.IsZero() || at.Before(c.at) {
		return ""
	}
	if d := at.Sub(c.at); d < 10*time.Second {
		return fmt.Sprintf(", %d ms earlier", d.Milliseconds())
	}
	return ""
}

// lying takes up a game that is under way. It says nothing new if the same tiles lie there.
func (p position) lying(tiles []int) (position, any, []game.Violation) {
	tiles = slices.Compact(with(tiles))
	for _, n := range tiles {
		if _, ok := Square(n); !ok {
			return p, nil, game.Broken(NoSuchTile, "there is no tile %d", n)
		}
	}
	switch {
	case slices.Equal(tiles, p.board):
		return p, p.outcome(nil), nil
	case p.turns > 0 || p.over:
		return p, nil, game.Broken(OtherGame, "the tiles on the board are %v, not %v: this looks like another game", tiles, p.board)
	}
	p.board, p.uncounted = tiles, true
	p = p.dealt(len(Numbers) - len(tiles))
	return p.ended(), p.outcome(nil), nil
}

// captured is a run taken up before the camera's eyes, with nobody having called on a phone. Unless said otherwise
// its maker has it: a person may Award it to another.
func (p position) captured(f fields, e game.Event) (position, any, []game.Violation) {
	if p.offer == nil {
		return p, nil, game.Broken(NoRun, "no run is waiting to be taken")
	}
	if tiles := Union(p.offer.runs); f.Tiles != nil && !slices.Equal(with(f.Tiles), tiles) {
		return p, nil, game.Bad("the run on the board is %v, not %v", tiles, f.Tiles)
	}
	seat := p.offer.maker
	if f.Player.Given() {
		var v []game.Violation
		if seat, v = p.seating.Players.Find(f.Player); v != nil {
			return p, nil, v
		}
	}
	p = p.take(seat, e.At, e.Seen && !f.Player.Given())
	return p, p.taken(p.last), nil
}

// award gives the last run to another player, as long as nothing was placed after it.
func (p position) award(f fields) (position, any, []game.Violation) {
	seat, v := p.seating.Players.Find(f.Player)
	if v != nil {
		return p, nil, v
	}
	if p.last == nil || !p.last.fresh(&p) || p.over {
		return p, nil, game.Broken(NoRun, "no run was taken since the last tile was placed")
	}
	c := *p.last
	p.won = plus(plus(p.won, c.taker, -len(c.tiles)), seat, len(c.tiles))
	c.taker, c.seen = seat, false
	c.skipped, c.why = p.lost(c.maker, seat)
	p.next, _ = p.following(seat)
	p.last = &c
	return p, p.taken(&c), nil
}

// replace notes that a blank, numbered by hand, stands for a lost tile.
func (p position) replace(number int) (position, any, []game.Violation) {
	switch _, ok := Square(number); {
	case !ok:
		return p, nil, game.Broken(NoSuchTile, "there is no tile %d to replace", number)
	case slices.Contains(p.blanks, number):
		return p, nil, game.Broken(Played, "a blank stands for %d already", number)
	case len(p.blanks) == mostBlanks:
		return p, nil, game.Broken(NoSuchTile, "all %d blanks are in use: %v", mostBlanks, p.blanks)
	}
	p.blanks = with(p.blanks, number)
	return p, p.outcome(nil), nil
}

func (p position) finish() (position, any, []game.Violation) {
	switch {
	case p.decided():
		return p, nil, game.Broken(game.Over, "the game is over already")
	case p.over:
		p.card, p.settled = entered(p.card, p.totals(), seriesBonus), true
	default:
		p = p.finished()
	}
	return p, p.outcome(nil), nil
}

// nextGame begins another game of the series: the winner of the last one starts, of several the first in turn order. A kept one ends a game
// that lacks tiles by now.
func (p position) nextGame(kept bool) (position, any, []game.Violation) {
	switch {
	case !p.over && !kept:
		return p, nil, game.Bad("this game is not over: play all tiles, or send finish")
	case !p.over:
		p = p.finished()
	}
	if p.settled {
		return p, nil, game.Broken(game.Over, "the series is over: start a new one")
	}
	p = p.begun(slices.Index(p.won, slices.Max(p.won)))
	return p, p.outcome(nil), nil
}
