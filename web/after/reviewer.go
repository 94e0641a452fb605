package after

import (
	"context"
	"sync"

	"tilewatch/engine"
	"tilewatch/engine/lexicon"
	"tilewatch/engine/nabit/advice"
)

// reviewer looks for missed plays, one game at a time: it takes all of a core for a moment.
type reviewer struct {
	words *lexicon.Lexicon

	busy  chan struct{}
	mu    sync.Mutex
	known map[string]reviewed // by the game's name
}

type reviewed struct {
	last  uint64 // events of the game
	turns []advice.Reviewed
}

func newReviewer(words *lexicon.Lexicon) *reviewer {
	return &reviewer{words: words, busy: make(chan struct{}, 1), known: map[string]reviewed{}}
}

// of is the game's review. racks say what the camera saw of them.
func (r *reviewer) of(ctx context.Context, k *kept, racks advice.Racks) ([]advice.Reviewed, error) {
	select {
	case r.busy <- struct{}{}:
		defer func() { <-r.busy }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	r.mu.Lock()
	known, ok := r.known[k.info.Game]
	r.mu.Unlock()
	if ok && known.last == k.info.Last {
		return known.turns, nil
	}
	start := engine.Board{}
	for _, s := range k.Steps[0].Stacks {
		start[s.Place] = s.Cell
	}
	turns, err := advice.New(r.words).Review(start, k.State, racks)
	if err != nil {
		return nil, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.known) >= remembered {
		clear(r.known)
	}
	r.known[k.info.Game] = reviewed{k.info.Last, turns}
	return turns, nil
}
