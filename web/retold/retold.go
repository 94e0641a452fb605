package retold

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"time"

	"tilewatch/engine"
	"tilewatch/engine/game"
	"tilewatch/web/scoreboard"
	"tilewatch/web/text"
)

// Game is a game that was kept.
type Game struct {
	Steps []scoreboard.Told // the start first
	By    scoreboard.Game   // who draws it
	now   scoreboard.State  // at the end
	life  engine.Life
}

// Kind is what retelling needs of a game: a table of its rules, and how a page shows their state.
type Kind struct {
	Rules func() game.Table
	Page  func(state any) scoreboard.State
}

// Of retells a game by the events that were kept. What was undone is left out, and so is what no longer fits, changed nothing or is not worth
// telling. It is a *Game.
func (k Kind) Of(kept []json.RawMessage) (Kept, error) {
	whole := k.Rules()
	if err := game.Replay(whole, kept); err != nil {
		return nil, err
	}
	return Of(whole, k.Page)
}

// Of retells the game on a table, as page shows it.
func Of(whole game.Table, page func(state any) scoreboard.State) (*Game, error) {
	g := &Game{life: game.LifeOf(whole)}
	h, knows := whole.(game.Historian)
	if !knows {
		return nil, errors.New("its rules do not know what led to a position")
	}
	for i, stood := range h.Line() {
		if stood.Misfit != nil {
			continue
		}
		s := page(h.Until(i + 1).State())
		g.By = s.Drawn
		s = scoreboard.Complete(s, g.last(), g.By)
		g.add(stood.Number, stood.Event, s)
		g.now = s
	}
	if len(g.Steps) == 0 {
		return nil, fmt.Errorf("no game begins in %d events", len(whole.Events()))
	}
	if next, knows := whole.(game.Rematcher); knows && g.life == engine.Ended {
		g.now.Again, g.now.Starts = next.Rematch()
	}
	return g, nil
}

// End implements Kept.
func (g *Game) End() *scoreboard.State {
	s := g.now
	s.Feats = g.Feats()
	return &s
}

// last is the state told last; nil before the start.
func (g *Game) last() *scoreboard.State {
	if len(g.Steps) == 0 {
		return nil
	}
	return &g.Steps[len(g.Steps)-1].State
}

// add tells an event with the state after it.
func (g *Game) add(number int, event json.RawMessage, s scoreboard.State) {
	var e game.Event
	if json.Unmarshal(event, &e) != nil {
		return // it was taken: it can be read
	}
	told := scoreboard.Told{Number: number, Type: e.Type, Event: event, At: e.At, Seen: e.Seen, State: s, Player: s.Meant(event)}
	if before := g.last(); before != nil {
		_, crossword := s.Detail.(scoreboard.Crossword)
		same := s.Detail != nil && !crossword && reflect.DeepEqual(before.Detail, s.Detail) // else what is told shows in the state
		if same || g.deed(&told, text.For(text.Default)) == "" {
			return
		}
		told.Points = points(before, &s)
	}
	g.Steps = append(g.Steps, told)
}

// points are what each player won or lost, in the order of the players.
func points(before, after *scoreboard.State) []int {
	won := make([]int, len(after.Players))
	for i, p := range after.Players {
		won[i] = p.Total - before.PlayerOf(p.Color).Total
	}
	return won
}

// Deed is what the step did, in a few words; of the start nothing.
func (g *Game) Deed(step int, t *text.Texts) string {
	if step == 0 {
		return ""
	}
	return g.deed(&g.Steps[step], t)
}

func (g *Game) deed(s *scoreboard.Told, t *text.Texts) string {
	if teller, tells := g.By.(scoreboard.Teller); tells {
		return teller.Deed(&s.State, s.Event, t)
	}
	return s.Type
}

// Sentence is how the game stood after the step, as its page says it; empty where that says nothing new.
func (g *Game) Sentence(step int, t *text.Texts) string {
	said := g.By.Sentence(&g.Steps[step].State, t)
	if step > 0 && said == g.By.Sentence(&g.Steps[step-1].State, t) {
		return ""
	}
	return said
}

// Feats are what the game is remembered for; none where its page knows none.
func (g *Game) Feats() []scoreboard.Feat {
	if knows, ok := g.By.(scoreboard.Remembering); ok {
		return knows.Feats(g.Steps)
	}
	return nil
}

// State is the game's at its end.
func (g *Game) State() *scoreboard.State { return &g.now }

// Began and Ended are when; zero where nobody kept time.
func (g *Game) Began() time.Time { return g.Steps[0].At }

// Ended is when the last step was.
func (g *Game) Ended() time.Time { return g.Steps[len(g.Steps)-1].At }
