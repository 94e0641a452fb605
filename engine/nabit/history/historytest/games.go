// Package historytest plays games that tests of what comes after a game look at.
package historytest

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"tilewatch/engine"
	"tilewatch/engine/journal"
	"tilewatch/engine/nabit"
	"tilewatch/engine/ndjson/ndjsontest"
)

// Played is a game as it was recorded.
type Played struct {
	Events []nabit.Event
	Times  []time.Time
}

// Began is when the first of the games began; each later one began a day later.
var Began = time.Date(2026, 11, 14, 19, 30, 0, 0, time.UTC)

// Names are what the players are called.
var Names = map[engine.Color]string{engine.Red: "Ana", engine.Green: "Ben", engine.Purple: "Cleo", engine.Yellow: "Grandpa"}

type simulated struct {
	Players []engine.Color
	Turns   []struct {
		Player     engine.Color
		Placements []nabit.Placement
		Out        engine.Color
	}
}

// Games are so many games of nabit's testdata, played by the rules: with a tile banked for every nab, a challenge that
// fails, one that is upheld, and a turn that was corrected; the last ones are cut off in the middle.
func Games(t testing.TB, n int) []Played {
	t.Helper()
	all := ndjsontest.Read[simulated](t, filepath.Join(top(t), "engine/nabit/testdata/games.ndjson.gz"))
	var games []Played
	for i, s := range all[:n] {
		p := &play{T: t, game: nabit.New(nil), at: Began.AddDate(0, 0, i), cut: n > 3 && i == n-1}
		p.run(s)
		games = append(games, p.Played)
	}
	return games
}

// top is the module's folder: a test runs in the folder of its package, somewhere below.
func top(t testing.TB) string {
	t.Helper()
	folder, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(folder, "go.mod")); err == nil {
			return folder
		}
		if folder == filepath.Dir(folder) {
			t.Fatal("no folder above the test's has a go.mod")
		}
		folder = filepath.Dir(folder)
	}
}

type play struct {
	T testing.TB
	Played
	game *nabit.Game
	at   time.Time
	cut  bool
}

// do applies the event so many seconds after the one before; false if it is refused.
func (p *play) do(e nabit.Event, seconds int) (nabit.Answer, bool) {
	a := p.game.Apply(e)
	if a.OK {
		p.at = p.at.Add(time.Duration(seconds) * time.Second)
		events := p.game.Events()
		p.Events, p.Times = append(p.Events, events[len(events)-1]), append(p.Times, p.at)
	}
	return a, a.OK
}

func (p *play) run(s simulated) {
	p.T.Helper()
	last, ok := p.do(nabit.Event{Type: nabit.Start, Players: s.Players, Names: Names}, 0)
	if !ok { // names of those who do not play
		names := map[engine.Color]string{}
		for _, c := range s.Players {
			names[c] = Names[c]
		}
		if last, ok = p.do(nabit.Event{Type: nabit.Start, Players: s.Players, Names: names}, 0); !ok {
			p.T.Fatalf("the start is refused: %v", last.Violations)
		}
	}
	for i, turn := range s.Turns {
		for last.OK && last.Next != turn.Player && !last.Over {
			last, _ = p.do(nabit.Event{Type: nabit.Exchanged, Player: last.Next, Count: 2}, 12)
		}
		if p.cut && i == len(s.Turns)/2 {
			return
		}
		if last, ok = p.do(nabit.Event{Type: nabit.Played, Player: turn.Player, Placements: turn.Placements}, 20+i*7%40); !ok {
			break // out of tiles: more were banked here than in the simulation
		}
		if last.MayBank == turn.Player {
			last, _ = p.do(nabit.Event{Type: nabit.Banked, Player: turn.Player}, 4)
		}
		last = p.spice(i, turn.Player, turn.Placements, last)
	}
	p.do(nabit.Event{Type: nabit.Finished}, 30)
}

// spice adds what happens in games: challenges and corrections.
func (p *play) spice(i int, by engine.Color, laid []nabit.Placement, last nabit.Answer) nabit.Answer {
	switch {
	case i == 3 && len(last.Challengeable) > 0:
		last, _ = p.do(nabit.Event{Type: nabit.Challenged, By: last.Next, Word: last.Challengeable[0], Verdict: nabit.Rejected}, 6)
	case i == 5 && len(last.Challengeable) > 0:
		p.do(nabit.Event{Type: nabit.Challenged, By: last.Next, Word: last.Challengeable[0], Verdict: nabit.Upheld}, 6)
		last, _ = p.do(nabit.Event{Type: nabit.Played, Player: by, Placements: laid}, 9) // they laid it again all the same
	case i == 7:
		wrong := append([]nabit.Placement{}, laid...)
		wrong[0].Letter = 'A' + (wrong[0].Letter-'A'+1)%26
		if _, ok := p.do(nabit.Event{Type: nabit.Corrected, Turn: last.Turn, Placements: wrong, Seen: true}, 2); ok {
			last, _ = p.do(nabit.Event{Type: nabit.Corrected, Turn: last.Turn, Placements: laid}, 5)
		}
	}
	return last
}

// Keep puts the games into the journal, the first one first, and answers their names.
func Keep(t testing.TB, j journal.Journal, games []Played) []string {
	t.Helper()
	var names []string
	for _, g := range games {
		h := journal.Header{Game: journal.NewID(g.Times[0]), Kind: "nabit", Title: g.Times[0].Format("NAB-IT!, 2 January 2006, 15:04"), Created: g.Times[0]}
		for _, c := range g.Events[0].Players {
			h.Players = append(h.Players, c.String())
		}
		entries := make([]journal.Entry, len(g.Events))
		for i, e := range g.Events {
			payload, err := json.Marshal(e)
			if err != nil {
				t.Fatal(err)
			}
			entries[i] = journal.Entry{Time: g.Times[i], Payload: payload}
		}
		if err := j.Create(context.Background(), h, entries...); err != nil {
			t.Fatal(fmt.Errorf("keep %s: %w", h.Game, err))
		}
		names = append(names, h.Game)
	}
	return names
}
