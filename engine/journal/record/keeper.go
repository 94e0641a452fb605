package record

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"tilewatch/engine/journal"
	"tilewatch/engine/nabit"
)

// Kind is the kind of game that this package keeps.
const Kind = "nabit"

// Keeper writes what happens at one table into a journal. It may be used by several goroutines.
//
// Nothing is lost when the journal cannot be written, on a full disk say: the events wait, in order, and every call
// tries again.
type Keeper struct {
	journal journal.Journal
	now     func() time.Time

	mu    sync.Mutex
	tapes Tapes
}

// NewKeeper keeps what follows in the journal. stored is the game that goes on, nil if there is none.
func NewKeeper(j journal.Journal, stored *Stored) *Keeper {
	k := &Keeper{journal: j, now: time.Now}
	if stored != nil {
		k.GoOn(stored)
	}
	return k
}

// GoOn makes the stored game the one that is being kept.
func (k *Keeper) GoOn(stored *Stored) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.tapes.GoOn(stored.Header, stored.Journaled)
}

// Keep writes the events, all or none, and returns when they are safe. another says that they begin a new game, with
// its start. Without events it only writes what still waits. The error is one of the journal's; the events then wait.
func (k *Keeper) Keep(ctx context.Context, events []nabit.Event, another bool) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if err := k.take(events, another); err != nil {
		return err
	}
	return k.tapes.Flush(ctx, k.journal)
}

// take puts the events on the tape.
func (k *Keeper) take(events []nabit.Event, another bool) error {
	if len(events) == 0 {
		return nil
	}
	now := k.now().Truncate(time.Microsecond) // as the journal keeps it
	entries := make([]journal.Entry, len(events))
	for i, e := range events {
		payload, err := json.Marshal(e)
		if err != nil {
			return err
		}
		entries[i] = journal.Entry{Time: now, Payload: payload}
	}
	if another || !k.tapes.Begun() {
		k.tapes.Begin(header(events[0], now))
	}
	k.tapes.Put(entries...)
	return nil
}

// header is that of a game that begins now.
func header(start nabit.Event, now time.Time) journal.Header {
	h := journal.Header{Game: journal.NewID(now), Kind: Kind, Title: now.Format("NAB-IT!, 2 January 2006, 15:04"), Created: now}
	for _, c := range start.Players {
		h.Players = append(h.Players, c.String())
	}
	return h
}

// Waiting is how many events are not safe yet.
func (k *Keeper) Waiting() int {
	_, _, waiting := k.Position()
	return waiting
}

// Game is the name of the game being kept; empty before the first.
func (k *Keeper) Game() string {
	game, _, _ := k.Position()
	return game
}
