package web

import (
	"errors"
	"sync"
	"testing"
	"time"

	"tilewatch/engine"
)

// tableAt is a table whose clock stands still until the test moves it.
func tableAt(t *testing.T) (*Table, *time.Time) {
	t.Helper()
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	table := newTable("kitchen", func() time.Time { return now })
	t.Cleanup(table.Close)
	return table, &now
}

func publish(t *testing.T, table *Table, s State) uint64 {
	t.Helper()
	seq, err := table.Publish(s)
	if err != nil {
		t.Fatal(err)
	}
	return seq
}

func stateOf(t *testing.T, table *Table) State {
	t.Helper()
	s, err := table.State()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestNumbers(t *testing.T) {
	t.Run("every change gets the next number", func(t *testing.T) {
		table, _ := tableAt(t)
		before := stateOf(t, table).Seq
		for i, s := range demoGame(t) {
			if got, want := publish(t, table, s), before+uint64(i)+1; got != want {
				t.Fatalf("state %d has number %d, want %d", i, got, want)
			}
		}
	})
	t.Run("an equal state is no change", func(t *testing.T) {
		table, now := tableAt(t)
		s := demoGame(t)[5]
		first := publish(t, table, s)
		*now = now.Add(time.Second)
		if again := publish(t, table, s); again != first {
			t.Errorf("published again: number %d, want %d still", again, first)
		}
	})
	t.Run("numbers grow over restarts", func(t *testing.T) {
		table, now := tableAt(t)
		for _, s := range demoGame(t) {
			publish(t, table, s)
		}
		later := newTable("kitchen", func() time.Time { return now.Add(time.Second) })
		defer later.Close()
		if stateOf(t, later).Seq <= stateOf(t, table).Seq {
			t.Error("a table opened later begins with a smaller number")
		}
	})
}

func TestUpdate(t *testing.T) {
	t.Run("a new status keeps the turn's clock and the turn's points", func(t *testing.T) {
		table, now := tableAt(t)
		game := demoGame(t)
		publish(t, table, game[13])
		publish(t, table, game[14])
		was := stateOf(t, table)
		*now = now.Add(9 * time.Second)
		if _, err := table.Update(func(s State) State { s.Status = Hand; return s }); err != nil {
			t.Fatal(err)
		}
		is := stateOf(t, table)
		if is.Status != Hand || !is.TurnSince.Equal(was.TurnSince) || !is.Updated.Equal(*now) {
			t.Errorf("status %q, turn since %v (was %v), updated %v", is.Status, is.TurnSince, was.TurnSince, is.Updated)
		}
		if d := is.player(engine.Red).Delta; d != 3 {
			t.Errorf("red won %d points in turn 14, want 3", d)
		}
	})
	t.Run("a correction is compared with the turn before, not with the wrong reading", func(t *testing.T) {
		table, _ := tableAt(t)
		game := demoGame(t)
		publish(t, table, game[10])
		wrong := game[11]
		wrong.Words = wrong.Words[:len(wrong.Words)-1]
		publish(t, table, wrong)
		publish(t, table, game[11])
		words := stateOf(t, table).LastTurn.Words
		if len(words) != 1 || words[0].Text != "ACID" || len(words[0].Was) != 1 || words[0].Was[0].Text != "AVID" || !words[0].Nabbed {
			t.Errorf("turn 11 made %+v, want ACID, nabbed, which was AVID", words)
		}
	})
	t.Run("a turn taken back and played anew is compared with the turn before", func(t *testing.T) {
		table, _ := tableAt(t)
		game := demoGame(t)
		for _, i := range []int{10, 11, 10} {
			publish(t, table, game[i])
		}
		publish(t, table, game[11])
		s := stateOf(t, table)
		if d := s.player(engine.Green).Delta; d != 2 {
			t.Errorf("green won %d points, want 2", d)
		}
	})
	t.Run("the tiles below a stack's top are remembered", func(t *testing.T) {
		table, _ := tableAt(t)
		for _, s := range demoGame(t)[:12] {
			publish(t, table, s)
		}
		for _, c := range stateOf(t, table).Board {
			if c.Height > 1 && len(c.Layers) != c.Height {
				t.Errorf("the stack at %d,%d is %d high, but %d layers are known", c.Row, c.Col, c.Height, len(c.Layers))
			}
		}
	})
}

func TestSubscribe(t *testing.T) {
	game := demoGame(t)
	t.Run("one who comes back gets what it missed and the current state", func(t *testing.T) {
		table, _ := tableAt(t)
		seen := publish(t, table, game[1])
		for _, s := range game[2:6] {
			publish(t, table, s)
		}
		missed, current, _, err := table.subscribe(seen)
		if err != nil {
			t.Fatal(err)
		}
		if len(missed) != 4 || missed[0].state.Turn != 2 || current.state.Turn != 5 {
			t.Errorf("%d missed events, current turn %d; want 4 and 5", len(missed), current.state.Turn)
		}
	})
	t.Run("one who was away for too long gets the current state only", func(t *testing.T) {
		table, _ := tableAt(t)
		seen := publish(t, table, game[1])
		for i := range ringSize + 1 {
			publish(t, table, State{Turn: i})
		}
		missed, _, _, err := table.subscribe(seen)
		if err != nil || len(missed) != 0 {
			t.Errorf("%d missed events, error %v; want none", len(missed), err)
		}
	})
	t.Run("one who is 16 events behind is disconnected and counted", func(t *testing.T) {
		table, _ := tableAt(t)
		_, _, slow, err := table.subscribe(0)
		if err != nil {
			t.Fatal(err)
		}
		for i := range queueSize + 1 {
			publish(t, table, State{Turn: i + 1})
		}
		for range queueSize {
			if _, ok := <-slow.queue; !ok {
				t.Fatal("the queue is closed before its events were read")
			}
		}
		if _, ok := <-slow.queue; ok {
			t.Error("the queue is still open")
		}
		if phones, dropped := table.stats(); phones != 0 || dropped != 1 {
			t.Errorf("%d phones, %d dropped; want 0 and 1", phones, dropped)
		}
	})
	t.Run("a full table says so", func(t *testing.T) {
		table, _ := tableAt(t)
		for range subscriberLimit {
			if _, _, _, err := table.subscribe(0); err != nil {
				t.Fatal(err)
			}
		}
		if _, _, _, err := table.subscribe(0); !errors.Is(err, errFull) {
			t.Errorf("error %v, want %v", err, errFull)
		}
	})
	t.Run("a closed table answers everybody", func(t *testing.T) {
		table, _ := tableAt(t)
		_, _, s, err := table.subscribe(0)
		if err != nil {
			t.Fatal(err)
		}
		table.Close()
		table.Close()
		if _, ok := <-s.queue; ok {
			t.Error("the queue is still open")
		}
		if _, err := table.Publish(game[1]); !errors.Is(err, ErrClosed) {
			t.Errorf("publish: error %v, want %v", err, ErrClosed)
		}
	})
}

func TestManyAtOnce(t *testing.T) {
	table, _ := tableAt(t)
	game := demoGame(t)
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for _, s := range game {
				_, _ = table.Publish(s)
			}
		})
		group.Go(func() {
			_, last, s, err := table.subscribe(0)
			if err != nil {
				t.Error(err)
				return
			}
			for range 10 {
				e, ok := <-s.queue
				if !ok {
					return
				}
				if e.state.Seq <= last.state.Seq {
					t.Errorf("number %d after %d", e.state.Seq, last.state.Seq)
				}
				last = e
			}
			table.unsubscribe(s)
		})
	}
	group.Wait()
}
