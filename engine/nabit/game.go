package nabit

import (
	"encoding/json"
	"fmt"
	"maps"

	"tilewatch/engine"
	"tilewatch/engine/game"
)

// Game is a game.Fold of these rules, in their own words. It is not safe for use by several goroutines: one owns it.
//
// Nothing is ever erased: Events holds all that was accepted, undoing and correcting among it, and Replay makes the
// same game of them.
//
// An event costs time and memory in proportion to the board, however long the game is; only correcting a turn folds the turns since then
// again.
type Game struct {
	fold  *Table
	rules rules
}

// Table is the kernel under a Game.
type Table = game.Fold[position]

// New is a table with no game yet: the first event has to be a start. The words may be nil; they judge challenges
// that come without a verdict, and plays if the options want it.
func New(words Dictionary) *Game {
	r := rules{words, game.ListOf(words)}
	return &Game{r.fold(), r}
}

// Table is the game as any game's events and answers.
func (g *Game) Table() *Table { return g.fold }

// Replay is the game of these events, which a game accepted before, the start first. The words judge what comes
// after; a list that has changed since does not refuse what was played under the old one. The error names the first
// event that cannot have been accepted, counting from 1.
func Replay(words Dictionary, events []Event) (*Game, error) {
	g := New(words)
	for i, e := range events {
		e.Kept = true
		if a := g.take(e); !a.OK {
			return nil, fmt.Errorf("event %d, %q: %s", i+1, e.Type, a.Violations[0].Message)
		}
	}
	return g, nil
}

// Apply takes one event. If it is refused the answer says why, and the game is as it was.
func (g *Game) Apply(e Event) Answer { return own(g.take(e)) }

func (g *Game) take(e Event) game.Answer {
	if e.Kept {
		return g.fold.Again(e.JSON())
	}
	return g.fold.Handle(e.JSON())
}

// own is an answer of the rules.
func own(a game.Answer) Answer { return a.Whole(0).(Answer) }

// Events are all accepted events since the start. The slice is the caller's.
func (g *Game) Events() []Event {
	var events []Event
	for _, kept := range g.fold.Events() {
		events = append(events, again(kept))
	}
	return events
}

func orNil(kept json.RawMessage) *Event {
	if kept == nil {
		return nil
	}
	e := again(kept)
	return &e
}

// Standing are the events that the game rests on now: the start, and what came after it without what was undone,
// corrected turns as they read by now. A new Game that is given them comes to the same position. An event that a
// correction has made illegal stands all the same, and is marked as Seen for that; one that has lost its ground is
// refused by the new game, and has no effect here either.
func (g *Game) Standing() []Event {
	var events []Event
	course := g.fold.Course()
	for i, step := range course {
		e := again(step.Event)
		if i > 0 && !e.Seen {
			j := judge{words: g.rules.words, list: g.rules.list}
			_, o := course[i-1].After.apply(e, j)
			e.Seen = o.refused(j) != nil
		}
		events = append(events, e)
	}
	return events
}

// State returns the game now; the zero State before the first start.
func (g *Game) State() State {
	s, _ := g.fold.State().(State)
	return s
}

// Since returns the State without the first turns of the log, title and life: what it takes does not grow with the game.
func (g *Game) Since(turns int) State {
	if len(g.fold.Events()) == 0 {
		return State{}
	}
	return since(g.fold, turns)
}

// Board returns a copy of the board now.
func (g *Game) Board() engine.Board {
	p, begun := g.fold.Position()
	if !begun {
		return engine.Board{}
	}
	return maps.Clone(p.board)
}
