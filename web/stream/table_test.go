package stream

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tilewatch/engine"
	"tilewatch/web/access"
	"tilewatch/web/clock"
	"tilewatch/web/scoreboard"
	"tilewatch/web/text"
	"tilewatch/web/webtest"
)

func TestNoSentenceIsSaidTwiceAlike(t *testing.T) {
	_, table := kitchen(t)
	game := webtest.DemoGame(t)
	said := map[string]bool{}
	for _, s := range []scoreboard.State{game[1], game[2], game[1], game[2], game[1], game[2], game[3]} {
		webtest.Publish(t, table, s)
		e, err := table.Snapshot()
		if err != nil {
			t.Fatal(err)
		}
		text := e.say(text.For("en"))
		if said[text] {
			t.Errorf("said again: %q", text)
		}
		said[text] = true
	}
}

// byHand is a clock that the test moves.
func byHand(now *time.Time) *clock.Clock {
	from := *now
	return clock.Of(func() time.Time { return from }, func() time.Duration { return now.Sub(from) })
}

// tableAt is a table whose clock stands still until the test moves it.
func tableAt(t *testing.T) (*Table, *time.Time) {
	t.Helper()
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	table := newTable("kitchen", byHand(&now), nil)
	t.Cleanup(table.Close)
	return table, &now
}

func TestNumbers(t *testing.T) {
	t.Run("every change gets the next number", func(t *testing.T) {
		table, _ := tableAt(t)
		before := webtest.StateOf(t, table).Seq
		for i, s := range webtest.DemoGame(t) {
			if got, want := webtest.Publish(t, table, s), before+uint64(i)+1; got != want {
				t.Fatalf("state %d has number %d, want %d", i, got, want)
			}
		}
	})
	t.Run("an equal state is no change", func(t *testing.T) {
		table, now := tableAt(t)
		s := webtest.DemoGame(t)[5]
		first := webtest.Publish(t, table, s)
		*now = now.Add(time.Second)
		if again := webtest.Publish(t, table, s); again != first {
			t.Errorf("published again: number %d, want %d still", again, first)
		}
	})
	t.Run("numbers grow over restarts", func(t *testing.T) {
		table, now := tableAt(t)
		for _, s := range webtest.DemoGame(t) {
			webtest.Publish(t, table, s)
		}
		*now = now.Add(time.Second)
		later := newTable("kitchen", byHand(now), nil)
		defer later.Close()
		if webtest.StateOf(t, later).Seq <= webtest.StateOf(t, table).Seq {
			t.Error("a table opened later begins with a smaller number")
		}
	})
}

func TestUpdate(t *testing.T) {
	t.Run("a new status keeps the turn's clock and the turn's points", func(t *testing.T) {
		table, now := tableAt(t)
		game := webtest.DemoGame(t)
		webtest.Publish(t, table, game[13])
		webtest.Publish(t, table, game[14])
		was := webtest.StateOf(t, table)
		*now = now.Add(9 * time.Second)
		if _, err := table.Update(func(s scoreboard.State) scoreboard.State { s.Status = scoreboard.Hand; return s }); err != nil {
			t.Fatal(err)
		}
		is := webtest.StateOf(t, table)
		if is.Status != scoreboard.Hand || !is.TurnSince.Equal(was.TurnSince) || !is.Updated.Equal(*now) {
			t.Errorf("status %q, turn since %v (was %v), updated %v", is.Status, is.TurnSince, was.TurnSince, is.Updated)
		}
		if d := is.PlayerOf(engine.Red).Delta; d != 3 {
			t.Errorf("red won %d points in turn 14, want 3", d)
		}
	})
	t.Run("a correction is compared with the turn before, not with the wrong reading", func(t *testing.T) {
		table, _ := tableAt(t)
		game := webtest.DemoGame(t)
		webtest.Publish(t, table, game[10])
		wrong := game[11]
		wrong.Detail = webtest.Cross(wrong, func(c *scoreboard.Crossword) { c.Words = c.Words[:len(c.Words)-1] })
		webtest.Publish(t, table, wrong)
		webtest.Publish(t, table, game[11])
		words := webtest.StateOf(t, table).LastTurn.Words
		if len(words) != 1 || words[0].Text != "ACID" || len(words[0].Was) != 1 || words[0].Was[0].Text != "AVID" || !words[0].Nabbed {
			t.Errorf("turn 11 made %+v, want ACID, nabbed, which was AVID", words)
		}
	})
	t.Run("a turn taken back and played anew is compared with the turn before", func(t *testing.T) {
		table, _ := tableAt(t)
		game := webtest.DemoGame(t)
		for _, i := range []int{10, 11, 10} {
			webtest.Publish(t, table, game[i])
		}
		webtest.Publish(t, table, game[11])
		s := webtest.StateOf(t, table)
		if d := s.PlayerOf(engine.Green).Delta; d != 2 {
			t.Errorf("green won %d points, want 2", d)
		}
	})
	t.Run("the tiles below a stack's top are remembered", func(t *testing.T) {
		table, _ := tableAt(t)
		for _, s := range webtest.DemoGame(t)[:12] {
			webtest.Publish(t, table, s)
		}
		for _, c := range webtest.StateOf(t, table).Crossword().Board {
			if c.Height > 1 && len(c.Layers) != c.Height {
				t.Errorf("the stack at %d,%d is %d high, but %d layers are known", c.Row, c.Col, c.Height, len(c.Layers))
			}
		}
	})
}

func TestSubscribe(t *testing.T) {
	game := webtest.DemoGame(t)
	t.Run("one who comes back gets what it missed and the current state", func(t *testing.T) {
		table, _ := tableAt(t)
		seen := webtest.Publish(t, table, game[1])
		for _, s := range game[2:6] {
			webtest.Publish(t, table, s)
		}
		missed, current := since(t, table, seen)
		if len(missed) != 4 || missed[0].State.Turn != 2 || current.State.Turn != 5 {
			t.Errorf("%d missed events, current turn %d; want 4 and 5", len(missed), current.State.Turn)
		}
	})
	t.Run("one who was away for too long gets the current state only", func(t *testing.T) {
		table, _ := tableAt(t)
		seen := webtest.Publish(t, table, game[1])
		for i := range ringSize + 1 {
			webtest.Publish(t, table, scoreboard.State{Turn: i})
		}
		if missed, _ := since(t, table, seen); len(missed) != 0 {
			t.Errorf("%d missed events; want none", len(missed))
		}
	})
	t.Run("one who is 16 events behind is disconnected and counted, the others have them all", func(t *testing.T) {
		s, table := kitchen(t)
		stuck, quick := &heldLine{held: make(chan struct{})}, &heldLine{}
		_, other := streamOn(t, s, stuck), streamOn(t, s, quick)
		for i := range queueSize {
			webtest.Publish(t, table, scoreboard.State{Turn: i + 1})
		}
		webtest.WaitFor(t, "the last event", func() bool { return strings.Contains(quick.text(), fmt.Sprintf(`"turn":%d,`, queueSize)) })
		if phones, dropped := table.Stats(); phones != 2 || dropped != 0 {
			t.Errorf("%d phones, %d dropped before; want 2 and 0", phones, dropped)
		}
		webtest.Publish(t, table, scoreboard.State{Turn: queueSize + 1})
		webtest.WaitFor(t, "the stuck phone to go", func() bool { phones, dropped := table.Stats(); return phones == 1 && dropped == 1 })
		if stuck.closes.Load() != 1 || quick.closes.Load() != 0 {
			t.Errorf("closed %d and %d times; want 1 and 0", stuck.closes.Load(), quick.closes.Load())
		}
		other.end(false)
		<-other.over
	})
	t.Run("a full table says so", func(t *testing.T) {
		table, _ := tableAt(t)
		for range SubscriberLimit {
			if err := table.enter(); err != nil {
				t.Fatal(err)
			}
		}
		if err := table.enter(); !errors.Is(err, ErrFull) {
			t.Errorf("error %v, want %v", err, ErrFull)
		}
		table.leave(false)
		if err := table.enter(); err != nil {
			t.Errorf("one has left: error %v", err)
		}
	})
	t.Run("a closed table answers everybody", func(t *testing.T) {
		s, table := kitchen(t)
		stuck := &heldLine{held: make(chan struct{})}
		first := streamOn(t, s, stuck)
		table.Close()
		table.Close()
		<-first.over
		if _, err := table.Publish(game[1]); !errors.Is(err, ErrClosed) {
			t.Errorf("publish: error %v, want %v", err, ErrClosed)
		}
		later := &heldLine{}
		<-streamOn(t, s, later).over
	})
}

// kitchen is a table with its streams.
func kitchen(t *testing.T) (*Server, *Table) {
	t.Helper()
	tables := NewRegistry(nil, nil)
	t.Cleanup(tables.Close)
	return New(tables, access.NewGuard(access.NewKeys(), ""), access.NewCrowds(access.UsualPhones), "build"), tables.Open("kitchen")
}

// since are the events after a number, and the current one.
func since(t *testing.T, table *Table, seen uint64) (missed []*Event, current *Event) {
	t.Helper()
	if err := table.do(func(h *hub) { missed, current = h.since(seen), h.current }); err != nil {
		t.Fatal(err)
	}
	return missed, current
}

// heldLine is a line that takes nothing until it is closed, if it is held.
type heldLine struct {
	held   chan struct{} // nil: it takes everything
	closes atomic.Int32
	mu     sync.Mutex
	got    []byte
}

func (l *heldLine) try(data []byte) (int, error) {
	if l.held != nil {
		return min(10, len(data)), nil
	}
	return len(data), l.send(data)
}

func (l *heldLine) send(data []byte) error {
	if l.held != nil {
		<-l.held
		return net.ErrClosed
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.got = append(l.got, data...)
	return nil
}

func (l *heldLine) hungUp() bool { return false }

func (l *heldLine) close(bool) {
	if l.closes.Add(1) == 1 && l.held != nil {
		close(l.held)
	}
}

func (l *heldLine) text() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return string(l.got)
}

// streamOn is a program's stream of the kitchen's table.
func streamOn(t *testing.T, s *Server, l line) *stream {
	t.Helper()
	st := &stream{server: s, name: "kitchen", line: l, leave: func() {}, over: make(chan struct{})}
	var err error
	if st.place, err = st.choose(); err != nil {
		t.Fatal(err)
	}
	st.join()
	return st
}

func TestManyAtOnce(t *testing.T) {
	s, table := kitchen(t)
	game := webtest.DemoGame(t)
	followed, leave := context.WithCancel(t.Context())
	defer leave()
	var writers, group sync.WaitGroup
	begin := make(chan struct{})
	for range 8 {
		writers.Go(func() {
			<-begin
			for _, s := range game {
				_, _ = table.Publish(s)
			}
		})
		group.Go(func() {
			last := uint64(0)
			_ = table.Follow(followed.Done(), func(s scoreboard.State) {
				if s.Seq <= last {
					t.Errorf("number %d after %d", s.Seq, last)
				}
				last = s.Seq
			})
		})
		l := &heldLine{}
		st := streamOn(t, s, l) // before anything is published: who comes after all of it sees a snapshot alone
		group.Go(func() {
			defer st.end(false)
			webtest.WaitFor(t, "ten events", func() bool { return strings.Count(l.text(), "event: ") > 10 })
			last := uint64(0)
			for _, line := range strings.Split(l.text(), "\n") {
				var seq uint64
				if n, _ := fmt.Sscanf(line, "id: %d", &seq); n == 1 && seq <= last {
					t.Errorf("number %d after %d", seq, last)
				}
				last = max(last, seq)
			}
		})
	}
	close(begin)
	writers.Wait()
	leave()
	group.Wait()
}
