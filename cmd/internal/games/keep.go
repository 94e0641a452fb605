package games

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"time"

	"tilewatch/engine"
	"tilewatch/engine/game"
	"tilewatch/engine/journal"
	"tilewatch/engine/journal/record"
)

// Keeper writes what happens at one table of a defined game into a journal. What cannot be written waits, in order, and every
// further event tries again, as Rest does. It is for one desk; Problem may be asked by others.
type Keeper struct {
	Journal journal.Journal
	Kind    string               // the game's name
	Title   string               // for people
	Note    func(message string) // takes what an operator should know; nil: nobody does

	mu      sync.Mutex
	tapes   record.Tapes
	problem error // of the newest write
}

// keepWithin is how long one write may take before the table goes on without it.
const keepWithin = 10 * time.Second

// Keep writes one event; another says that it begins a game.
func (k *Keeper) Keep(event json.RawMessage, another bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	now := time.Now().Truncate(time.Microsecond) // as the journal keeps it
	if another || !k.tapes.Begun() {
		k.tapes.Begin(journal.Header{Game: journal.NewID(now), Kind: k.Kind, Title: now.Format(k.Title + ", 2 January 2006, 15:04"), Created: now, Players: players(event)})
	}
	k.tapes.Put(journal.Entry{Time: now, Payload: event})
	k.flush()
}

// flush writes what waits, of earlier games first, and notes when that fails, and when it succeeds again.
func (k *Keeper) flush() {
	ctx, cancel := context.WithTimeout(context.Background(), keepWithin)
	defer cancel()
	err := k.tapes.Flush(ctx, k.Journal)
	_, _, waiting := k.tapes.Position()
	switch {
	case err != nil && (k.problem == nil || err.Error() != k.problem.Error()):
		k.note(fmt.Sprintf("%d events are not kept: %v", waiting, err))
	case err == nil && k.problem != nil:
		k.note("all events are kept again")
	}
	k.problem = err
}

func (k *Keeper) note(message string) {
	if k.Note != nil {
		k.Note(message)
	}
}

// retryEvery is how often what waits is tried again though nothing happens.
const retryEvery = 2 * time.Second

// Rest tries again what waits, until ctx is done, and once more then. shown is called when that has succeeded.
func (k *Keeper) Rest(ctx context.Context, shown func()) {
	again := time.NewTicker(retryEvery)
	defer again.Stop()
	for {
		select {
		case <-again.C:
			if k.retry() {
				shown()
			}
		case <-ctx.Done():
			k.retry()
			if _, _, waiting := k.position(); waiting > 0 {
				k.note(fmt.Sprintf("%d events could not be kept", waiting))
			}
			return
		}
	}
}

// retry writes what waits, and tells whether something did and nothing does any more.
func (k *Keeper) retry() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.problem == nil {
		return false
	}
	k.flush()
	return k.problem == nil
}

// Problem is what players are told where the game is not being kept; ok is false where it is.
func (k *Keeper) Problem() (told engine.Warning, ok bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.problem == nil {
		return told, false
	}
	return record.Unsaved(k.problem), true
}

// Last is the newest game of this kind, and goes on with it; nil if there is none.
func (k *Keeper) Last(ctx context.Context) ([]json.RawMessage, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	games, err := k.Journal.Games(ctx)
	if err != nil {
		return nil, err
	}
	for i := len(games) - 1; i >= 0; i-- {
		if games[i].Kind != k.Kind {
			continue
		}
		var events []json.RawMessage
		var kept []journal.Event
		for e, err := range k.Journal.Read(ctx, games[i].Game, 1) {
			if err != nil {
				return nil, err
			}
			events = append(events, json.RawMessage(e.Payload))
			kept = append(kept, e)
		}
		k.tapes.GoOn(games[i].Header, kept)
		return events, nil
	}
	return nil, nil
}

// players are those a start event names.
func players(event json.RawMessage) []string {
	var e struct{ Players game.Seats }
	_ = json.Unmarshal(event, &e) // an accepted start
	return e.Players
}
