package live

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"tilewatch/engine"
	"tilewatch/engine/follow"
	"tilewatch/engine/journal/record"
	"tilewatch/engine/nabit"
	webnabit "tilewatch/web/games/nabit"
	"tilewatch/web/scoreboard"
	"tilewatch/web/stream"
)

// Keeping keeps a watched game in a journal, and shows on its board when that fails. It is used under its desk's lock.
type Keeping struct {
	Keeper *record.Keeper
	Board  *Board
	Note   func(message string)      // takes what an operator should know
	Stored map[string]*record.Stored // games that may go on, by name
	// Ready tells why nothing can be kept; nil: something can. It is asked while the page warns and nothing waits.
	Ready func(context.Context) error

	failing error  // of the newest write
	game    string // the stored game that goes on
}

// keepWithin is how long one write may take before the table goes on without it.
const keepWithin = 10 * time.Second

// Keep is a Watch's Keep. What cannot be kept is shown all the same, with a warning that it is not safe, and kept as
// soon as that is possible. An end of the program that is under way does not break it off.
func (k *Keeping) Keep(r follow.Record) {
	if stored := k.Stored[r.Game]; stored != nil && k.game == "" {
		k.game = r.Game
		k.Keeper.GoOn(stored)
		if k.Board.stored != r.Game {
			k.tell(k.Board.Resume(stored))
		}
	}
	if r.Another {
		k.tell(k.Board.Begin())
	}
	ctx, cancel := context.WithTimeout(context.Background(), keepWithin)
	defer cancel()
	k.show(k.Keeper.Keep(ctx, r.Events, r.Another))
}

// retryEvery is how often what waits is tried again though nothing happens.
const retryEvery = 2 * time.Second

// Rest goes on trying, beside the watch and after it, until ctx is done, holding the lock while it does. What is not kept then is
// noted: it is lost. People may go on changing the game meanwhile.
func (k *Keeping) Rest(ctx context.Context, lock sync.Locker) {
	again := time.NewTicker(retryEvery)
	defer again.Stop()
	for {
		select {
		case <-again.C:
			k.retry(lock)
		case <-ctx.Done():
			if waiting := k.retry(lock); waiting > 0 {
				k.Note(fmt.Sprintf("%d events could not be kept", waiting))
			}
			return
		}
	}
}

// retry writes what waits, and tells how many events still do.
func (k *Keeping) retry(lock sync.Locker) int {
	lock.Lock()
	defer lock.Unlock()
	switch {
	case k.Keeper.Waiting() > 0:
		k.Keep(follow.Record{})
	case k.failing != nil && k.Ready != nil:
		ctx, cancel := context.WithTimeout(context.Background(), keepWithin)
		defer cancel()
		k.show(k.Ready(ctx))
	}
	return k.Keeper.Waiting()
}

// Fails shows that nothing can be kept, though nothing has happened yet. It is for the holder of the desk's lock, or before there
// is a desk.
func (k *Keeping) Fails(why error) { k.show(why) }

// tell notes an error, unless the table is closed: then nobody looks any more.
func (k *Keeping) tell(err error) {
	if err != nil && !errors.Is(err, stream.ErrClosed) {
		k.Note(err.Error())
	}
}

// show tells of a failure once, and of its end.
func (k *Keeping) show(err error) {
	if err == nil && k.failing == nil || err != nil && k.failing != nil && err.Error() == k.failing.Error() {
		return
	}
	k.failing = err
	if err == nil {
		k.Note("all events are kept again")
		k.tell(k.Board.Unsaved(nil))
		return
	}
	k.Note(fmt.Sprintf("%d events are not kept: %v", k.Keeper.Waiting(), err))
	unsaved := record.Unsaved(err)
	k.tell(k.Board.Unsaved(&unsaved))
}

// Unsaved shows that the game is not being kept, and why; nil: that all is well.
func (b *Board) Unsaved(why *engine.Warning) error {
	b.unsaved = nil
	if why != nil {
		b.unsaved = []engine.Warning{*why}
	}
	return b.publish()
}

// Resume shows a stored game as it stood: first the turn before the last, so that it is seen what the last one changed.
func (b *Board) Resume(stored *record.Stored) error {
	whole, before, had, err := b.takeUp(stored)
	if err != nil {
		return err
	}
	start := whole.Standing()[0].Board
	if had {
		b.stand(before, start)
		if err := b.publish(); err != nil {
			return err
		}
	}
	b.stand(whole.State(), start)
	b.shown.TurnSince, b.stored = stored.Changed, stored.Game
	return b.publish()
}

// takeUp takes the stored game's players, and answers the game, and how it stood before its last turn if it had one.
func (b *Board) takeUp(stored *record.Stored) (whole *nabit.Game, before nabit.State, had bool, err error) {
	if whole, err = nabit.Replay(nil, stored.Events); err != nil {
		return nil, before, false, err
	}
	b.players = b.given
	if players := whole.Standing()[0].Players; len(players) > 0 {
		b.players = players
	}
	before, had = turnBefore(whole.Standing(), whole.State().Turn)
	return whole, before, had, nil
}

// turnBefore is the game before its last turn; false if it had none.
func turnBefore(standing []nabit.Event, last int) (nabit.State, bool) {
	game, end := nabit.New(record.AnyWord{}), 0
	for n, e := range standing {
		if a := game.Apply(e); a.OK && a.Turn < last {
			end = n + 1
		}
	}
	game = nabit.New(record.AnyWord{})
	for _, e := range standing[:end] {
		game.Apply(e) // those that a correction took the ground from are refused again
	}
	return game.State(), end > 0
}

// stand shows the game's state, and leaves what is not the game's: what the camera does, what it asks, what the table has chosen. start
// is the board before the first turn.
func (b *Board) stand(s nabit.State, start []nabit.BoardCell) {
	was := b.shown
	shown := webnabit.Scoreboard(s.Board, b.everyone(s.Board, s.Scores), s.Names)
	for i, stack := range shown.Board {
		if layers := layersOf(s, start, stack.Place); stack.Height > 1 && len(layers) == stack.Height {
			shown.Board[i].Layers = layers
		}
	}
	shown.Status, shown.StatusText, shown.Warnings, shown.Aids, shown.Notice = was.Status, was.StatusText, was.Warnings, was.Aids, was.Notice
	shown.Provisional, shown.Question, shown.Ask = was.Provisional, was.Question, was.Ask
	shown.Turn, shown.Next, shown.Winners = s.Turn, s.Next, s.Winners
	if s.Next == engine.NoColor && !s.Over {
		shown.Next = likelyNext(s.Turns)
	}
	switch {
	case s.Over:
		shown.Status = scoreboard.Finished
	case was.Status == scoreboard.Finished:
		shown.Status = scoreboard.Live
	}
	shown.MayBank, shown.Challengeable, shown.Hands = s.MayBank, s.Challengeable, supplies(s)
	if s.Last != nil {
		shown.LastTurn, shown.Unseen = lastTurn(*s.Last), unseen(s.Turns)
	}
	b.shown = shown
}

// likelyNext is who plays next where nobody said in which order the players sit: who came after the last one before. NoColor before
// the second round.
func likelyNext(turns []nabit.Turn) engine.Color {
	if n := len(turns); n > 0 && turns[n-1].Withdrawn {
		return turns[n-1].Player
	}
	turns = slices.DeleteFunc(slices.Clone(turns), func(t nabit.Turn) bool { return t.Withdrawn })
	for i := len(turns) - 2; i >= 0; i-- {
		if last := turns[len(turns)-1].Player; turns[i].Player == last && turns[i+1].Player != last {
			return turns[i+1].Player
		}
	}
	return engine.NoColor
}

// supplies are where the players' tiles are, if that is known.
func supplies(s nabit.State) []scoreboard.Supply {
	var out []scoreboard.Supply
	for _, h := range s.Hands {
		if h.Rack+h.Bag == 0 && !s.Over {
			return nil // taken up under way: nobody counts
		}
		out = append(out, scoreboard.Supply{Color: h.Color, Rack: h.Rack, Bag: h.Bag, Silent: h.Bag == 0 && h.Rack > 0 && !h.Announced && !s.Over})
	}
	return out
}

// layersOf are the colors of the stack's tiles, the lowest first, as far as they are known.
func layersOf(s nabit.State, start []nabit.BoardCell, at engine.Place) []engine.Color {
	var layers []engine.Color
	for _, c := range start {
		if c.Place == at {
			layers = append(layers, c.Color) // with more below it the stack stays unknown
		}
	}
	for _, t := range s.Turns {
		if t.Kind == nabit.Played && !t.Withdrawn && slices.ContainsFunc(t.Placements, func(p nabit.Placement) bool { return p.Place == at }) {
			layers = append(layers, t.Player)
		}
	}
	return layers
}

// lastTurn is the turn as the scoreboard tells it.
func lastTurn(t nabit.Turn) *scoreboard.Turn {
	switch {
	case t.Withdrawn:
		return &scoreboard.Turn{Number: t.Number, Kind: scoreboard.Withdrawn, Player: t.Player}
	case t.Kind == nabit.Exchanged:
		return &scoreboard.Turn{Number: t.Number, Kind: scoreboard.Exchanged, Player: t.Player}
	case t.Kind == nabit.Passed:
		return &scoreboard.Turn{Number: t.Number, Kind: scoreboard.Passed, Player: t.Player}
	case t.Kind != nabit.Played:
		return &scoreboard.Turn{Number: t.Number, Kind: scoreboard.Skipped, Player: t.Player}
	}
	shown := webnabit.TurnOf(t.Number, nabit.Play{Color: t.Player, Placements: t.Placements}, t.Nabbed)
	if shown.Missed = t.Missed; t.Banked {
		shown.Banked = 1
	}
	return shown
}
