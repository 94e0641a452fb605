package table

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"tilewatch/engine"
	"tilewatch/engine/game"
	"tilewatch/engine/journal"
	"tilewatch/web/clock"
)

// Keeper writes what happens at one table into a journal. What cannot be written waits, in order, and every further record tries
// again, as retry does. It is for one goroutine.
type Keeper struct {
	journal     journal.Journal
	kind, title string
	note        func(message string)
	ready       func(context.Context) error
	clock       *clock.Clock // of the game being kept

	tapes   tapes
	problem error // of the newest write
}

// keepWithin is how long one write may take before the table goes on without it. An end of the program that is under way does not
// break it off.
const keepWithin = 10 * time.Second

// retryEvery is how often what waits is tried again though nothing happens.
const retryEvery = 2 * time.Second

// keep writes the records; without any it tries what waits.
func (k *Keeper) keep(records []Record) {
	for _, r := range records {
		if r.Resumed != nil {
			k.goOn(*r.Resumed)
		}
		k.put(r)
	}
	if len(records) > 0 || k.Waiting() > 0 {
		k.flush()
	}
}

// put has the record's events wait as the next ones.
func (k *Keeper) put(r Record) {
	if len(r.Events) == 0 {
		return
	}
	another := r.Another || !k.tapes.begun()
	if another {
		k.clock.Set(time.Time{}) // by the wall as it is: the journal knows the games' order without it
	}
	now := k.clock.Now().Truncate(time.Microsecond) // as the journal keeps it
	if another {
		k.tapes.begin(journal.Header{Game: journal.NewID(now), Kind: k.kind, Title: now.Format(k.title + ", 2 January 2006, 15:04"), Created: now, Players: players(r.Events[0])})
	}
	for _, event := range r.Events {
		k.tapes.put(journal.Entry{Time: now, Payload: event})
	}
}

// players are those whom a start names.
func players(start json.RawMessage) []string {
	var e struct{ Players game.Seats }
	_ = json.Unmarshal(start, &e) // an accepted event
	return e.Players
}

// flush writes what waits, of earlier games first.
func (k *Keeper) flush() {
	ctx, cancel := context.WithTimeout(context.Background(), keepWithin)
	defer cancel()
	k.fails(k.tapes.flush(ctx, k.journal, k.note))
}

// fails notes when nothing can be kept, and when that is over; nil: something can.
func (k *Keeper) fails(err error) {
	switch {
	case err != nil && !same(err, k.problem):
		k.note(fmt.Sprintf("%d events are not kept: %v", k.Waiting(), err))
	case err == nil && k.problem != nil:
		k.note("all events are kept again")
	}
	k.problem = err
}

// retry writes what waits. Where nothing does it asks whether something could be kept now.
func (k *Keeper) retry() {
	switch {
	case k.Waiting() > 0:
		k.flush()
	case k.problem != nil && k.ready != nil:
		ctx, cancel := context.WithTimeout(context.Background(), keepWithin)
		defer cancel()
		k.fails(k.ready(ctx))
	}
}

// warnings are what players read where the game is not being kept.
func (k *Keeper) warnings() []engine.Warning {
	if k.problem == nil {
		return nil
	}
	return []engine.Warning{unsaved(k.problem)}
}

// Waiting is how many events are not safe yet.
func (k *Keeper) Waiting() int {
	_, _, waiting := k.position()
	return waiting
}

// position is the game being kept, how many of its events are safe, and how many wait.
func (k *Keeper) position() (game string, kept, waiting int) { return k.tapes.position() }

// restore forgets what waits, and goes on with the stored game.
func (k *Keeper) restore(stored journal.Game) {
	k.tapes = tapes{}
	k.goOn(stored)
	k.problem = nil
}

// goOn makes a stored game the one that is kept. Within a game time does not go back.
func (k *Keeper) goOn(stored journal.Game) {
	k.tapes.goOn(stored.Header, stored.Events)
	if n := len(stored.Events); n > 0 {
		k.clock.Set(stored.Events[n-1].Time)
	}
}

// last are the newest games of this kind, so many at most. One that cannot be read is noted, and has no events.
func (k *Keeper) last(ctx context.Context, most int) ([]journal.Game, error) {
	infos, err := k.journal.Games(ctx)
	if err != nil {
		return nil, err
	}
	infos = slices.DeleteFunc(infos, func(i journal.Info) bool { return i.Kind != k.kind })
	slices.Reverse(infos)
	var games []journal.Game
	for _, info := range infos[:min(most, len(infos))] {
		g, err := info.Load(ctx, k.journal)
		if err != nil {
			k.note(fmt.Sprintf("game %q: %v", info.Game, err))
			g = journal.Game{Header: info.Header}
		}
		games = append(games, g)
	}
	return games, ctx.Err()
}
