package nabit

import (
	"encoding/json"
	"hash/crc32"
	"math/rand/v2"
	"reflect"
	"testing"

	"tilewatch/engine"
)

// randomGame sends random events, most of them sensible, and calls check after each.
func randomGame(seed uint64, events int, check func(g *Game, e Event, a Answer)) *Game {
	r := rand.New(rand.NewPCG(seed, 7))
	g := New(manyWords{})
	check(g, Event{}, g.Apply(randomStart(r)))
	for range events {
		e := randomEvent(r, g.State())
		check(g, e, g.Apply(e))
	}
	return g
}

func randomStart(r *rand.Rand) Event {
	players := []engine.Color{engine.Yellow, engine.Green, engine.Red, engine.Purple}[:2+r.IntN(3)]
	return Event{Type: Start, Players: players, Options: Options{RequireContiguous: r.IntN(4) == 0, TieNabs: r.IntN(2) == 0,
		Words: []WordMode{ByChallenge, ByChallenge, WarnWords, Enforce}[r.IntN(4)], TieBreak: []TieBreak{TopTiles, WordsTopped}[r.IntN(2)]}}
}

// manyWords takes about every other word for one.
type manyWords struct{}

func (manyWords) Has(word string) bool { return crc32.ChecksumIEEE([]byte(word))%2 == 0 }
func (manyWords) Name() string         { return "many" }
func (manyWords) Len() int             { return 1 << 30 }
func (manyWords) Hash() string         { return "every other" }

func randomEvent(r *rand.Rand, s State) Event {
	player := s.Next
	if player == engine.NoColor || r.IntN(20) == 0 {
		player = s.Players[r.IntN(len(s.Players))]
	}
	e := Event{Type: Played, Player: player, By: player, Seen: r.IntN(10) == 0}
	switch r.IntN(16) {
	case 0:
		e.Type, e.Count = Exchanged, r.IntN(6)
	case 1:
		e.Type = Passed
	case 2:
		e.Type, e.Player = Banked, s.MayBank
	case 3:
		e.Type, e.Verdict = Challenged, []Verdict{Upheld, Rejected, ""}[r.IntN(3)]
		e.Words = s.Challengeable
	case 4:
		e.Type, e.Turn, e.Placements = Corrected, 1+r.IntN(s.Turn+1), randomTiles(r, s.Board)
		if e.Player = engine.NoColor; r.IntN(3) == 0 {
			e.Placements = []Placement{}
		}
	case 5:
		e.Type = []Type{AnnouncedEnd, Caught, Withdrawn, Skipped}[r.IntN(4)]
	case 6:
		e.Type = []Type{Undone, Undone, Redone}[r.IntN(3)]
	case 7:
		if e.Type = Redone; r.IntN(30) == 0 {
			e.Type = Finished
		}
	default:
		e.Placements = randomTiles(r, s.Board)
	}
	return e
}

// randomTiles are a few tiles in a line through or near the board.
func randomTiles(r *rand.Rand, b engine.Board) []Placement {
	from := engine.Place{}
	if places := b.Places(); len(places) > 0 {
		from = places[r.IntN(len(places))].Add(engine.Place{Row: r.IntN(3) - 1, Col: r.IntN(3) - 1})
	}
	d := engine.Direction(r.IntN(2))
	var tiles []Placement
	for range 1 + r.IntN(4) {
		tiles = append(tiles, Placement{Place: from, Letter: engine.Letter('A' + r.IntN(26)), Blank: r.IntN(25) == 0})
		from = from.Add(d.Step())
	}
	return tiles
}

func TestUndoIsIdentityAndRedoBringsItBack(t *testing.T) {
	accepted := 0
	for seed := range uint64(10) {
		var before State
		randomGame(seed, 150, func(g *Game, e Event, a Answer) {
			after := g.State()
			if a.OK && e.Type != "" && e.Type != Undone && e.Type != Redone {
				accepted++
				if a := g.Apply(Event{Type: Undone}); !a.OK {
					t.Fatalf("seed %d: %s cannot be undone: %v", seed, e.Type, a.Violations)
				}
				undone := g.State()
				undone.CanRedo = before.CanRedo // what could be redone is gone
				if !reflect.DeepEqual(undone, before) {
					t.Fatalf("seed %d: after undoing %+v\n%+v, was\n%+v", seed, e, undone, before)
				}
				g.Apply(Event{Type: Redone})
				if again := g.State(); !reflect.DeepEqual(again, after) {
					t.Fatalf("seed %d: after redoing %+v\n%+v, was\n%+v", seed, e, again, after)
				}
			}
			before = after
		})
	}
	if accepted < 300 {
		t.Errorf("only %d events were accepted: the test says little", accepted)
	}
}

func TestTheEventsGiveTheSameGameAgain(t *testing.T) {
	for seed := range uint64(10) {
		g := randomGame(seed, 300, func(*Game, Event, Answer) {})
		again := New(manyWords{})
		var events []Event
		for i, e := range g.Events() {
			data, err := json.Marshal(e)
			if err != nil {
				t.Fatal(err)
			}
			if a := again.Handle(data); !a.OK {
				t.Fatalf("seed %d, event %d: %s is refused: %v", seed, i, data, a.Violations)
			}
			if e, err = ParseEvent(data); err != nil || !reflect.DeepEqual(e, g.Events()[i]) {
				t.Fatalf("seed %d, event %d: %s is read as %+v, %v", seed, i, data, e, err)
			}
			events = append(events, e)
		}
		replayed, err := Replay(manyWords{}, events)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		for _, got := range []State{again.State(), replayed.State()} {
			if want := g.State(); !reflect.DeepEqual(got, want) {
				t.Errorf("seed %d: state\n%+v, want\n%+v", seed, got, want)
			}
		}
	}
}

func TestWhatStandsGivesTheSamePosition(t *testing.T) {
	for seed := range uint64(10) {
		g := randomGame(seed, 300, func(*Game, Event, Answer) {})
		again := New(manyWords{})
		for _, e := range g.Standing() {
			again.Apply(e)
		}
		got, want := again.State(), g.State()
		if !reflect.DeepEqual(got.Board, want.Board) || !reflect.DeepEqual(got.Scores, want.Scores) || !reflect.DeepEqual(got.Hands, want.Hands) ||
			got.Turn != want.Turn || got.Next != want.Next || got.Over != want.Over {
			t.Errorf("seed %d: turn %d, next %v, %+v\n%+v\nwant turn %d, next %v, %+v\n%+v", seed, got.Turn, got.Next, got.Hands, got.Scores,
				want.Turn, want.Next, want.Hands, want.Scores)
		}
	}
}

func TestARefusedEventChangesNothing(t *testing.T) {
	refused := map[Rule]int{}
	for seed := range uint64(30) {
		var before State
		var events int
		randomGame(seed, 150, func(g *Game, e Event, a Answer) {
			after := g.State()
			if !a.OK {
				for _, v := range a.Violations {
					refused[v.Rule]++
				}
				if !reflect.DeepEqual(after, before) || len(g.Events()) != events {
					t.Fatalf("seed %d: %+v is refused, but the state is\n%+v, was\n%+v", seed, e, after, before)
				}
			}
			before, events = after, len(g.Events())
		})
	}
	if len(refused) < 12 {
		t.Errorf("only %v were broken: the test says little", refused)
	}
}

func TestAReplayKeepsWhatAnOlderListLetPass(t *testing.T) {
	enforced := with(Options{Words: Enforce}, yellow, green)
	g, _ := played(t, list{"GAME": true, "LAME": true}, enforced, plays(yellow, across(0, 0, "GAME")), plays(green, across(0, 0, "L")))
	again, err := Replay(list{"GAME": true, "TAME": true, "TAMES": true}, g.Events())
	if err != nil || len(again.Board()) != 4 {
		t.Fatalf("%v, %v", again, err)
	}
	if a := again.Apply(plays(yellow, across(0, 4, "S"))); a.OK || a.Violations[0].Word != "LAMES" {
		t.Errorf("what comes after is judged by the new list: %+v", a)
	}
	if a := again.Apply(plays(yellow, across(0, 0, "T   S"))); !a.OK {
		t.Errorf("what comes after is judged by the new list: %v", a.Violations)
	}
	if _, err := Replay(nil, g.Events()); err != nil {
		t.Errorf("without a list: %v", err)
	}
	events := append(g.Events(), plays(green, across(0, 0, "L")))
	if _, err := Replay(nil, events); err == nil || err.Error() != `event 4, "play": it is yellow's turn` {
		t.Errorf("an event that was never accepted: %v", err)
	}
}

func TestTheScoreEqualsANaiveRecount(t *testing.T) {
	for seed := range uint64(10) {
		randomGame(seed, 200, func(g *Game, e Event, a Answer) {
			if !a.OK {
				return
			}
			s := g.State()
			words, tops := recount(s.Board)
			for i, score := range s.Scores {
				c := score.Color
				if score.Words != words[c] || score.TopTiles != tops[c] || score.Total != words[c]+s.Hands[i].Banked+score.Out {
					t.Fatalf("seed %d, after %+v: %+v, recounted %d words, %d tiles", seed, e, score, words[c], tops[c])
				}
			}
		})
	}
}

// recount scans every row and column of the board's bounds, cell by cell.
func recount(b engine.Board) (words, tops map[engine.Color]int) {
	words, tops = map[engine.Color]int{}, map[engine.Color]int{}
	low, high := b.Bounds()
	var run []engine.Cell
	end := func() {
		if len(run) > 1 {
			for _, c := range naiveControllers(run) {
				words[c]++
			}
		}
		run = nil
	}
	scan := func(p engine.Place, count bool) {
		c, ok := b[p]
		if !ok {
			end()
			return
		}
		run = append(run, c)
		if count {
			tops[c.Color]++
		}
	}
	for row := low.Row; row <= high.Row; row, run = row+1, nil {
		for col := low.Col; col <= high.Col+1; col++ {
			scan(engine.Place{Row: row, Col: col}, true)
		}
	}
	for col := low.Col; col <= high.Col; col, run = col+1, nil {
		for row := low.Row; row <= high.Row+1; row++ {
			scan(engine.Place{Row: row, Col: col}, false)
		}
	}
	return words, tops
}

func naiveControllers(run []engine.Cell) []engine.Color {
	for level := 20; level > 0; level-- {
		owned, most := map[engine.Color]int{}, 0
		for _, c := range run {
			if c.Height == level {
				owned[c.Color]++
				most = max(most, owned[c.Color])
			}
		}
		var all []engine.Color
		for c, n := range owned {
			if n == most {
				all = append(all, c)
			}
		}
		if most > 0 {
			return all
		}
	}
	return nil
}

func FuzzHandle(f *testing.F) {
	for _, seed := range []string{gameLaid, tame, yellowGreen, `{"type":"challenge","by":"yellow","word":"TAME"}`, `{"type":"correct","turn":1,"placements":[]}`,
		`{"type":"bank","player":"green","tiles":9,"seen":true}`, `{"type":"play","seen":true,"player":"red","placements":[{"row":-9223372036854775808,"col":0,"letter":"?","blank":true}]}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		g := New(someWords)
		for _, before := range []string{yellowGreen, gameLaid, tame} {
			g.Handle([]byte(before))
		}
		a := g.Handle(line)
		if !a.OK && len(a.Violations) == 0 {
			t.Errorf("%q is refused without a reason", line)
		}
		if _, err := json.Marshal(a); err != nil {
			t.Error(err)
		}
		g.State()
	})
}
