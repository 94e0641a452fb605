package follow_test

import (
	"encoding/json"
	"math/rand/v2"
	"testing"

	"tilewatch/engine"
	"tilewatch/engine/lexicon"
	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/follow"
	"tilewatch/engine/reading/madeup"
)

// keeper is a record as a journal keeps it.
type keeper struct {
	games [][]string // events in JSON
}

func (k *keeper) keep(t *testing.T, f *follow.Follower) {
	t.Helper()
	r := f.Recorded()
	if r.Another {
		k.games = append(k.games, nil)
	}
	for _, e := range r.Events {
		text, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		last := &k.games[len(k.games)-1]
		*last = append(*last, string(text))
	}
}

// last returns the events of the newest game.
func (k *keeper) last(t *testing.T) []nabit.Event {
	t.Helper()
	var events []nabit.Event
	for _, text := range k.games[len(k.games)-1] {
		e, err := nabit.ParseEvent([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		events = append(events, e)
	}
	return events
}

// restarted puts a new follower, which remembers the game, before the table.
func (t *table) restarted(test *testing.T, k *keeper, players ...engine.Color) *table {
	test.Helper()
	k.keep(test, t.Follower)
	f := follow.New(players, lexicon.Default(), follow.Options{})
	if err := f.Remember("stored", k.last(test)); err != nil {
		test.Fatal(err)
	}
	t.Follower, t.lines, t.frame = f, nil, 0
	return t
}

func TestAStoredGameGoesOn(t *testing.T) {
	for _, c := range []struct {
		name   string
		happen func(*table)
		want   string
		games  int
	}{
		{"on the board as it was left", func(t *table) { t.see(20) }, "resumed", 1},
		{"wherever and however it lies now", func(t *table) {
			t.pose = madeup.Anyhow(t.r)
			t.see(4).lay(red, 0, 4, "S").see(5)
		}, "resumed, play red TAMES", 1},
		{"with what was played meanwhile", func(t *table) { t.lay(red, 0, 4, "S").see(5) }, "resumed, play red TAMES", 1},
		{"with the last play taken back meanwhile", func(t *table) {
			t.put(engine.Board{}).lay(red, 0, 0, "GAME").see(6).lay(green, 0, 4, "S").see(5)
		}, "resumed, withdrawn green, play green GAMES", 1},
		{"after a hand was in the way", func(t *table) {
			board := t.board
			t.put(engine.Board{}).see(2).put(board).see(5)
		}, "resumed", 1},
		{"all of it back after the table was seen empty", func(t *table) {
			board := t.board
			t.put(engine.Board{}).see(20).put(board).see(5)
		}, "resumed", 1},
		{"but on a cleared table another one begins", func(t *table) {
			t.put(engine.Board{}).see(20).lay(red, 0, 0, "GAME").see(5)
		}, "play red GAME", 2},
		{"and another board is another game", func(t *table) {
			t.put(engine.Board{}).lay(red, 0, 0, "QUEST").lay(green, 1, 2, "|ND").lay(red, 2, 3, "OG").lay(green, 1, 0, "|UIZ").see(12)
		}, "joined", 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			k := &keeper{}
			table := newTable(red, green).see(3).lay(red, 0, 0, "GAME").see(4).lay(green, 0, 0, "|TRY").see(4)
			table.restarted(t, k, red, green)
			c.happen(table)
			if got := table.reported(); got != c.want {
				t.Errorf("told %q, want %q", got, c.want)
			}
			k.keep(t, table.Follower)
			if len(k.games) != c.games {
				t.Fatalf("%d games are recorded, want %d", len(k.games), c.games)
			}
			sameGame(t, k, table)
		})
	}
}

// sameGame checks that the record is the game.
func sameGame(t *testing.T, k *keeper, table *table) {
	t.Helper()
	game, err := nabit.Replay(lexicon.Default(), k.last(t))
	if err != nil {
		t.Fatal(err)
	}
	is, err := json.Marshal(game.State())
	if err != nil {
		t.Fatal(err)
	}
	want, err := json.Marshal(table.State())
	if err != nil {
		t.Fatal(err)
	}
	if string(is) != string(want) {
		t.Errorf("the record says\n%s\nthe game is\n%s", is, want)
	}
}

func TestOfSeveralStoredGamesTheOneOnTheTableGoesOn(t *testing.T) {
	older, newer := &keeper{}, &keeper{}
	table := newTable(red, green).see(3).lay(red, 0, 0, "GAME").see(4).lay(green, 0, 0, "|TRY").see(4)
	older.keep(t, table.Follower)
	demo := newTable(red, green).see(3).lay(red, 0, 0, "QUIET").see(4).lay(green, 0, 4, "|TEN").see(4)
	newer.keep(t, demo.Follower)
	f := follow.New([]engine.Color{red, green}, lexicon.Default(), follow.Options{})
	for name, k := range map[string]*keeper{"newer": newer, "older": older} {
		if err := f.Remember(name, k.last(t)); err != nil {
			t.Fatal(err)
		}
	}
	table.Follower, table.lines, table.frame = f, nil, 0
	table.see(4).lay(red, 0, 4, "S").see(5)
	if got := table.reported(); got != "resumed, play red TAMES" {
		t.Errorf("told %q", got)
	}
	if r := table.Recorded(); r.Game != "older" || r.Another || len(r.Events) != 1 {
		t.Errorf("recorded %+v", r)
	}
}

// TestAGameThatAPersonHasBegunGoesOnAfterARestart, with nothing on its board, while the board of the game before still lies there.
func TestAGameThatAPersonHasBegunGoesOnAfterARestart(t *testing.T) {
	older, newer := &keeper{}, &keeper{}
	table := newTable(red, green).see(3).lay(red, 0, 0, "GAME").see(4).lay(green, 0, 0, "|TRY").see(4)
	older.keep(t, table.Follower)
	table.said(t, nabit.Event{Type: nabit.Start, Players: []engine.Color{purple, yellow}, Names: map[engine.Color]string{purple: "Cleo"}})
	newer.keep(t, table.Follower)
	f := follow.New(nil, lexicon.Default(), follow.Options{})
	if err := f.Remember("older", older.last(t)); err != nil {
		t.Fatal(err)
	}
	if err := f.TakeUp("newer", newer.last(t), "older"); err != nil {
		t.Fatal(err)
	}
	table.Follower, table.lines, table.frame = f, nil, 0
	if got := table.see(30).reported(); got != "" {
		t.Errorf("the old board counts: %q", got)
	}
	table.put(engine.Board{}).see(8).lay(purple, 0, 0, "HAT").see(8)
	if got := table.reported(); got != "play purple HAT" || table.State().Names[purple] != "Cleo" || table.State().Next != yellow {
		t.Errorf("told %q, %v", got, table.State().Names)
	}
	if r := table.Recorded(); r.Game != "newer" || r.Another || len(r.Events) != 1 {
		t.Errorf("recorded %+v", r)
	}
	others := follow.New([]engine.Color{red, green}, lexicon.Default(), follow.Options{})
	if err := others.TakeUp("newer", newer.last(t), ""); err == nil {
		t.Error("a game of others was taken up")
	}
}

func TestPlayersOfAStoredGameStay(t *testing.T) {
	k := &keeper{}
	table := newTable(red, green).see(3).lay(red, 0, 0, "GAME").see(4)
	table.restarted(t, k).see(4).lay(red, 0, 4, "S").see(5)
	if got := table.reported(); got != "resumed, skipped green, play red GAMES" {
		t.Errorf("told %q", got)
	}
	f := follow.New([]engine.Color{purple, yellow}, nil, follow.Options{})
	if err := f.Remember("stored", k.last(t)); err == nil {
		t.Error("a game of others was taken up")
	}
}

func TestPlayersMayBeNamedLater(t *testing.T) {
	k := &keeper{}
	table := newTable().see(3).lay(red, 0, 0, "GAME").see(4)
	table.restarted(t, k, red, green).see(4)
	k.keep(t, table.Follower)
	if s := table.State(); len(s.Players) != 2 || s.Next != green || s.Turn != 1 {
		t.Errorf("%v, next %v, turn %d", s.Players, s.Next, s.Turn)
	}
	sameGame(t, k, table)
}

func TestNothingIsRecordedOfATableWithoutTiles(t *testing.T) {
	table := newTable(red, green).see(20)
	if r := table.Recorded(); len(r.Events) > 0 || r.Another {
		t.Errorf("recorded %v", r)
	}
	table.lay(red, 0, 0, "GAME").see(4)
	if r := table.Recorded(); len(r.Events) != 2 || !r.Another || r.Game != "" {
		t.Errorf("recorded %v", r)
	}
	if r := table.Recorded(); len(r.Events) > 0 || r.Another {
		t.Errorf("recorded twice: %v", r)
	}
}

func TestWhatCannotBeTakenUpIsSaid(t *testing.T) {
	for name, events := range map[string][]nabit.Event{
		"no start":      {{Type: nabit.Passed, Player: red}},
		"no event":      nil,
		"an empty game": {{Type: nabit.Start, Players: []engine.Color{red, green}}},
	} {
		if err := follow.New(nil, nil, follow.Options{}).Remember("stored", events); err == nil {
			t.Errorf("%s was taken up", name)
		}
	}
}

// TestAGameSurvivesRestarts plays whole games, and restarts the program every few turns.
func TestAGameSurvivesRestarts(t *testing.T) {
	for _, g := range simulatedGames(t)[6:8] {
		k, r := &keeper{}, rand.New(rand.NewPCG(uint64(g.Seed), 5))
		table := newTable(g.Players...)
		table.r = r
		table.see(3)
		for i, turn := range g.Turns {
			table.put(nabit.Place(table.board, nabit.Play{Color: turn.Player, Placements: turn.Placements})).see(10)
			k.keep(t, table.Follower)
			if i%4 == 3 {
				if r.IntN(2) == 0 {
					table.pose = madeup.Anyhow(r)
				}
				table.restarted(t, k, g.Players...).see(4)
			}
		}
		k.keep(t, table.Follower)
		if len(k.games) != 1 {
			t.Errorf("game %d became %d", g.Seed, len(k.games))
		}
		sameGame(t, k, table)
		state := table.State()
		if off := boardOf(state.Cells); !sameBoard(table.board, off) {
			t.Errorf("game %d ended with another board: %s", g.Seed, differences(table.board, off))
		}
		if played := len(g.Turns); state.Turn != played {
			t.Errorf("game %d: %d turns, %d were played", g.Seed, state.Turn, played)
		}
	}
}
