package game

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	kernel "tilewatch/engine/game"
	"tilewatch/engine/journal"
	"tilewatch/engine/snag"
	websnag "tilewatch/web/games/snag"
	"tilewatch/web/scoreboard"
	"tilewatch/web/stream"
)

// startedAgain is a program that starts with these players named, at the journal; none may be.
func startedAgain(t *testing.T, j journal.Journal, players ...string) *desk {
	t.Helper()
	page := stream.NewTable("1")
	t.Cleanup(page.Close)
	d := seatedWith(t, Define(snag.Game{}, nil, Page(websnag.Scoreboard)), Inputs{Players: players}, page, j)
	if err := d.Resume(t.Context()); err != nil {
		t.Fatal(err)
	}
	return d.run(t)
}

// called are the players' names as the page shows them.
func (d *desk) called(t *testing.T) string {
	t.Helper()
	var names []string
	for _, p := range d.shown(t).Players {
		names = append(names, p.Name)
	}
	return strings.Join(names, " ")
}

func (d *desk) shown(t *testing.T) scoreboard.State {
	t.Helper()
	s, err := d.page.State()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// games is how many games the journal has.
func games(t *testing.T, j journal.Journal) int {
	t.Helper()
	all, err := j.Games(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return len(all)
}

// looks gives the camera two looks at these tiles, which is what a change takes.
func (c *camera) looks(frame int, tiles ...int) {
	c.t.Helper()
	var look snag.Look
	for _, n := range snag.Numbers {
		seen := snag.Seen{Number: n, Tile: -9}
		if slices.Contains(tiles, n) {
			seen.Tile = 9
		}
		look.Squares = append(look.Squares, seen)
	}
	for k := range 2 {
		c.see(frame+k, look)
	}
}

func TestAServerThatStartsWritesNothing(t *testing.T) {
	j := journal.NewMemory()
	for range 3 {
		d := startedAgain(t, j)
		newCamera(t, d).looks(0) // an empty table is nobody's play
		if s := d.shown(t); len(s.Players) != 2 || s.Events == 0 {
			t.Errorf("shown is %+v", s)
		}
	}
	if n := games(t, j); n != 0 {
		t.Fatalf("%d games, before anybody did anything", n)
	}
	d := startedAgain(t, j, "Cleo", "Dan")
	newCamera(t, d).looks(0)
	do(t, d, `{"type":"place","player":"Cleo","number":34}`)
	var types []string
	for _, e := range stored(t, j) {
		types = append(types, typeOf(e.Payload))
	}
	if got := strings.Join(types, " "); games(t, j) != 1 || got != "start lying place" {
		t.Errorf("%d games, of the last %s", games(t, j), got)
	}
}

func TestThePlayersNamedByAFlagGoOnWithTheirGame(t *testing.T) {
	j := journal.NewMemory()
	do(t, startedAgain(t, j, "Cleo", "Dan"), `{"type":"place","player":"Cleo","number":34}`)
	if d := startedAgain(t, j, "Cleo", "Dan"); d.shown(t).Turn != 1 {
		t.Errorf("turn %d", d.shown(t).Turn)
	}
	if d := startedAgain(t, j, "Dan", "Cleo"); d.shown(t).Turn != 0 || d.called(t) != "Dan Cleo" {
		t.Errorf("others play %s, turn %d", d.called(t), d.shown(t).Turn)
	}
	if n := games(t, j); n != 1 {
		t.Errorf("%d games", n)
	}
}

func TestAStartIsThereAfterARestart(t *testing.T) {
	for _, tt := range []struct{ way, event string }{
		{"the set-up page", `{"type":"start","game":"snag","players":["red","green","yellow"],"names":{"red":"Eve","green":"Finn","yellow":"Gil"},"options":{"false_call_penalty":2}}`},
		{"without the game", `{"type":"start","players":["red","green","yellow"],"names":{"red":"Eve","green":"Finn","yellow":"Gil"},"options":{"false_call_penalty":2}}`},
		{"the API", `{"type":"start","players":["Eve","Finn","Gil"],"options":{"false_call_penalty":2}}`},
	} {
		t.Run(tt.way, func(t *testing.T) {
			j := journal.NewMemory()
			do(t, startedAgain(t, j), tt.event)
			var start struct {
				Type, Game string
				Players    []string
			}
			if err := json.Unmarshal(stored(t, j)[0].Payload, &start); err != nil {
				t.Fatal(err)
			}
			if start.Type != kernel.Start || start.Game != "snag" || strings.Join(start.Players, " ") != "Eve Finn Gil" {
				t.Errorf("kept as %+v", start)
			}
			d := startedAgain(t, j)
			detail := d.shown(t).Detail.(snag.State)
			if d.called(t) != "Eve Finn Gil" || detail.Options.FalseCallPenalty != 2 {
				t.Errorf("%s play, with %+v", d.called(t), detail.Options)
			}
			newCamera(t, d).looks(0)
			newCamera(t, d).looks(10, 34)
			if got := d.shown(t); d.called(t) != "Eve Finn Gil" || got.Detail.(snag.State).Board[0] != 34 || games(t, j) != 1 {
				t.Errorf("the camera goes on with %s, %d games", d.called(t), games(t, j))
			}
		})
	}
}

func TestAGameThatIsOverIsThereAfterARestart(t *testing.T) {
	j := journal.NewMemory()
	d := startedAgain(t, j)
	do(t, d, startOfTwo)
	for i, n := range []int{4, 5, 6, 7} {
		do(t, d, placing(i%2, n))
	}
	do(t, d, `{"type":"call","player":1}`)
	do(t, d, `{"type":"finish"}`)
	d = startedAgain(t, j)
	over := func(when string) {
		t.Helper()
		s := d.shown(t)
		if s.Status != scoreboard.Finished || len(s.Winners) != 1 || s.Winners[0] != s.Players[1].Color || s.Players[1].Name != "Ben" {
			t.Errorf("%s: %s, won by %v of %s", when, s.Status, s.Winners, d.called(t))
		}
	}
	over("started again")
	newCamera(t, d).looks(0)
	over("before a table that was cleared")
	if n := games(t, j); n != 1 {
		t.Errorf("%d games", n)
	}
	newCamera(t, d).looks(10, 50)
	if s := d.shown(t); s.Status == scoreboard.Finished || d.called(t) != "Ana Ben" || games(t, j) != 2 {
		t.Errorf("a tile is laid: %s, %s play, %d games", s.Status, d.called(t), games(t, j))
	}
}
