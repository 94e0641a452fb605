package record

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"iter"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tilewatch/engine"
	"tilewatch/engine/journal"
	"tilewatch/engine/nabit"
)

// gameAndTry are the events of the rule page's example.
func gameAndTry() []nabit.Event {
	at := func(row, col int, letter byte) nabit.Placement {
		return nabit.Placement{Place: engine.Place{Row: row, Col: col}, Letter: engine.Letter(letter)}
	}
	return []nabit.Event{
		{Type: nabit.Start, Players: []engine.Color{engine.Yellow, engine.Green}},
		{Type: nabit.Played, Player: engine.Yellow, Placements: []nabit.Placement{at(0, 0, 'G'), at(0, 1, 'A'), at(0, 2, 'M'), at(0, 3, 'E')}},
		{Type: nabit.Played, Player: engine.Green, Placements: []nabit.Placement{at(0, 0, 'T'), at(1, 0, 'R'), at(2, 0, 'Y')}},
		{Type: nabit.Banked, Player: engine.Green},
	}
}

// moody is a journal that fails when it is told to.
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
		for e, err := range events(t, j, g.Game) {
			if err != nil {
				t.Fatal(err)
			}
			types = append(types, string(e.Type))
		}
		all = append(all, strings.Join(types, " "))
	}
	return strings.Join(all, " | ")
}

func events(t *testing.T, j journal.Journal, game string) iter.Seq2[nabit.Event, error] {
	return func(yield func(nabit.Event, error) bool) {
		for e, err := range j.Read(t.Context(), game, 1) {
			if err != nil {
				yield(nabit.Event{}, err)
				return
			}
			if event, err := nabit.ParseEvent(e.Payload); !yield(event, err) {
				return
			}
		}
	}
}

func TestWhatHappensIsKept(t *testing.T) {
	e := gameAndTry()
	for _, c := range []struct {
		name   string
		happen func(t *testing.T, k *Keeper, j *moody)
		want   string
	}{
		{"in order", func(t *testing.T, k *Keeper, _ *moody) {
			keep(t, k, e[:2], true)
			keep(t, k, e[2:3], false)
			keep(t, k, e[3:], false)
		}, "start play play bank"},
		{"each game by itself", func(t *testing.T, k *Keeper, _ *moody) {
			keep(t, k, e[:2], true)
			keep(t, k, e[:3], true)
		}, "start play | start play play"},
		{"once the disk has space again", func(t *testing.T, k *Keeper, j *moody) {
			keep(t, k, e[:2], true)
			j.fails = journal.ErrFull
			refused(t, k, e[2:3], false)
			refused(t, k, e[3:], false)
			if k.Waiting() != 2 {
				t.Errorf("%d events wait", k.Waiting())
			}
			j.fails = nil
			keep(t, k, nil, false)
		}, "start play play bank"},
		{"also games that began on a full disk", func(t *testing.T, k *Keeper, j *moody) {
			j.fails = journal.ErrFull
			refused(t, k, e[:2], true)
			refused(t, k, e[2:], false)
			refused(t, k, e[:1], true)
			j.fails = nil
			keep(t, k, e[1:2], false)
		}, "start play play bank | start play"},
		{"once, though it was written when that seemed to have failed", func(t *testing.T, k *Keeper, j *moody) {
			j.fails, j.writes = journal.ErrStorage, true
			refused(t, k, e[:2], true)
			j.fails = nil
			keep(t, k, e[2:3], false)
			j.fails = journal.ErrStorage
			refused(t, k, e[3:], false)
			j.fails = nil
			keep(t, k, nil, false)
		}, "start play play bank"},
		{"in a copy, where another program goes on with the game", func(t *testing.T, k *Keeper, j *moody) {
			keep(t, k, e[:2], true)
			other := journal.Entry{Time: k.now(), Payload: json.RawMessage(`{"type":"pass","player":"green"}`)}
			if err := j.Append(t.Context(), k.Game(), 2, other); err != nil {
				t.Fatal(err)
			}
			keep(t, k, e[2:], false)
		}, "start play pass | start play play bank"},
	} {
		t.Run(c.name, func(t *testing.T) {
			j := &moody{Journal: journal.NewMemory()}
			k := NewKeeper(j, nil)
			now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
			k.now = func() time.Time { now = now.Add(time.Second); return now }
			c.happen(t, k, j)
			if got := kept(t, j); got != c.want || k.Waiting() != 0 {
				t.Errorf("kept %q, want %q; %d wait", got, c.want, k.Waiting())
			}
		})
	}
}

func keep(t *testing.T, k *Keeper, events []nabit.Event, another bool) {
	t.Helper()
	if err := k.Keep(t.Context(), events, another); err != nil {
		t.Error(err)
	}
}

func refused(t *testing.T, k *Keeper, events []nabit.Event, another bool) {
	t.Helper()
	if err := k.Keep(t.Context(), events, another); err == nil {
		t.Error("accepted")
	}
}

func TestTheLastGameGoesOn(t *testing.T) {
	e := gameAndTry()
	for _, c := range []struct {
		name   string
		events []nabit.Event
		want   string
	}{
		{"if it is under way", e, "yellow 0, green 3"},
		{"not if it is over", append(e, nabit.Event{Type: nabit.Finished}), ""},
		{"not if there is none", nil, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			j := journal.NewMemory()
			k := NewKeeper(j, nil)
			keep(t, k, c.events, true)
			stored, err := Current(t.Context(), j, func(string) {})
			if c.want == "" {
				if !errors.Is(err, ErrNone) {
					t.Errorf("got %v, %v", stored, err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			summary, err := stored.Summarize()
			if err != nil || summary.Line() != c.want || stored.Game != k.Game() {
				t.Errorf("%s, %v", summary.Line(), err)
			}
			again := NewKeeper(j, stored)
			keep(t, again, []nabit.Event{{Type: nabit.Passed, Player: engine.Yellow}}, false)
			if got := kept(t, j); got != "start play play bank pass" {
				t.Errorf("kept %q", got)
			}
		})
	}
}

func TestADamagedGameGoesOnAsFarAsItIsGood(t *testing.T) {
	file := filepath.Join(t.TempDir(), "games.db")
	j, err := journal.OpenSQLite(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	keep(t, NewKeeper(j, nil), gameAndTry(), true)
	db, err := sql.Open("sqlite", file)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(`UPDATE events SET time = time + 1 WHERE seq = 3`); err != nil {
		t.Fatal(err)
	}
	told := ""
	stored, err := Current(t.Context(), j, func(text string) { told += text })
	if err != nil || len(stored.Events) != 2 || !strings.Contains(told, "event 3") {
		t.Fatalf("%v, told %q", err, told)
	}
	keep(t, NewKeeper(j, stored), gameAndTry()[2:], false)
	if got := kept(t, j); got != "start play play bank" {
		t.Errorf("kept %q", got)
	}
}

func TestAJudgeKnowsTheRules(t *testing.T) {
	var j Judge
	for i, c := range []struct {
		payload string
		says    string
	}{
		{`{"type":"start","players":["yellow","green"],"options":{"words":"enforce"}}`, ""},
		{`{"type":"play","player":"yellow","placements":[{"row":0,"col":0,"letter":"X"},{"row":0,"col":1,"letter":"Q"}]}`, ""}, // the list of then had it
		{`{"type":"play","player":"yellow","placements":[{"row":1,"col":0,"letter":"X"}]}`, "green's turn"},
		{`{"type":"dance"}`, "no such event"},
		{`{"type":7}`, "not an event"},
	} {
		err := j.Take(journal.Event{Seq: uint64(i) + 1, Kind: Kind, Payload: json.RawMessage(c.payload)})
		if c.says == "" && err != nil || c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)) {
			t.Errorf("%s: %v", c.payload, err)
		}
	}
	if err := j.Take(journal.Event{Seq: 1, Kind: "snag", Payload: json.RawMessage(`{"type":"place"}`)}); err != nil {
		t.Error(err)
	}
}
