package after

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"tilewatch/engine/game"
	"tilewatch/engine/journal"
	"tilewatch/engine/journal/record"
	"tilewatch/engine/nabit/history"
	"tilewatch/web/scoreboard"
)

// shelf reads games from the journal and remembers those that were read lately.
type shelf struct {
	journal journal.Journal
	others  Games // nil: none

	mu    sync.Mutex
	known map[string]*kept
	order []string // of known, the one read longest ago first
	sums  map[string]sum
}

// sum is what the statistics need of a game. It is small, so that those of all games are remembered.
type sum struct {
	last uint64 // events of the game
	over bool
	did  []history.Player
}

// kept is a game of the journal.
type kept struct {
	*history.Game // nil if it is of another kind, or cannot be told
	info          journal.Info
	err           error // why it cannot be told
}

// remembered is how many games are remembered. One takes some hundred kilobytes.
const remembered = 300

func newShelf(j journal.Journal, others Games) *shelf {
	return &shelf{journal: j, others: others, known: map[string]*kept{}, sums: map[string]sum{}}
}

// list are all games, the newest first. Only their headers are read.
func (s *shelf) list(ctx context.Context) ([]journal.Info, error) {
	if s.journal == nil {
		return nil, nil
	}
	games, err := s.journal.Games(ctx)
	if err != nil {
		return nil, fmt.Errorf("list the games: %w", err)
	}
	slices.SortStableFunc(games, func(a, b journal.Info) int { return b.Created.Compare(a.Created) })
	return games, nil
}

// find is the game of that name; "last" is the one changed last.
func (s *shelf) find(ctx context.Context, name string) (*kept, error) {
	games, err := s.list(ctx)
	if err != nil {
		return nil, err
	}
	var found *journal.Info
	for i, info := range games {
		switch {
		case info.Game == name:
			found = &games[i]
		case name == "last" && info.Kind == record.Kind && (found == nil || info.Changed.After(found.Changed)):
			found = &games[i]
		}
	}
	if found == nil {
		return nil, fmt.Errorf("game %q: %w", name, journal.ErrNoGame)
	}
	k := s.read(ctx, *found)
	return k, k.err
}

// read is the game of a list.
func (s *shelf) read(ctx context.Context, info journal.Info) *kept {
	s.mu.Lock()
	k := s.known[info.Game]
	s.mu.Unlock()
	if k != nil && k.info.Last == info.Last {
		return k
	}
	k = s.load(ctx, info)
	if ctx.Err() == nil {
		s.remember(k)
	}
	return k
}

// sum is what was done in the game; nothing if it is not over, or cannot be told.
func (s *shelf) sum(ctx context.Context, info journal.Info) []history.Player {
	s.mu.Lock()
	known, ok := s.sums[info.Game]
	s.mu.Unlock()
	if !ok || known.last != info.Last {
		k := s.load(ctx, info)
		if ctx.Err() != nil {
			return nil
		}
		known = sum{last: info.Last}
		if k.Game != nil {
			known = sum{k.info.Last, k.State.Over, k.Did()}
		}
		s.mu.Lock()
		if len(s.sums) >= 2*counted {
			clear(s.sums)
		}
		s.sums[info.Game] = known
		s.mu.Unlock()
	}
	if !known.over {
		return nil
	}
	return known.did
}

func (s *shelf) load(ctx context.Context, info journal.Info) *kept {
	k := &kept{info: info}
	if info.Kind != record.Kind {
		return k
	}
	stored, err := record.Load(ctx, s.journal, info)
	if err != nil {
		k.err = err
		return k
	}
	times := make([]time.Time, len(stored.Journaled))
	for i, e := range stored.Journaled {
		times[i] = e.Time
	}
	k.Game, k.err = history.Of(stored.Events, times)
	k.info.Last = uint64(len(stored.Events)) // it may have grown since the list was made
	return k
}

func (s *shelf) remember(k *kept) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.order = append(slices.DeleteFunc(s.order, func(name string) bool { return name == k.info.Game }), k.info.Game)
	s.known[k.info.Game] = k
	if len(s.order) > remembered {
		delete(s.known, s.order[0])
		s.order = slices.Delete(s.order, 0, 1)
	}
}

// Games are the program's other games, by the names that journals and readings have for them.
type Games interface {
	// Rules is a table where no game has begun; nil for a game that nobody knows.
	Rules(name string) game.Table
	// Drawn draws the game; nil for one that nobody knows.
	Drawn(name string) scoreboard.Game
}

// counted is how many games the statistics reach back.
const counted = 1000
