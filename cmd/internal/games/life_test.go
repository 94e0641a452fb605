package games

import (
	"context"
	"testing"
	"time"

	"tilewatch/cmd/internal/game"
	"tilewatch/engine"
	"tilewatch/engine/journal"
	"tilewatch/web/scoreboard"
)

// moves are one of each game: what the first of two players does after startOfTwo.
var moves = map[string]string{
	"snag":   `{"type":"place","player":0,"number":34}`,
	"dabble": `{"type":"rack","player":0,"tiers":["AT"],"unused":["Q"]}`,
	"tabit":  `{"type":"tab","players":[{"letters":["M","O","O","N"],"pictures":["moon","moon","star","moon"]},{"letters":["M","O","O","S"],"pictures":["moon","tree","star","moon"]}]}`,
}

// film runs the desk with a film that ends when the test says so.
func (p *party) film(t *testing.T) (ends func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	over, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		_ = p.Desk.Run(ctx, func(ctx context.Context) error { // a film has no errors here
			select {
			case <-over:
			case <-ctx.Done():
			}
			return nil
		})
	}()
	t.Cleanup(func() { cancel(); <-ended })
	return func() { close(over) }
}

// told is the life of the newest game: on the page, and in the journal.
func (p *party) told(t *testing.T, g game.Game, j journal.Journal, want engine.Life) {
	t.Helper()
	for begun := time.Now(); p.state(t).Life != want && time.Since(begun) < time.Minute; time.Sleep(time.Millisecond) {
	}
	if s := p.state(t); s.Life != want || (s.Status == scoreboard.Finished) != (want == engine.Ended) {
		t.Errorf("the page says %q, status %q, want %q", s.Life, s.Status, want)
	}
	kept := newest(t, j)
	if s, err := g.Standing(kept, nil); err != nil || s.Life != want {
		t.Errorf("as it is kept it is %q, %v, want %q", s.Life, err, want)
	}
	if s, err := g.Summary(kept); err != nil || s.Life != want || s.Finished != (want == engine.Ended) {
		t.Errorf("the list says %q, finished %v, %v, want %q", s.Life, s.Finished, err, want)
	}
}

func newest(t *testing.T, j journal.Journal) (g journal.Game) {
	t.Helper()
	infos, err := j.Games(t.Context())
	if err != nil || len(infos) == 0 {
		t.Fatal(infos, err)
	}
	if g, err = infos[len(infos)-1].Load(t.Context(), j); err != nil {
		t.Fatal(err)
	}
	return g
}

func (p *party) must(t *testing.T, event string) {
	t.Helper()
	if out := p.do(t, event); !out.OK {
		t.Fatalf("%s: %s", event, out.Why)
	}
}

// move is a move of the first player.
func move(g game.Game, color string) string {
	if g.Name == "nabit" {
		return `{"type":"play","player":"` + color + `","placements":[{"row":0,"col":0,"letter":"C"},{"row":0,"col":1,"letter":"A"},{"row":0,"col":2,"letter":"T"}]}`
	}
	return moves[g.Name]
}

// begun is a running game of two in which the first has moved.
func begun(t *testing.T, g game.Game) (p *party, j journal.Journal) {
	t.Helper()
	j = journal.NewMemory()
	p = at(t, g, j)
	p.run(t)
	p.must(t, startOfTwo)
	p.must(t, move(g, "red"))
	return p, j
}

func TestEveryGameHasOneLife(t *testing.T) {
	every(t, func(t *testing.T, g game.Game) {
		j := journal.NewMemory()
		p := at(t, g, j)
		ends := p.film(t)
		p.must(t, startOfTwo)
		p.told(t, g, j, engine.SetUp)
		p.must(t, move(g, "red"))
		p.told(t, g, j, engine.InPlay)
		ends()
		p.told(t, g, j, engine.SourceEnded)
		if s := p.state(t); s.Status != scoreboard.Stopped || len(s.Winners) > 0 {
			t.Errorf("status %q, won by %v, though nobody has ended the game", s.Status, s.Winners)
		}
		p.must(t, `{"type":"finish"}`)
		p.told(t, g, j, engine.Ended)
		p.must(t, `{"type":"undo"}`)
		p.told(t, g, j, engine.SourceEnded)
		if s := p.state(t); len(s.Winners) > 0 {
			t.Errorf("undone, and still won by %v", s.Winners)
		}
		p.must(t, `{"type":"redo"}`)
		p.told(t, g, j, engine.Ended)

		again := at(t, g, j) // the program begins again
		if err := again.Resume(t.Context()); err != nil {
			t.Fatal(err)
		}
		again.run(t)
		again.told(t, g, j, engine.Ended)
		again.must(t, `{"type":"undo"}`)
		again.told(t, g, j, engine.SourceEnded)
	})
}

func TestEveryGameIsPlayedAgain(t *testing.T) {
	every(t, func(t *testing.T, g game.Game) {
		j := journal.NewMemory()
		p := at(t, g, j)
		p.run(t)
		if out := p.do(t, `{"type":"rematch"}`); out.OK || out.Why == "" {
			t.Errorf("a rematch without a game: %+v", out)
		}
		p.must(t, startOfTwo)
		p.must(t, move(g, "red"))
		if out := p.do(t, `{"type":"rematch"}`); out.OK {
			t.Error("a rematch of a game that goes on")
		}
		p.must(t, `{"type":"finish"}`)
		first := p.state(t)
		if e := first.Evening; e == nil || e.Games != 1 || len(e.Players) != 2 {
			t.Errorf("after a game the evening is %+v", e)
		}
		if best := first.Feats; g.Name == "nabit" && (len(best) != 2 || best[1].Words[0] != "CAT") { // the others' moves won nothing yet
			t.Errorf("the game is remembered for %+v", best)
		}
		p.must(t, `{"type":"rematch"}`)
		s := p.state(t)
		if s.Life != engine.SetUp || called(s, 0) != called(first, 0) || called(s, 1) != called(first, 1) {
			t.Errorf("the rematch: %q, %+v after %+v", s.Life, s.Players, first.Players)
		}
		if s.Evening == nil || s.Evening.Games != 1 {
			t.Errorf("the evening beside it: %+v", s.Evening)
		}
		p.must(t, move(g, "red"))
		old := p.Game()
		p.must(t, startOfTwo) // a new game ends the old one
		infos, err := j.Games(t.Context())
		if err != nil || len(infos) != 3 {
			t.Fatalf("%d games, %v", len(infos), err)
		}
		for _, info := range infos {
			if info.Game != old {
				continue
			}
			kept, err := info.Load(t.Context(), j)
			if err != nil {
				t.Fatal(err)
			}
			if s, err := g.Standing(kept, nil); err != nil || s.Life != engine.Ended {
				t.Errorf("the game before is %q, %v", s.Life, err)
			}
		}
		if e := p.state(t).Evening; e == nil || e.Games != 2 || e.Players[0].Won+e.Players[1].Won != map[string]int{"nabit": 2, "tabit": 2}[g.Name] { // in the others nobody has a point
			t.Errorf("after two games the evening is %+v", e)
		}
		if out := p.do(t, `{"type":"start","players":[],"names":{}}`); out.OK {
			t.Error("a game of nobody")
		}
	})
}

func called(s scoreboard.State, seat int) string {
	p := s.Players[seat]
	if s.Game == "nabit" {
		return p.Color.String() + p.Name
	}
	return p.Name
}

func TestARefusedStartEndsNothing(t *testing.T) {
	every(t, func(t *testing.T, g game.Game) {
		p, j := begun(t, g)
		if out := p.do(t, `{"type":"start","players":["red"],"names":{}}`); out.OK {
			t.Fatal("one alone plays")
		}
		p.told(t, g, j, engine.InPlay)
	})
}

func TestMarksOfAGameAreKept(t *testing.T) {
	every(t, func(t *testing.T, g game.Game) {
		p, j := begun(t, g)
		p.must(t, `{"type":"mark","title":"The final","hidden":true}`)
		p.must(t, `{"type":"undo"}`) // takes back the move
		p.must(t, `{"type":"redo"}`)
		if m := game.Marks(newest(t, j)); m.Title != "The final" || !m.Hidden || m.Deleted {
			t.Errorf("%+v", m)
		}
		for _, bad := range []string{`{"type":"mark"}`, `{"type":"mark","life":"ended"}`} {
			if out := p.do(t, bad); out.OK {
				t.Errorf("%s is taken", bad)
			}
		}
		p.told(t, g, j, engine.InPlay)
	})
}
