package record

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
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
	tapes []*tape // the game being played, and before it those of which something waits
}

// tape is one game as it is to be kept.
type tape struct {
	header  journal.Header
	created bool
	entries []journal.Entry
	kept    int // of the entries
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
	t := &tape{header: stored.Header, created: true, kept: len(stored.Journaled)}
	for _, e := range stored.Journaled {
		t.entries = append(t.entries, journal.Entry{Time: e.Time, Payload: e.Payload})
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.tapes = append(k.tapes, t)
}

// Keep writes the events, all or none, and returns when they are safe. another says that they begin a new game, with
// its start. Without events it only writes what still waits. The error is one of the journal's; the events then wait.
func (k *Keeper) Keep(ctx context.Context, events []nabit.Event, another bool) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if err := k.take(events, another); err != nil {
		return err
	}
	for len(k.tapes) > 0 {
		if err := k.write(ctx, k.tapes[0]); err != nil {
			return err
		}
		if len(k.tapes) == 1 {
			break
		}
		k.tapes = k.tapes[1:]
	}
	return nil
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
	if another || len(k.tapes) == 0 {
		k.tapes = append(k.tapes, &tape{header: header(events[0], now)})
	}
	t := k.tapes[len(k.tapes)-1]
	t.entries = append(t.entries, entries...)
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
	k.mu.Lock()
	defer k.mu.Unlock()
	n := 0
	for _, t := range k.tapes {
		n += len(t.entries) - t.kept
	}
	return n
}

// Game is the name of the game being kept; empty before the first.
func (k *Keeper) Game() string {
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.tapes) == 0 {
		return ""
	}
	return k.tapes[len(k.tapes)-1].header.Game
}

// write keeps what waits on the tape.
func (k *Keeper) write(ctx context.Context, t *tape) error {
	if t.created && t.kept == len(t.entries) {
		return nil
	}
	var err error
	if t.created {
		err = k.journal.Append(ctx, t.header.Game, uint64(t.kept), t.entries[t.kept:]...)
	} else {
		err = k.journal.Create(ctx, t.header, t.entries...)
	}
	var conflict *journal.Conflict
	if errors.As(err, &conflict) || errors.Is(err, journal.ErrExists) {
		return k.settle(ctx, t)
	}
	if err == nil {
		t.created, t.kept = true, len(t.entries)
	}
	return err
}

// settle deals with a game that is not as it was left. Either an earlier write counted though it seemed to have
// failed; then that is known now, and the rest can be written. Or another program has gone on with the same game;
// then this one goes on with a copy, since two may not write one record, and none may be lost.
func (k *Keeper) settle(ctx context.Context, t *tape) error {
	n, mine, err := k.written(ctx, t)
	if err != nil {
		return err
	}
	if !mine {
		t.header.Game, t.header.Title = journal.NewID(k.now()), t.header.Title+" (copy)"
		t.created, t.kept = false, 0
		return k.write(ctx, t)
	}
	t.created, t.kept = true, n
	return k.write(ctx, t)
}

// written is how many events the game has in the journal; mine tells whether they are the tape's first ones.
func (k *Keeper) written(ctx context.Context, t *tape) (n int, mine bool, err error) {
	for e, err := range k.journal.Read(ctx, t.header.Game, 1) {
		if err != nil {
			return n, false, err
		}
		if n >= len(t.entries) || !bytes.Equal(e.Payload, t.entries[n].Payload) || !e.Time.Equal(t.entries[n].Time) {
			return n, false, nil
		}
		n++
	}
	return n, true, nil
}
