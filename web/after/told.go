package after

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"

	"tilewatch/engine"
	"tilewatch/engine/game"
	"tilewatch/engine/journal"
)

// listed is how many games one page lists.
const listed = 25

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

// learnUnmarked notes the games that have no marks, which are nearly all, without reading them, where the journal can say so.
func (s *shelf) learnUnmarked(ctx context.Context, all []journal.Info) {
	s.mu.Lock()
	unknown := slices.DeleteFunc(slices.Clone(all), func(info journal.Info) bool {
		t, known := s.told[info.Game]
		return known && t.last == info.Last
	})
	s.mu.Unlock()
	if len(unknown) <= listed {
		return // reading them is as fast
	}
	holding, known := journal.Holding(ctx, s.journal, markText)
	if !known {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, info := range unknown {
		if !holding[info.Game] && info.Damage == nil {
			s.told[info.Game] = told{last: info.Last}
		}
	}
}

// markText is in every event that is a mark.
const markText = `"` + engine.Marked + `"`

// marked are the events that may be marks.
func marked(events []journal.Event) (some []json.RawMessage) {
	for _, e := range events {
		if bytes.Contains(e.Payload, []byte(markText)) {
			some = append(some, e.Payload)
		}
	}
	return some
}

// life is how far the game has come; empty where its kind is not known, or it cannot be read.
func (s *shelf) life(ctx context.Context, info journal.Info) engine.Life {
	k := s.read(ctx, info)
	if k.Kept == nil {
		return ""
	}
	return k.About().Life
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
