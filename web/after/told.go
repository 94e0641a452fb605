package after

import (
	"bytes"
	"context"
	"encoding/json"

	"tilewatch/engine"
	"tilewatch/engine/game"
	"tilewatch/engine/journal"
)

// told sums up a game's events.
type told struct {
	last  uint64 // events of the game
	marks engine.Marks
}

// marks are what stands of the game's marks; none of a game that cannot be read.
func (s *shelf) marks(ctx context.Context, info journal.Info) engine.Marks {
	s.mu.Lock()
	t, known := s.told[info.Game]
	s.mu.Unlock()
	if known && t.last == info.Last {
		return t.marks
	}
	stored, err := info.Load(ctx, s.journal)
	if err != nil {
		return engine.Marks{}
	}
	t = told{last: info.Last, marks: game.MarksOf(marked(stored.Events))}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.told[info.Game] = t
	return t.marks
}

// marked are the events that may be marks.
func marked(events []journal.Event) (some []json.RawMessage) {
	for _, e := range events {
		if bytes.Contains(e.Payload, []byte(`"`+engine.Marked+`"`)) {
			some = append(some, e.Payload)
		}
	}
	return some
}

// life is how far the game has come; empty where its kind is not known, or it cannot be read.
func (s *shelf) life(ctx context.Context, info journal.Info) engine.Life {
	if s.played == nil {
		return ""
	}
	stored, err := info.Load(ctx, s.journal)
	if err != nil {
		return ""
	}
	return s.lifeOf(stored)
}

// lifeOf is a stored game's.
func (s *shelf) lifeOf(stored journal.Game) engine.Life {
	state, err := s.played.Standing(stored)
	if err != nil {
		return ""
	}
	return state.Life
}

// Filter says which games a list has.
type filter int

const (
	shownGames filter = iota
	hiddenGames
	deletedGames
	countedGames // the shown and the hidden ones
)

// takes says whether a game with the marks is in the list.
func (f filter) takes(m engine.Marks) bool {
	switch f {
	case hiddenGames:
		return m.Hidden && !m.Deleted
	case deletedGames:
		return m.Deleted
	case countedGames:
		return !m.Deleted
	}
	return !m.Hidden && !m.Deleted
}
