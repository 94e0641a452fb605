package after

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"

	"tilewatch/engine"
	"tilewatch/engine/game"
	"tilewatch/engine/journal"
	"tilewatch/web/retold"
	"tilewatch/web/scoreboard"
)

// shelf reads games from the journal and remembers those that were read lately.
type shelf struct {
	journal journal.Journal
	played  Games // nil: none is known

	mu    sync.Mutex
	known map[string]*kept
	order []string // of known, the one read longest ago first
	sums  map[string]sum
	told  map[string]told
}

// sum is what the statistics need of a game. It is small, so that those of all games are remembered.
type sum struct {
	last uint64 // events of the game
	over bool
	did  []retold.Player
}

// kept is a game of the journal.
type kept struct {
	retold.Kept // nil if its kind is not known, or the game cannot be told
	info        journal.Info
	err         error // why it cannot be told
}

// counts is a kept game that the statistics count.
type counts interface {
	// Did is what each player did.
	Did() []retold.Player
}

// remembered is how many games are remembered. One takes some hundred kilobytes.
const remembered = 300

func newShelf(j journal.Journal, played Games) *shelf {
	return &shelf{journal: j, played: played, known: map[string]*kept{}, sums: map[string]sum{}, told: map[string]told{}}
}

// list are the games of the filter, the newest first, as people call them.
func (s *shelf) list(ctx context.Context, which filter) ([]journal.Info, error) {
	lists, err := s.lists(ctx, which)
	if err != nil {
		return nil, err
	}
	return lists[0], nil
}

// lists are those of several filters.
func (s *shelf) lists(ctx context.Context, which ...filter) ([][]journal.Info, error) {
	all, err := s.all(ctx)
	if err != nil {
		return nil, err
	}
	s.learnUnmarked(ctx, all)
	lists := make([][]journal.Info, len(which))
	for _, info := range all {
		m := s.marks(ctx, info)
		for i, f := range which {
			if f.takes(m) {
				lists[i] = append(lists[i], called(info, m))
			}
		}
	}
	return lists, ctx.Err()
}

// called is the game with the name that somebody gave it.
func called(info journal.Info, m engine.Marks) journal.Info {
	if m.Title != "" {
		info.Title = m.Title
	}
	return info
}

// all are all games, the newest first. Only their headers are read.
func (s *shelf) all(ctx context.Context) ([]journal.Info, error) {
	if s.journal == nil {
		return nil, nil
	}
	games, err := s.journal.Games(ctx)
	if err != nil {
		return nil, fmt.Errorf("list the games: %w", err)
	}
	slices.SortStableFunc(games, func(a, b journal.Info) int {
		return cmp.Or(cmp.Compare(b.Begun, a.Begun), b.Created.Compare(a.Created))
	})
	return games, nil
}

// find is the game of that name that the filter takes; "last" is the one changed last.
func (s *shelf) find(ctx context.Context, which filter, name string) (*kept, error) {
	games, err := s.all(ctx)
	if err != nil {
		return nil, err
	}
	var found *journal.Info
	for i, info := range games {
		last := name == "last" && (found == nil || journal.NewestLast(info, *found) > 0)
		if (last || info.Game == name) && which.takes(s.marks(ctx, info)) {
			found = &games[i]
		}
	}
	if found == nil {
		return nil, fmt.Errorf("game %q: %w", name, journal.ErrNoGame)
	}
	k := s.read(ctx, called(*found, s.marks(ctx, *found)))
	return k, k.err
}

// read is the game of a list.
func (s *shelf) read(ctx context.Context, info journal.Info) *kept {
	s.mu.Lock()
	k := s.known[info.Game]
	s.mu.Unlock()
	if k != nil && k.info.Last == info.Last && k.info.Title == info.Title {
		return k
	}
	k = s.load(ctx, info)
	if ctx.Err() == nil {
		s.remember(k)
	}
	return k
}

// sum is what was done in the game; nothing if it is not over, or cannot be replayed.
func (s *shelf) sum(ctx context.Context, info journal.Info) []retold.Player {
	s.mu.Lock()
	known, ok := s.sums[info.Game]
	s.mu.Unlock()
	if !ok || known.last != info.Last {
		k := s.load(ctx, info)
		if ctx.Err() != nil {
			return nil
		}
		known = sum{last: info.Last}
		if g, can := k.Kept.(counts); can {
			known = sum{k.info.Last, k.About().Life == engine.Ended, g.Did()}
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
	if s.played == nil || s.played.Drawn(info.Kind) == nil {
		return k
	}
	stored, err := info.Load(ctx, s.journal)
	if err != nil {
		k.err = err
		return k
	}
	k.Kept, k.err = s.played.Retold(stored)
	k.info.Last = uint64(len(stored.Events)) // it may have grown since the list was made
	return k
}

// forget drops what is known of a game.
func (s *shelf) forget(game string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.known, game)
	delete(s.sums, game)
	delete(s.told, game)
	s.order = slices.DeleteFunc(s.order, func(name string) bool { return name == game })
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

// Games are the program's games, by the names that journals and readings have for them.
type Games interface {
	// Rules is a table where no game has begun; nil for an unknown game.
	Rules(name string) game.Table
	// Drawn draws the game; nil for an unknown one.
	Drawn(name string) scoreboard.Game
	// Retold tells a kept game; nil for one of an unknown kind.
	Retold(stored journal.Game) (retold.Kept, error)
}

// counted is how many games the statistics reach back.
const counted = 10_000
