package after

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"tilewatch/engine/journal"
	"tilewatch/engine/journal/sqlite"
	"tilewatch/engine/nabit/history/historytest"
	"tilewatch/web/access"
)

// counting is a journal that counts the games read.
type counting struct {
	journal.Journal
	read atomic.Int32
}

func (c *counting) Unwrap() journal.Journal { return c.Journal }

func (c *counting) Read(ctx context.Context, game string, from uint64) iter.Seq2[journal.Event, error] {
	c.read.Add(1)
	return c.Journal.Read(ctx, game, from)
}

// TestTheListReadsNoMoreThanItShows keeps many games, one hidden, one deleted and one of a player who is called like a mark: a
// page of the list reads its own games and those that may be marked, however many there are.
func TestTheListReadsNoMoreThanItShows(t *testing.T) {
	store, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "games.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	const games = 120
	for i := range games {
		begun := historytest.Began.Add(time.Duration(i) * time.Hour)
		h := journal.Header{Game: journal.NewID(begun), Kind: "nabit", Title: "an evening", Players: []string{"red", "green"}, Created: begun}
		events := []string{`{"type":"start","game":"nabit","players":["red","green"]}`, map[int]string{
			50: `{"type":"mark","hidden":true}`, 60: `{"type":"mark","deleted":true}`, 70: `{"type":"name","player":"red","name":"mark"}`,
		}[i]}
		var entries []journal.Entry
		for _, e := range events {
			if e != "" {
				entries = append(entries, journal.Entry{Time: begun, Payload: json.RawMessage(e)})
			}
		}
		if err := store.Create(t.Context(), h, entries...); err != nil {
			t.Fatal(err)
		}
	}
	j := &counting{Journal: store}
	h := &house{t: t, journal: j}
	h.serve(Deps{Journal: j, Games: played{}})
	if _, err := h.server.Open("1"); err != nil {
		t.Fatal(err)
	}
	host := h.as(access.RoleHost)
	front := h.page(host, "/games")
	for _, list := range []string{"hidden", "deleted"} {
		if !strings.Contains(front, "list="+list) {
			t.Errorf("the host finds no way to the %s games", list)
		}
	}
	if n := j.read.Load(); n > listed+3 {
		t.Errorf("%d games are read for a page of %d", n, listed)
	}
	cards := 0
	for from := 0; from < games; from += listed {
		cards += strings.Count(h.has(fmt.Sprint("/games?from=", from)), "game-card")
	}
	if cards != games-2 {
		t.Errorf("%d games are listed of %d, one of them hidden and one deleted", cards, games)
	}
	for _, list := range []string{"hidden", "deleted"} {
		if n := strings.Count(h.page(host, "/games?list="+list), "game-card"); n != 1 {
			t.Errorf("%d games are %s", n, list)
		}
	}
}
