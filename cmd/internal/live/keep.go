package live

import (
	"context"
	"errors"
	"fmt"
	"time"

	"tilewatch/engine"
	"tilewatch/engine/journal"
	"tilewatch/engine/journal/record"
	"tilewatch/engine/nabit"
	"tilewatch/web"
)

// Keeping keeps a watched game in a journal, and shows on its board when that fails. It is for one goroutine, the
// watch's.
type Keeping struct {
	Keeper *record.Keeper
	Board  *Board
	Note   func(message string) // takes what an operator should know

	failing string // what is shown of it
}

// keepWithin is how long one write may take before the table goes on without it.
const keepWithin = 10 * time.Second

// Keep is a Watch's Keep. What cannot be kept is shown all the same, with a warning that it is not safe, and kept as
// soon as that is possible. An end of the program that is under way does not break it off.
func (k *Keeping) Keep(events []nabit.Event, another bool) {
	if another {
		if err := k.Board.Begin(); err != nil && !errors.Is(err, web.ErrClosed) {
			k.Note(err.Error())
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), keepWithin)
	defer cancel()
	k.show(k.Keeper.Keep(ctx, events, another))
}

// show tells of a failure once, and of its end.
func (k *Keeping) show(err error) {
	message := ""
	if err != nil {
		message = unsafe(err)
	}
	if message == k.failing {
		return
	}
	k.failing = message
	if err != nil {
		k.Note(fmt.Sprintf("%d events are not kept: %v", k.Keeper.Waiting(), err))
	} else {
		k.Note("all events are kept again")
	}
	if err := k.Board.Unsaved(message); err != nil && !errors.Is(err, web.ErrClosed) {
		k.Note(err.Error())
	}
}

// unsafe tells players why their game is not being kept.
func unsafe(err error) string {
	for _, reason := range []error{journal.ErrFull, journal.ErrReadOnly, journal.ErrBusy, journal.ErrStorage} {
		if errors.Is(err, reason) {
			return "The game is not being saved: " + reason.Error() + "."
		}
	}
	return "The game is not being saved: the journal cannot be written."
}

// Unsaved shows that the game is not being kept, and why; or, with no message, that all is well.
func (b *Board) Unsaved(message string) error {
	b.unsaved = nil
	if message != "" {
		b.unsaved = []engine.Warning{{Code: "not_saved", Message: message}}
	}
	return b.publish()
}

// shownTurns bounds the work of showing a game that is longer than any is.
const shownTurns = 400

// Resume shows a stored game as it stood, event by event, so that the last turn tells what it changed, and which tiles
// lie under the top is known.
func (b *Board) Resume(stored *record.Stored) error {
	whole, err := nabit.Replay(nil, stored.Events)
	if err != nil {
		return err
	}
	standing := whole.Standing()
	if players := standing[0].Players; len(players) > 0 {
		b.players = players
	}
	game := nabit.New(record.AnyWord{})
	for n, e := range standing {
		if !game.Apply(e).OK {
			continue // a correction took its ground
		}
		if n < len(standing)-shownTurns {
			continue
		}
		b.stand(game.State())
		if n == len(standing)-1 {
			b.shown.TurnSince = stored.Changed
		}
		if err := b.publish(); err != nil {
			return err
		}
	}
	return nil
}

// stand shows the game's state.
func (b *Board) stand(s nabit.State) {
	shown := web.Nabit(s.Board, b.everyone(s.Board, s.Scores), nil)
	shown.Status, shown.StatusText = b.shown.Status, b.shown.StatusText
	shown.Turn, shown.Next, shown.Winners = s.Turn, s.Next, s.Winners
	if s.Last != nil {
		shown.LastTurn = lastTurn(*s.Last)
	}
	b.shown = shown
}

// lastTurn is the turn as the scoreboard tells it.
func lastTurn(t nabit.Turn) *web.Turn {
	switch {
	case t.Withdrawn:
		return &web.Turn{Number: t.Number, Kind: web.Withdrawn, Player: t.Player}
	case t.Kind != nabit.Played:
		return &web.Turn{Number: t.Number, Kind: web.Skipped, Player: t.Player}
	}
	shown := web.NabitTurn(t.Number, nabit.Play{Color: t.Player, Placements: t.Placements}, t.Nabbed)
	if t.Banked {
		shown.Banked = 1
	}
	return shown
}
