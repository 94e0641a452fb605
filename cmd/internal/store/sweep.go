package store

import (
	"context"
	"errors"
	"time"

	"tilewatch/cmd/internal/game"
	"tilewatch/engine/journal"
)

// sweepEvery is how often Sweep looks.
const sweepEvery = 12 * time.Hour

// Sweep erases the games that were deleted so long ago that nobody can restore them any more, now and then, until ctx is done. note takes
// what went wrong: it is tried again.
func Sweep(ctx context.Context, j journal.Journal, erase func(ctx context.Context, game string) error, note func(string)) {
	again := time.NewTicker(sweepEvery)
	defer again.Stop()
	for {
		if err := sweep(ctx, j, time.Now(), erase); err != nil && ctx.Err() == nil {
			note("deleted games are not erased yet: " + err.Error())
		}
		select {
		case <-ctx.Done():
			return
		case <-again.C:
		}
	}
}

func sweep(ctx context.Context, j journal.Journal, now time.Time, erase func(context.Context, string) error) error {
	holding, known := journal.Holding(ctx, j, `"deleted"`)
	if !known {
		return nil // it is no journal that can erase
	}
	games, err := j.Games(ctx)
	for _, info := range games {
		if !holding[info.Game] {
			continue
		}
		stored, wrong := info.Load(ctx, j)
		if wrong != nil { // it is mended, or told, elsewhere
			continue
		}
		if m := game.Marks(stored); m.Deleted && now.After(m.EraseAt(info.Changed)) {
			err = errors.Join(err, erase(ctx, info.Game))
		}
	}
	return err
}
