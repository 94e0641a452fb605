package games

import (
	"context"
	"encoding/json"
	"strings"
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
	if _, told := k.Problem(); !told || k.retry() {
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
	if err != nil || len(games) != 2 || games[0].Last != 2 || games[1].Last != 2 {
		t.Errorf("kept: %+v, %v", games, err)
	}
	if problem, told := k.Problem(); told {
		t.Errorf("it is still told %+v", problem)
	}
}

// TestAGameThatAnotherProgramWentOnWithIsKeptAsACopy: two may not write one record, and none may be lost.
func TestAGameThatAnotherProgramWentOnWithIsKeptAsACopy(t *testing.T) {
	j := journal.NewMemory()
	k := &Keeper{Journal: j, Kind: "snag", Title: "SNAG"}
	k.Keep(json.RawMessage(`{"type":"start","players":["Ana"]}`), true)
	game, _, _ := k.position()
	if err := j.Append(t.Context(), game, 1, journal.Entry{Payload: json.RawMessage(`{"type":"theirs"}`)}); err != nil {
		t.Fatal(err)
	}
	k.Keep(json.RawMessage(`{"type":"ours"}`), false)
	games, err := j.Games(t.Context())
	copies := 0
	for _, g := range games {
		if g.Last != 2 {
			t.Errorf("%q has %d events", g.Title, g.Last)
		}
		if strings.HasSuffix(g.Title, " (copy)") {
			copies++
		}
	}
	if _, told := k.Problem(); told || err != nil || len(games) != 2 || copies != 1 {
		t.Errorf("kept: %+v, %v", games, err)
	}
}
