// Package nabittest has the shipped film of NAB-IT! as the states that its pages show.
package nabittest

import (
	"encoding/json"
	"fmt"
	"os"
	"testing"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
	webnabit "tilewatch/web/games/nabit"
	"tilewatch/web/scoreboard"
)

// truth is the truth of the shipped film, as the module's own testdata has it.
func truth() ([]byte, error) {
	const name = "testdata/nabit/live/oblique.json"
	for above := ""; len(above) <= len("../../../../"); above += "../" { // tests run in their package's folder
		if data, err := os.ReadFile(above + name); err == nil {
			return data, nil
		}
	}
	return nil, fmt.Errorf("%s is in no folder above this one", name)
}

// Game is the game of the shipped film as a list of states, one a turn, for pages to show.
func Game(t testing.TB) []scoreboard.State {
	t.Helper()
	all, err := States()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// States is Game outside of a test.
func States() ([]scoreboard.State, error) {
	data, err := truth()
	if err != nil {
		return nil, err
	}
	var film struct {
		Players []engine.Color
		States  []filmState
	}
	if err := json.Unmarshal(data, &film); err != nil {
		return nil, err
	}
	states := []scoreboard.State{emptyGame(film.Players)}
	before := engine.Board{}
	for i, f := range film.States[1:] {
		s := f.state(film.Players, before, i+1)
		before = f.board()
		states = append(states, s)
	}
	end := finished(states[len(states)-1])
	end.Feats = webnabit.Page.(scoreboard.Remembering).Feats(told(states))
	return append(states, end), nil
}

type filmState struct {
	Player engine.Color
	Move   []filmTile
	Banks  map[engine.Color]int
	Cells  []filmTile
}

type filmTile struct {
	engine.Place
	Letter engine.Letter
	Up     string
	Blank  *engine.Letter `json:"blank_as"`
	Color  engine.Color   `json:"colour"`
	Height int
	Stack  []filmTile
}

func (f filmState) board() engine.Board {
	b := engine.Board{}
	for _, c := range f.Cells {
		b[c.Place] = engine.Cell{Letter: c.Letter, Blank: c.Stack[len(c.Stack)-1].Blank != nil, Color: c.Color, Height: c.Height}
	}
	return b
}

var demoNames = map[engine.Color]string{engine.Red: "Ana", engine.Green: "Ben", engine.Purple: "Cleo", engine.Yellow: "Grandpa"}

func emptyGame(players []engine.Color) scoreboard.State {
	s := webnabit.Laid(nil, nabit.Scores(nil, nil, engine.NoColor, players), demoNames)
	s.Next = players[0]
	return s
}

func (f filmState) state(players []engine.Color, before engine.Board, turn int) scoreboard.State {
	b := f.board()
	play := nabit.Play{Color: f.Player}
	for _, m := range f.Move {
		top := b[m.Place]
		play.Placements = append(play.Placements, nabit.Placement{Place: m.Place, Letter: top.Letter, Blank: top.Blank, Height: top.Height})
	}
	s := webnabit.Laid(b, nabit.Scores(b, f.Banks, engine.NoColor, players), demoNames)
	s.Turn, s.Next = turn, players[turn%len(players)]
	s.LastTurn = webnabit.TurnOf(turn, play, nabit.Nabbed(before, b, play))
	return s
}

// told are the states as steps of a game that was kept.
func told(states []scoreboard.State) (steps []scoreboard.Told) {
	var before *scoreboard.State
	for _, s := range states {
		s = scoreboard.Complete(s, before, webnabit.Page)
		step := scoreboard.Told{State: s}
		for _, p := range s.Players {
			step.Points = append(step.Points, p.Delta)
		}
		steps, before = append(steps, step), &s
	}
	return steps
}

func finished(s scoreboard.State) scoreboard.State {
	s.Status, s.Next = scoreboard.Finished, engine.NoColor
	var scores []nabit.Score
	for _, p := range s.Players {
		scores = append(scores, nabit.Score{Color: p.Color, Total: p.Total})
	}
	s.Winners = nabit.Winners(scores)
	return s
}
