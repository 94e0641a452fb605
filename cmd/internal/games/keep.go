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
// further event tries again. It is for one desk; Problem may be asked by others.
type Keeper struct {
	Journal journal.Journal
	Kind    string // the game's name
	Title   string

	mu      sync.Mutex
	header  journal.Header
	created bool
	entries []journal.Entry // of the game being kept
	kept    int             // of them
	problem string
}

// keepWithin is how long one write may take before the table goes on without it.
const keepWithin = 10 * time.Second

// Keep writes one event; another says that it begins a game.
func (k *Keeper) Keep(event json.RawMessage, another bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	now := time.Now().Truncate(time.Microsecond) // as the journal keeps it
	if another {
		k.flush()
		k.header = journal.Header{Game: journal.NewID(now), Kind: k.Kind, Title: now.Format(k.Title + ", 2 January 2006, 15:04"), Created: now, Players: players(event)}
		k.entries, k.kept, k.created = nil, 0, false
	}
	k.entries = append(k.entries, journal.Entry{Time: now, Payload: event})
	k.flush()
}

// flush writes what waits.
func (k *Keeper) flush() {
	if k.kept == len(k.entries) {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), keepWithin)
	defer cancel()
	var err error
	if k.created {
		err = k.Journal.Append(ctx, k.header.Game, uint64(k.kept), k.entries[k.kept:]...)
	} else {
		err = k.Journal.Create(ctx, k.header, k.entries...)
	}
	if k.problem = ""; err != nil {
		k.problem = fmt.Sprintf("The game is not being saved: %v.", err)
		return
	}
	k.created, k.kept = true, len(k.entries)
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
