package observe

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"tilewatch/engine/journal"
)

// Journal counts what is kept in a journal, which it hands through, and makes it what Ready asks.
func (m *Meter) Journal(j journal.Journal) journal.Journal {
	m.mu.Lock()
	m.store = j
	m.mu.Unlock()
	return &kept{j, m}
}

type kept struct {
	journal.Journal
	meter *Meter
}

// Unwrap is the journal below.
func (k *kept) Unwrap() journal.Journal { return k.Journal }

func (k *kept) Create(ctx context.Context, h journal.Header, entries ...journal.Entry) error {
	return k.meter.Keep(h.Game, 0, entries, func() error { return k.Journal.Create(ctx, h, entries...) })
}

func (k *kept) Append(ctx context.Context, game string, after uint64, entries ...journal.Entry) error {
	return k.meter.Keep(game, after, entries, func() error { return k.Journal.Append(ctx, game, after, entries...) })
}

// Keep does what keeps these events, and notes how it went. Another writer's being faster is no failure of the store.
func (m *Meter) Keep(game string, after uint64, entries []journal.Entry, do func() error) error {
	began := time.Now()
	err := do()
	var conflict *journal.Conflict
	failed := err != nil && !errors.As(err, &conflict) && !errors.Is(err, journal.ErrExists)
	m.mu.Lock()
	m.failing, m.game = nil, game
	if failed {
		m.failing = err
	}
	m.mu.Unlock()
	log := m.log.With("game", game, "after", after, "events", len(entries))
	switch {
	case failed:
		m.kept.WithLabelValues("failed").Add(float64(len(entries)))
		log.Error("not kept", "error", err)
	case err == nil:
		m.kept.WithLabelValues("kept").Add(float64(len(entries)))
		m.keeping.Observe(time.Since(began).Seconds())
		log.Info("kept", "types", types(entries))
	}
	return err
}

// types are what the events are called.
func types(entries []journal.Entry) []string {
	all := make([]string, len(entries))
	for i, e := range entries {
		var event struct{ Type string }
		_ = json.Unmarshal(e.Payload, &event) // one without a type is kept too
		all[i] = event.Type
	}
	return all
}

// answerWithin is how long the journal may take to be found ready, and askEvery the least time between checks, so that checks do not fill the disk.
const answerWithin, askEvery = 2 * time.Second, time.Second

// Ready is nil if games can be kept: the newest write succeeded, and another one could.
func (m *Meter) Ready(ctx context.Context) error {
	m.mu.Lock()
	store, failing := m.store, m.failing
	m.mu.Unlock()
	switch {
	case store == nil:
		return errors.New("games are not saved: choose a folder with --data")
	case failing != nil:
		return failing
	}
	m.asking.Lock()
	defer m.asking.Unlock()
	if time.Since(m.asked) < askEvery {
		return m.answered
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), answerWithin) // the answer is others' too
	defer cancel()
	m.answered, m.asked = journal.Writable(ctx, store), time.Now()
	return m.answered
}
