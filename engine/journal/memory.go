package journal

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"sync"
)

// Memory is a journal that is gone with the program: for tests, and for those who want nothing kept.
type Memory struct {
	mu     sync.Mutex
	games  map[string]*kept
	writes int64
	closed bool
}

type kept struct {
	header       Header
	events       []Event
	begun, place int64
}

var _ Journal = (*Memory)(nil)

// NewMemory is an empty journal.
func NewMemory() *Memory { return &Memory{games: map[string]*kept{}} }

// Create implements Journal.
func (m *Memory) Create(ctx context.Context, h Header, entries ...Entry) error {
	h, err := h.Checked()
	if err != nil {
		return err
	}
	events, err := Link(h, 0, Root(h.Game), entries)
	if err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.usable(ctx); err != nil {
		return err
	}
	if m.games[h.Game] != nil {
		return fmt.Errorf("game %q: %w", h.Game, ErrExists)
	}
	m.writes++
	m.games[h.Game] = &kept{h, events, m.writes, m.writes}
	return nil
}

// Append implements Journal.
func (m *Memory) Append(ctx context.Context, game string, after uint64, entries ...Entry) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	g, err := m.game(ctx, game)
	if err != nil {
		return err
	}
	if last := uint64(len(g.events)); last != after {
		return &Conflict{game, after, last}
	}
	before := Root(game)
	if n := len(g.events); n > 0 {
		before = g.events[n-1].Sum
	}
	events, err := Link(g.header, after, before, entries)
	if err == nil {
		m.writes++
		g.events, g.place = append(g.events, events...), m.writes
	}
	return err
}

// game is the one of that name.
func (m *Memory) game(ctx context.Context, name string) (*kept, error) {
	if err := m.usable(ctx); err != nil {
		return nil, err
	}
	if g := m.games[name]; g != nil {
		return g, nil
	}
	return nil, fmt.Errorf("game %q: %w", name, ErrNoGame)
}

func (m *Memory) usable(ctx context.Context) error {
	if m.closed {
		return ErrClosed
	}
	return ctx.Err()
}

// Read implements Journal.
func (m *Memory) Read(ctx context.Context, game string, from uint64) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		events, err := m.read(ctx, game, from)
		for _, e := range events {
			if err = ctx.Err(); err != nil {
				break
			}
			e.Payload = slices.Clone(e.Payload)
			if !yield(e, nil) {
				return
			}
		}
		if err != nil {
			yield(Event{}, err)
		}
	}
}

func (m *Memory) read(ctx context.Context, game string, from uint64) ([]Event, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	g, err := m.game(ctx, game)
	if err != nil {
		return nil, err
	}
	return g.events[min(max(from, 1)-1, uint64(len(g.events))):], nil
}

// Games implements Journal.
func (m *Memory) Games(ctx context.Context) ([]Info, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.usable(ctx); err != nil {
		return nil, err
	}
	games := make([]Info, 0, len(m.games))
	for _, g := range m.games {
		info := Info{Header: g.header, Last: uint64(len(g.events)), Changed: g.header.Created, Begun: g.begun, Place: g.place}
		info.Players = slices.Clone(info.Players)
		if n := len(g.events); n > 0 {
			info.Changed, info.Head = g.events[n-1].Time, g.events[n-1].Sum
		}
		games = append(games, info)
	}
	return Listed(games), nil
}

// Close implements Journal.
func (m *Memory) Close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed {
		return errors.New("the journal was closed before")
	}
	m.closed = true
	return nil
}
