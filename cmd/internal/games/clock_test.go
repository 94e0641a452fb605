package games

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"tilewatch/cmd/internal/game"
	"tilewatch/cmd/internal/table"
	"tilewatch/engine/dabble"
	"tilewatch/engine/journal"
	"tilewatch/web/clock"
	"tilewatch/web/scoreboard"
	"tilewatch/web/stream"
)

// A wall is a computer's clock, which somebody sets, and the time that passes in truth.
type wall struct{ shows, passed time.Duration }

func (w *wall) pass(d time.Duration) { w.shows, w.passed = w.shows+d, w.passed+d }
func (w *wall) clock() *clock.Clock {
	return clock.Of(func() time.Time { return time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC).Add(w.shows) }, func() time.Duration { return w.passed })
}

// timed opens a party at a table with that clock. What it says of time is the clock's.
func timed(t *testing.T, g game.Game, j journal.Journal, c *clock.Clock) *party {
	t.Helper()
	page := stream.NewTable("1")
	t.Cleanup(page.Close)
	sat, err := g.Sit(game.Inputs{Words: wordsOf(t, g)}, game.Seat{Blind: func() bool { return true }, Clock: c, Note: func(text string) { t.Log(text) }})
	if err != nil {
		t.Fatal(err)
	}
	p := &party{table.New(sat.Party, table.Options{Page: page, Journal: j, Kind: g.Name, Title: g.Title}), sat, page}
	if err := p.Resume(t.Context()); err != nil {
		t.Fatal(err)
	}
	return p
}

// TestNoGameNoticesThatTheClockIsSet plays every game's sample, five seconds an event, while somebody sets the computer's clock a day ahead
// and a day back between all events: timers, challenges and races come out as if nobody had.
func TestNoGameNoticesThatTheClockIsSet(t *testing.T) {
	every(t, func(t *testing.T, g game.Game) {
		var all [2][]string
		for i, jump := range []time.Duration{0, 24 * time.Hour} {
			w := &wall{}
			p := timed(t, g, journal.NewMemory(), w.clock())
			p.run(t)
			for n, event := range g.Sample {
				if out := p.do(t, string(event)); !out.OK {
					t.Fatalf("event %d, %s: %s", n+1, event, out.Why)
				}
				all[i] = append(all[i], lasting(t, p.state(t)))
				w.pass(5 * time.Second)
				w.shows, jump = w.shows+jump, -jump
			}
		}
		for n := range all[0] {
			if all[0][n] != all[1][n] {
				t.Fatalf("after event %d, %s:\n%s\nwith the clock set:\n%s", n+1, g.Sample[n], all[0][n], all[1][n])
			}
		}
	})
}

// TestAClaimOfARaceIsTimed has the second player call SNAG! 40 ms after the first, while the clock is set between.
func TestAClaimOfARaceIsTimed(t *testing.T) {
	g, err := Find("snag")
	if err != nil {
		t.Fatal(err)
	}
	for _, jump := range []time.Duration{0, 24 * time.Hour, -24 * time.Hour} {
		w := &wall{}
		p := timed(t, g, journal.NewMemory(), w.clock())
		p.run(t)
		for _, event := range []string{startOfTwo, `{"type":"place","player":0,"number":4}`, `{"type":"place","player":1,"number":14}`, `{"type":"place","player":0,"number":24}`, `{"type":"place","player":1,"number":34}`, `{"type":"call","player":0}`} {
			if out := p.do(t, event); !out.OK {
				t.Fatalf("%s: %s", event, out.Why)
			}
		}
		w.pass(40 * time.Millisecond)
		w.shows += jump
		if out := p.do(t, `{"type":"call","player":1}`); out.OK || !strings.Contains(out.Why, "40 ms earlier") {
			t.Errorf("with the clock set by %v: %s", jump, out.Why)
		}
	}
}

// lasting is the state without what the page's own clock says.
func lasting(t *testing.T, s scoreboard.State) string {
	t.Helper()
	s.Seq, s.Updated, s.TurnSince = 0, time.Time{}, time.Time{}
	data, err := json.Marshal(&s)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestARunningTimerOutlivesTheProgram ends the program half a minute after DABBLE's timer of 300 seconds was turned, and starts it again
// ten seconds later. Only the wall's clock lasts so long: a timer never gets more time than it had, and is over if that was set ahead.
func TestARunningTimerOutlivesTheProgram(t *testing.T) {
	g, err := Find("dabble")
	if err != nil {
		t.Fatal(err)
	}
	for jump, left := range map[time.Duration]time.Duration{0: 260 * time.Second, 24 * time.Hour: 260*time.Second - 24*time.Hour, -24 * time.Hour: 300 * time.Second} {
		t.Run(fmt.Sprint(jump), func(t *testing.T) {
			w, j := &wall{}, journal.NewMemory()
			p := timed(t, g, j, w.clock())
			end := p.run(t)
			for _, event := range []string{`{"type":"start","players":["Ana","Ben"],"options":{"seconds":300}}`, `{"type":"timer"}`} {
				if out := p.do(t, event); !out.OK {
					t.Fatalf("%s: %s", event, out.Why)
				}
			}
			w.pass(30 * time.Second)
			end()
			w.pass(10 * time.Second)
			w.shows += jump
			later := w.clock()
			again := timed(t, g, j, later).state(t)
			state, _ := again.Detail.(dabble.State)
			if ends := state.Timer.Ends; ends == nil || ends.Sub(later.Now()) != left {
				t.Errorf("the timer ends at %v, now it is %v; want %v left", ends, later.Now(), left)
			}
		})
	}
}
