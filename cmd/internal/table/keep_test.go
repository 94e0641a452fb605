package table

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tilewatch/engine/journal"
	"tilewatch/engine/journal/sqlite"
	"tilewatch/web/clock"
)

// example are the events of a short game.
var example = []json.RawMessage{
	json.RawMessage(`{"type":"start","players":["Ana","Ben"]}`), json.RawMessage(`{"type":"play","n":1}`), json.RawMessage(`{"type":"play","n":2}`),
	json.RawMessage(`{"type":"bank"}`),
}

// moody is a journal that fails on demand.
type moody struct {
	journal.Journal
	fails  error
	writes bool // what fails is written all the same
}

func (m *moody) Create(ctx context.Context, h journal.Header, entries ...journal.Entry) error {
	return m.answer(func() error { return m.Journal.Create(ctx, h, entries...) })
}

func (m *moody) Append(ctx context.Context, game string, after uint64, entries ...journal.Entry) error {
	return m.answer(func() error { return m.Journal.Append(ctx, game, after, entries...) })
}

func (m *moody) answer(do func() error) error {
	if m.fails == nil {
		return do()
	}
	if m.writes {
		if err := do(); err != nil {
			return err
		}
	}
	return m.fails
}

// kept are the types of the events of every game, games apart by a bar.
func kept(t *testing.T, j journal.Journal) string {
	t.Helper()
	games, err := j.Games(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, g := range games {
		var types []string
		for e, err := range j.Read(t.Context(), g.Game, 1) {
			if err != nil {
				t.Fatal(err)
			}
			var typed struct{ Type string }
			if err := json.Unmarshal(e.Payload, &typed); err != nil {
				t.Fatal(err)
			}
			types = append(types, typed.Type)
		}
		all = append(all, strings.Join(types, " "))
	}
	return strings.Join(all, " | ")
}

func TestWhatHappensIsKept(t *testing.T) {
	for _, c := range []struct {
		name   string
		happen func(t *testing.T, k *Keeper, j *moody)
		want   string
	}{
		{"in order", func(t *testing.T, k *Keeper, _ *moody) {
			keep(t, k, example[:2], true)
			keep(t, k, example[2:3], false)
			keep(t, k, example[3:], false)
		}, "start play play bank"},
		{"each game by itself", func(t *testing.T, k *Keeper, _ *moody) {
			keep(t, k, example[:2], true)
			keep(t, k, example[:3], true)
		}, "start play | start play play"},
		{"once the disk has space again", func(t *testing.T, k *Keeper, j *moody) {
			keep(t, k, example[:2], true)
			j.fails = journal.ErrFull
			refused(t, k, example[2:3], false)
			refused(t, k, example[3:], false)
			if k.Waiting() != 2 {
				t.Errorf("%d events wait", k.Waiting())
			}
			j.fails = nil
			keep(t, k, nil, false)
		}, "start play play bank"},
		{"also games that began on a full disk", func(t *testing.T, k *Keeper, j *moody) {
			j.fails = journal.ErrFull
			refused(t, k, example[:2], true)
			refused(t, k, example[2:], false)
			refused(t, k, example[:1], true)
			j.fails = nil
			keep(t, k, example[1:2], false)
		}, "start play play bank | start play"},
		{"once, though it was written when that seemed to have failed", func(t *testing.T, k *Keeper, j *moody) {
			j.fails, j.writes = journal.ErrStorage, true
			refused(t, k, example[:2], true)
			j.fails = nil
			keep(t, k, example[2:3], false)
			j.fails = journal.ErrStorage
			refused(t, k, example[3:], false)
			j.fails = nil
			keep(t, k, nil, false)
		}, "start play play bank"},
		{"in a copy, where another program goes on with the game", func(t *testing.T, k *Keeper, j *moody) {
			keep(t, k, example[:2], true)
			other := journal.Entry{Time: k.clock.Now(), Payload: json.RawMessage(`{"type":"pass","player":"green"}`)}
			if err := j.Append(t.Context(), gameOf(k), 2, other); err != nil {
				t.Fatal(err)
			}
			was, notes := gameOf(k), ""
			k.note = func(text string) { notes += text }
			keep(t, k, example[2:], false)
			if strings.Count(notes, "another program") != 1 || !strings.Contains(notes, was) || !strings.Contains(notes, gameOf(k)) {
				t.Errorf("noted %q", notes)
			}
		}, "start play pass | start play play bank"},
	} {
		t.Run(c.name, func(t *testing.T) {
			j := &moody{Journal: journal.NewMemory()}
			var passed time.Duration
			noon := func() time.Time { return time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC) }
			k := &Keeper{journal: j, kind: "sums", title: "SUMS", note: func(string) {}, clock: clock.Of(noon, func() time.Duration { passed += time.Second; return passed })}
			c.happen(t, k, j)
			if got := kept(t, j); got != c.want || k.Waiting() != 0 {
				t.Errorf("kept %q, want %q; %d wait", got, c.want, k.Waiting())
			}
		})
	}
}

func gameOf(k *Keeper) string {
	game, _, _ := k.position()
	return game
}

func keep(t *testing.T, k *Keeper, events []json.RawMessage, another bool) {
	t.Helper()
	if k.keep([]Record{{Events: events, Another: another}}); k.problem != nil {
		t.Error(k.problem)
	}
}

func refused(t *testing.T, k *Keeper, events []json.RawMessage, another bool) {
	t.Helper()
	if k.keep([]Record{{Events: events, Another: another}}); k.problem == nil {
		t.Error("accepted")
	}
}

// TestTheGameBegunLastIsTheNewest, also when somebody sets the computer's clock: it is the one that goes on after a restart.
func TestTheGameBegunLastIsTheNewest(t *testing.T) {
	for name, jump := range map[string]time.Duration{"set ahead a day": 24 * time.Hour, "set back a day": -24 * time.Hour} {
		for _, restarts := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, the program starts again: %v", name, restarts), func(t *testing.T) {
				j, at, passed := journal.NewMemory(), time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC), time.Duration(0)
				started := func() *Keeper {
					return &Keeper{journal: j, kind: "sums", title: "SUMS", note: func(text string) { t.Error(text) }, clock: clock.Of(func() time.Time { return at }, func() time.Duration { return passed })}
				}
				k := started()
				keep(t, k, example[:2], true)
				at, passed = at.Add(jump), passed+time.Second
				keep(t, k, example[2:3], false)
				if restarts {
					k = started()
					if _, err := k.last(t.Context(), 1); err != nil {
						t.Fatal(err)
					}
				}
				keep(t, k, example[:2], true)
				began := gameOf(k)
				at, passed = at.Add(-jump), passed+time.Second
				keep(t, k, example[2:], false)
				games, err := started().last(t.Context(), 2)
				if err != nil || len(games) != 2 || games[0].Game != began {
					t.Errorf("the newest of %d games is another: %v", len(games), err)
				}
			})
		}
	}
}

// TestOneGameDatedAheadDatesNoOther: it may come from elsewhere, or from an evening when the clock was wrong.
func TestOneGameDatedAheadDatesNoOther(t *testing.T) {
	noon := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	ahead := time.Date(2031, 5, 5, 12, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		keep func(t *testing.T, j *sqlite.Store)
	}{
		"imported": {func(t *testing.T, j *sqlite.Store) {
			g, err := journal.Game{Header: journal.Header{Game: "x", Kind: "sums", Created: ahead}, Events: []journal.Event{{Time: ahead, Payload: example[0]}}}.Renamed("ahead")
			if err == nil {
				_, err = journal.Import(t.Context(), j, g)
			}
			if err != nil {
				t.Fatal(err)
			}
		}},
		"played": {func(t *testing.T, j *sqlite.Store) {
			if err := j.Create(t.Context(), journal.Header{Game: "ahead", Kind: "sums", Created: ahead}, journal.Entry{Time: ahead, Payload: example[0]}); err != nil {
				t.Fatal(err)
			}
		}},
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "games.db")
			at, passed := noon, time.Duration(0)
			started := func() (*Keeper, *sqlite.Store) {
				j, err := sqlite.Open(t.Context(), file)
				if err != nil {
					t.Fatal(err)
				}
				return &Keeper{journal: j, kind: "sums", title: "SUMS", note: func(text string) { t.Error(text) }, clock: clock.Of(func() time.Time { return at }, func() time.Duration { return passed })}, j
			}
			k, j := started()
			keep(t, k, example[:2], true)
			c.keep(t, j)
			var began []string
			for n := range 4 {
				if n%2 == 0 { // the program starts again
					if err := j.Close(); err != nil {
						t.Fatal(err)
					}
					k, j = started()
					if _, err := k.last(t.Context(), 1); err != nil {
						t.Fatal(err)
					}
				}
				at, passed = at.Add(time.Hour), passed+time.Hour
				keep(t, k, example[:2], true)
				began = append(began, gameOf(k))
			}
			games, err := j.Games(t.Context())
			if err != nil || len(games) != 6 {
				t.Fatalf("%v, %v", games, err)
			}
			for n, name := range began {
				g := games[len(games)-len(began)+n]
				if want := noon.Add(time.Duration(n+1) * time.Hour); g.Game != name || !g.Created.Equal(want) || !g.Changed.Equal(want) || !strings.Contains(g.Title, "2026") {
					t.Errorf("place %d has %s, dated %v, %q; want %s at %v", n, g.Game, g.Created, g.Title, name, want)
				}
			}
			if err := j.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestAStoredGameGoesOn also has the header say what it is.
func TestAStoredGameGoesOn(t *testing.T) {
	j := journal.NewMemory()
	k := &Keeper{journal: j, kind: "sums", title: "SUMS", note: func(string) {}, clock: clock.New()}
	keep(t, k, example[:3], true)
	again := &Keeper{journal: j, kind: "sums", title: "SUMS", note: func(string) {}, clock: clock.New()}
	stored, err := again.last(t.Context(), 1)
	if err != nil || len(stored) != 1 || stored[0].Kind != "sums" || !strings.HasPrefix(stored[0].Title, "SUMS, ") || strings.Join(stored[0].Players, " ") != "Ana Ben" {
		t.Fatalf("%+v, %v", stored, err)
	}
	again.keep([]Record{{Resumed: &stored[0]}, {Events: example[3:]}})
	if got := kept(t, j); got != "start play play bank" || again.problem != nil {
		t.Errorf("kept %q, %v", got, again.problem)
	}
	other := &Keeper{journal: j, kind: "other", note: func(string) {}, clock: clock.New()}
	if stored, err := other.last(t.Context(), 1); err != nil || len(stored) != 0 {
		t.Errorf("another kind's game goes on: %+v, %v", stored, err)
	}
}
