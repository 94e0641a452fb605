// Package journaltest is what every implementation of journal.Journal must pass.
package journaltest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"tilewatch/engine/journal"
)

// Store makes journals for tests.
type Store struct {
	// Open is an empty journal. The caller closes it.
	Open func(t *testing.T) journal.Journal
	// Reopen opens again what the journal, closed by now, has kept; nil if it keeps nothing.
	Reopen func(t *testing.T) journal.Journal
	// Again is a second handle on an open journal, as another program would have it; nil if there can be none.
	Again func(t *testing.T) journal.Journal
}

// Run tests the store; make is called for each test.
func Run(t *testing.T, make func(t *testing.T) Store) {
	for _, c := range []struct {
		name string
		test func(*suite)
	}{
		{"a new journal has no games", (*suite).empty},
		{"what was appended is read as it was", (*suite).reads},
		{"events are read from any number on", (*suite).readsFrom},
		{"a list names every game, the one changed last at the end", (*suite).lists},
		{"a game is created with its first events or not at all", (*suite).creates},
		{"a game that is not there is no such game", (*suite).missing},
		{"who does not know the last event appends nothing", (*suite).conflicts},
		{"two writers never fork a game", (*suite).neverForks},
		{"two handles on one store never fork a game", (*suite).neverForksAcross},
		{"what is no event is refused and nothing of it kept", (*suite).refuses},
		{"what is no header is refused", (*suite).refusesHeaders},
		{"a reader sees the game as it was when it began", (*suite).readsASnapshot},
		{"events may be appended while they are read", (*suite).appendsWhileReading},
		{"a reader may stop at any event", (*suite).stops},
		{"a call whose time is over does nothing", (*suite).canceled},
		{"what was kept is there after the journal was closed", (*suite).survives},
		{"a closed journal says so", (*suite).closed},
		{"a long game is kept", (*suite).long},
		{"exported and imported a game is the same", (*suite).roundTrip},
		{"importing a game again changes nothing", (*suite).importsAgain},
		{"importing a longer record adds what is missing", (*suite).importsMore},
		{"a game that went another way is not overwritten", (*suite).importsNoOther},
	} {
		t.Run(c.name, func(t *testing.T) {
			store := make(t)
			s := &suite{T: t, store: store, j: store.Open(t), ctx: t.Context()}
			t.Cleanup(func() {
				if s.j == nil {
					return
				}
				if err := s.j.Close(); err != nil {
					t.Errorf("close: %v", err)
				}
			})
			c.test(s)
		})
	}
}

type suite struct {
	*testing.T
	store Store
	j     journal.Journal // nil: closed
	ctx   context.Context
}

// noon is when the made-up games begin.
var noon = time.Date(2026, 11, 21, 12, 0, 0, 123456000, time.UTC)

// header is a game of that name.
func header(game string) journal.Header {
	return journal.Header{Game: game, Kind: "nabit", Title: "Über <Tische> & \"Stühle\"", Players: []string{"red", "green"}, Created: noon}
}

// numbered are entries that say their numbers.
func numbered(from, to int) []journal.Entry {
	var list []journal.Entry
	for i := from; i <= to; i++ {
		payload := fmt.Sprintf(`{"type":"play","n":%d,"text":"<é> %s"}`, i, strings.Repeat("x", i%7))
		list = append(list, journal.Entry{Time: noon.Add(time.Duration(i) * time.Millisecond), Payload: json.RawMessage(payload)})
	}
	return list
}

func (s *suite) must(err error) {
	s.Helper()
	if err != nil {
		s.Fatal(err)
	}
}

// create makes a game of so many events.
func (s *suite) create(game string, events int) {
	s.Helper()
	s.must(s.j.Create(s.ctx, header(game), numbered(1, events)...))
}

// all are the game's events from a number on.
func (s *suite) all(game string, from uint64) []journal.Event {
	s.Helper()
	var events []journal.Event
	for e, err := range s.j.Read(s.ctx, game, from) {
		s.must(err)
		events = append(events, e)
	}
	return events
}

// holds checks that the game is numbered entries, and nothing else.
func (s *suite) holds(game string, from, to int) {
	s.Helper()
	want, got := numbered(from, to), s.all(game, uint64(from))
	if len(got) != len(want) {
		s.Fatalf("%d events, want %d", len(got), len(want))
	}
	for i, e := range got {
		if e.Game != game || e.Kind != "nabit" || e.Version != journal.Version || e.Seq != uint64(from+i) || !e.Time.Equal(want[i].Time) || !bytes.Equal(e.Payload, want[i].Payload) {
			s.Fatalf("event %d is %+v %s, want %s", from+i, e, e.Payload, want[i].Payload)
		}
	}
}

func (s *suite) empty() {
	games, err := s.j.Games(s.ctx)
	if err != nil || len(games) != 0 {
		s.Errorf("got %v, %v", games, err)
	}
}

func (s *suite) reads() {
	s.create("a", 1)
	s.must(s.j.Append(s.ctx, "a", 1, numbered(2, 2)...))
	s.must(s.j.Append(s.ctx, "a", 2, numbered(3, 9)...))
	s.must(s.j.Append(s.ctx, "a", 9)) // nothing, which is allowed
	s.holds("a", 1, 9)
}

func (s *suite) readsFrom() {
	s.create("a", 700)
	for _, from := range []int{2, 255, 256, 257, 258, 513, 700, 701} {
		s.holds("a", from, 700)
	}
	if got := s.all("a", 0); len(got) != 700 {
		s.Errorf("from 0: %d events", len(got))
	}
	if got := s.all("a", 5000); len(got) != 0 {
		s.Errorf("from behind the end: %d events", len(got))
	}
}

func (s *suite) lists() {
	s.create("b", 2)
	s.create("a", 3)
	s.create("c", 0)
	s.must(s.j.Append(s.ctx, "b", 2, numbered(3, 5)...))
	games, err := s.j.Games(s.ctx)
	s.must(err)
	names := ""
	for _, g := range games {
		names += g.Game
		if g.Title != header("").Title || len(g.Players) != 2 || !g.Created.Equal(noon) || g.Damage != nil {
			s.Errorf("%+v", g)
		}
	}
	if names != "acb" { // as they were written, whatever time their events have
		s.Errorf("listed %q", names)
	}
	if b := games[2]; b.Last != 5 || !b.Changed.Equal(noon.Add(5*time.Millisecond)) {
		s.Errorf("%+v", b)
	}
}

func (s *suite) creates() {
	bad := append(numbered(1, 3), journal.Entry{Payload: json.RawMessage(`{"cut":`)})
	if err := s.j.Create(s.ctx, header("a"), bad...); err == nil {
		s.Error("accepted")
	}
	if games, err := s.j.Games(s.ctx); err != nil || len(games) != 0 {
		s.Errorf("left %v, %v", games, err)
	}
	s.create("a", 3)
	if err := s.j.Create(s.ctx, header("a")); !errors.Is(err, journal.ErrExists) {
		s.Errorf("created twice: %v", err)
	}
	s.holds("a", 1, 3)
}

func (s *suite) missing() {
	if err := s.j.Append(s.ctx, "a", 0, numbered(1, 1)...); !errors.Is(err, journal.ErrNoGame) {
		s.Errorf("append: %v", err)
	}
	for _, err := range s.j.Read(s.ctx, "a", 1) {
		if !errors.Is(err, journal.ErrNoGame) {
			s.Errorf("read: %v", err)
		}
	}
}

func (s *suite) conflicts() {
	s.create("a", 3)
	for _, after := range []uint64{0, 2, 4, 1 << 60} {
		var conflict *journal.Conflict
		if err := s.j.Append(s.ctx, "a", after, numbered(9, 9)...); !errors.As(err, &conflict) || conflict.Last != 3 {
			s.Errorf("after %d: %v", after, err)
		}
	}
	s.holds("a", 1, 3)
}

func (s *suite) neverForks() { s.race(s.j, s.j) }

func (s *suite) neverForksAcross() {
	if s.store.Again == nil {
		s.race(s.j, s.j) // one handle is all there is
		return
	}
	other := s.store.Again(s.T)
	s.race(s.j, other)
	s.must(other.Close())
}

// race has two writers append to one game, each as if it were alone. Every acknowledged event must be there once, in
// the place that it was acknowledged for.
func (s *suite) race(journals ...journal.Journal) {
	s.create("a", 0)
	const each = 60
	owner := make([]int, 1+each*len(journals))
	var all sync.WaitGroup
	for who, j := range journals {
		all.Go(func() {
			last, done := uint64(0), 0
			for done < each {
				payload := fmt.Sprintf(`{"by":%d}`, who)
				err := j.Append(s.ctx, "a", last, journal.Entry{Time: noon, Payload: json.RawMessage(payload)})
				var conflict *journal.Conflict
				switch {
				case err == nil:
					last++
					done++
					owner[last] = who + 1
				case errors.As(err, &conflict):
					last = conflict.Last
				case errors.Is(err, journal.ErrBusy): // nothing was written: a slow disk had the other one write for seconds
				default:
					s.Errorf("writer %d: %v", who, err)
					return
				}
			}
		})
	}
	all.Wait()
	events := s.all("a", 1)
	if len(events) != each*len(journals) {
		s.Fatalf("%d events, acknowledged %d", len(events), each*len(journals))
	}
	for i, e := range events {
		if want := fmt.Sprintf(`{"by":%d}`, owner[i+1]-1); string(e.Payload) != want {
			s.Errorf("event %d is %s, acknowledged was %s", i+1, e.Payload, want)
		}
	}
}

func (s *suite) refuses() {
	s.create("a", 2)
	for name, payload := range map[string]string{
		"nothing": ``, "half": `{"a":`, "a number": `7`, "a list": `[{}]`, "null": `null`, "two": `{} {}`, "text": "play",
		"too long": `{"a":"` + strings.Repeat("x", journal.MaxPayload) + `"}`,
	} {
		entries := append(numbered(3, 3), journal.Entry{Time: noon, Payload: json.RawMessage(payload)})
		if err := s.j.Append(s.ctx, "a", 2, entries...); err == nil {
			s.Errorf("%s was accepted", name)
		}
	}
	for _, year := range []int{1, 1969, 10000} {
		if err := s.j.Append(s.ctx, "a", 2, journal.Entry{Time: time.Date(year, 1, 1, 0, 0, 0, 1, time.UTC), Payload: json.RawMessage(`{}`)}); err == nil {
			s.Errorf("the year %d was accepted", year)
		}
	}
	s.holds("a", 1, 2)
}

func (s *suite) refusesHeaders() {
	for name, change := range map[string]func(*journal.Header){
		"no name":                        func(h *journal.Header) { h.Game = "" },
		"a path":                         func(h *journal.Header) { h.Game = "../a" },
		"capitals":                       func(h *journal.Header) { h.Game = "A" },
		"a long name":                    func(h *journal.Header) { h.Game = strings.Repeat("a", 65) },
		"no kind":                        func(h *journal.Header) { h.Kind = "" },
		"a long title":                   func(h *journal.Header) { h.Title = strings.Repeat("a", 201) },
		"a title of no text":             func(h *journal.Header) { h.Title = "\xff" },
		"a title of two lines":           func(h *journal.Header) { h.Title = "a\nb" },
		"a title that clears the screen": func(h *journal.Header) { h.Title = "\x1b[2J" },
		"a nameless player":              func(h *journal.Header) { h.Players = []string{"red", ""} },
		"many players":                   func(h *journal.Header) { h.Players = strings.Split(strings.Repeat("a", 17), "") },
	} {
		h := header("a")
		change(&h)
		if err := s.j.Create(s.ctx, h); err == nil {
			s.Errorf("%s was accepted", name)
		}
	}
	s.empty()
}

func (s *suite) readsASnapshot() {
	s.create("a", 5)
	n := 0
	for _, err := range s.j.Read(s.ctx, "a", 1) {
		s.must(err)
		if n++; n == 1 {
			s.must(s.j.Append(s.ctx, "a", 5, numbered(6, 6)...))
		}
	}
	if n != 5 {
		s.Errorf("read %d events", n)
	}
}

func (s *suite) appendsWhileReading() {
	s.create("a", 600)
	n := 600
	for _, err := range s.j.Read(s.ctx, "a", 1) {
		s.must(err)
		if n < 620 {
			s.must(s.j.Append(s.ctx, "a", uint64(n), numbered(n+1, n+1)...))
			n++
		}
	}
	s.holds("a", 1, 620)
}

func (s *suite) stops() {
	s.create("a", 300)
	for e, err := range s.j.Read(s.ctx, "a", 1) {
		s.must(err)
		if e.Seq == 257 {
			break
		}
	}
	s.must(s.j.Append(s.ctx, "a", 300, numbered(301, 301)...))
}

func (s *suite) canceled() {
	s.create("a", 1)
	over, cancel := context.WithCancel(s.ctx)
	cancel()
	if err := s.j.Append(over, "a", 1, numbered(2, 2)...); !errors.Is(err, context.Canceled) {
		s.Errorf("append: %v", err)
	}
	if err := s.j.Create(over, header("b")); !errors.Is(err, context.Canceled) {
		s.Errorf("create: %v", err)
	}
	var last error
	for _, err := range s.j.Read(over, "a", 1) {
		last = err
	}
	if !errors.Is(last, context.Canceled) {
		s.Errorf("read: %v", last)
	}
	s.holds("a", 1, 1)
}

func (s *suite) survives() {
	if s.store.Reopen == nil {
		return
	}
	s.create("a", 5)
	s.must(s.j.Append(s.ctx, "a", 5, numbered(6, 8)...))
	s.must(s.j.Close())
	s.j = s.store.Reopen(s.T)
	s.holds("a", 1, 8)
	s.must(s.j.Append(s.ctx, "a", 8, numbered(9, 9)...))
	s.holds("a", 1, 9)
}

func (s *suite) closed() {
	s.create("a", 1)
	s.must(s.j.Close())
	j := s.j
	s.j = nil
	if err := j.Append(s.ctx, "a", 1, numbered(2, 2)...); !errors.Is(err, journal.ErrClosed) {
		s.Errorf("append: %v", err)
	}
	if _, err := j.Games(s.ctx); !errors.Is(err, journal.ErrClosed) {
		s.Errorf("games: %v", err)
	}
	var last error
	for _, err := range j.Read(s.ctx, "a", 1) {
		last = err
	}
	if !errors.Is(last, journal.ErrClosed) {
		s.Errorf("read: %v", last)
	}
}

func (s *suite) long() {
	s.create("a", 0)
	for from := 1; from < 4000; from += 500 {
		s.must(s.j.Append(s.ctx, "a", uint64(from-1), numbered(from, from+499)...))
	}
	s.holds("a", 1, 4000)
}

// exported is the game as a file.
func (s *suite) exported(j journal.Journal, game string) []byte {
	s.Helper()
	g, err := journal.Load(s.ctx, j, game)
	s.must(err)
	var b bytes.Buffer
	s.must(journal.Write(&b, g))
	return b.Bytes()
}

// imported reads the file's one game.
func (s *suite) imported(file []byte) journal.Game {
	s.Helper()
	g, err := journal.NewReader(bytes.NewReader(file)).Next()
	s.must(err)
	return g
}

func (s *suite) roundTrip() {
	s.create("a", 300)
	file := s.exported(s.j, "a")
	other := journal.NewMemory()
	if added, err := journal.Import(s.ctx, other, s.imported(file)); err != nil || added.Events != 300 {
		s.Fatal(added, err)
	}
	if again := s.exported(other, "a"); !bytes.Equal(again, file) {
		s.Error("another file came out")
	}
	third := s.imported(file)
	renamed, err := third.Renamed("b")
	s.must(err)
	if _, err := journal.Import(s.ctx, s.j, renamed); err != nil {
		s.Fatal(err)
	}
	s.holds("b", 1, 300)
}

func (s *suite) importsAgain() {
	s.create("a", 3)
	file := s.exported(s.j, "a")
	s.must(s.j.Append(s.ctx, "a", 3, numbered(4, 4)...))
	if added, err := journal.Import(s.ctx, s.j, s.imported(file)); err != nil || added.Events != 0 {
		s.Error(added, err)
	}
	s.holds("a", 1, 4)
}

func (s *suite) importsMore() {
	s.create("a", 3)
	whole := journal.NewMemory()
	s.must(whole.Create(s.ctx, header("a"), numbered(1, 8)...))
	if added, err := journal.Import(s.ctx, s.j, s.imported(s.exported(whole, "a"))); err != nil || added.Events != 5 {
		s.Error(added, err)
	}
	s.holds("a", 1, 8)
}

func (s *suite) importsNoOther() {
	s.create("a", 3)
	other := journal.NewMemory()
	s.must(other.Create(s.ctx, header("a"), append(numbered(1, 2), numbered(7, 9)...)...))
	var differs *journal.Differs
	if _, err := journal.Import(s.ctx, s.j, s.imported(s.exported(other, "a"))); !errors.As(err, &differs) || differs.Seq != 3 {
		s.Error(err)
	}
	h := header("a")
	h.Title = "another"
	third := journal.NewMemory()
	s.must(third.Create(s.ctx, h, numbered(1, 9)...))
	if _, err := journal.Import(s.ctx, s.j, s.imported(s.exported(third, "a"))); !errors.As(err, &differs) || differs.Seq != 0 {
		s.Error(err)
	}
	s.holds("a", 1, 3)
}
