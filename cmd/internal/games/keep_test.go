package games

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"tilewatch/engine/journal"
)

// fickle is a journal on a disk that is full for a while.
type fickle struct {
	journal.Journal
	full bool
}

func (f *fickle) Create(ctx context.Context, h journal.Header, entries ...journal.Entry) error {
	if f.full {
		return journal.ErrFull
	}
	return f.Journal.Create(ctx, h, entries...)
}

func (f *fickle) Append(ctx context.Context, game string, after uint64, entries ...journal.Entry) error {
	if f.full {
		return journal.ErrFull
	}
	return f.Journal.Append(ctx, game, after, entries...)
}

func TestWhatAFullDiskRefusedIsKeptLaterAlsoOfAnEarlierGame(t *testing.T) {
	disk := &fickle{Journal: journal.NewMemory()}
	k := &Keeper{Journal: disk, Kind: "snag", Title: "SNAG"}
	begin, place := json.RawMessage(`{"type":"start","players":["Ana"]}`), json.RawMessage(`{"type":"place"}`)
	k.Keep(begin, true)
	disk.full = true
	k.Keep(place, false)
	k.Keep(begin, true) // another game, while the first one waits
	k.Keep(place, false)
	if k.Problem() == "" || k.retry() {
		t.Error("on a full disk all is well")
	}
	disk.full = false
	ctx, cancel := context.WithCancel(t.Context())
	shown := make(chan struct{}, 1)
	go k.Rest(ctx, func() { shown <- struct{}{} })
	select {
	case <-shown:
	case <-time.After(time.Minute):
		t.Error("it is not tried again")
	}
	cancel()
	games, err := disk.Games(t.Context())
	if err != nil || len(games) != 2 || games[0].Last != 2 || games[1].Last != 2 || k.Problem() != "" {
		t.Errorf("kept: %+v, %v, %q", games, err, k.Problem())
	}
}
