package games

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"time"

	"tilewatch/engine/game"
	"tilewatch/engine/journal"
)

// Keeper writes what happens at one table of a defined game into a journal. What cannot be written waits, in order, and every
// further event tries again, as Rest does. It is for one desk; Problem may be asked by others.
type Keeper struct {
	Journal journal.Journal
	Kind    string // the game's name
	Title   string

	mu      sync.Mutex
	tape            // the game being kept
	before  []*tape // games before it of which something waits
	problem string
}

// tape is one game as it is to be kept.
type tape struct {
	header  journal.Header
	created bool
	entries []journal.Entry
	kept    int // of the entries
}

// keepWithin is how long one write may take before the table goes on without it.
const keepWithin = 10 * time.Second

// Keep writes one event; another says that it begins a game.
func (k *Keeper) Keep(event json.RawMessage, another bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	now := time.Now().Truncate(time.Microsecond) // as the journal keeps it
	if another {
		if k.flush(); k.kept < len(k.entries) {
			waits := k.tape
			k.before = append(k.before, &waits)
		}
		k.header = journal.Header{Game: journal.NewID(now), Kind: k.Kind, Title: now.Format(k.Title + ", 2 January 2006, 15:04"), Created: now, Players: players(event)}
		k.entries, k.kept, k.created = nil, 0, false
	}
	k.entries = append(k.entries, journal.Entry{Time: now, Payload: event})
	k.flush()
}

// flush writes what waits, of earlier games first.
func (k *Keeper) flush() {
	ctx, cancel := context.WithTimeout(context.Background(), keepWithin)
	defer cancel()
	var err error
	for len(k.before) > 0 && err == nil {
		if err = k.write(ctx, k.before[0]); err == nil {
			k.before = k.before[1:]
		}
	}
	if err == nil {
		err = k.write(ctx, &k.tape)
	}
	if k.problem = ""; err != nil {
		k.problem = fmt.Sprintf("The game is not being saved: %v.", err)
	}
}

// write keeps what waits of one game.
func (k *Keeper) write(ctx context.Context, t *tape) error {
	if t.kept == len(t.entries) {
		return nil
	}
	var err error
	if t.created {
		err = k.Journal.Append(ctx, t.header.Game, uint64(t.kept), t.entries[t.kept:]...)
	} else {
		err = k.Journal.Create(ctx, t.header, t.entries...)
	}
	if err == nil {
		t.created, t.kept = true, len(t.entries)
	}
	return err
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
			return
		}
	}
}

// retry writes what waits, and tells whether something did and nothing does any more.
func (k *Keeper) retry() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.problem == "" {
		return false
	}
	k.flush()
	return k.problem == ""
}

// Problem is why the game is not being kept, or empty.
func (k *Keeper) Problem() string {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.problem
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
		var entries []journal.Entry
		for e, err := range k.Journal.Read(ctx, games[i].Game, 1) {
			if err != nil {
				return nil, err
			}
			events = append(events, json.RawMessage(e.Payload))
			entries = append(entries, journal.Entry{Time: e.Time, Payload: e.Payload})
		}
		k.header, k.created, k.entries, k.kept = games[i].Header, true, entries, len(entries)
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
