package parts

import (
	"testing"

	"tilewatch/engine"
	"tilewatch/web/scoreboard"
	"tilewatch/web/text"
)

func TestRanks(t *testing.T) {
	s := scoreboard.Complete(scoreboard.State{Players: []scoreboard.Player{{Color: engine.Red, Total: 2}, {Color: engine.Green, Total: 5}, {Color: engine.Yellow, Total: 2}}}, nil, plainGame{})
	if s.Players[0].Rank != 2 || s.Players[1].Rank != 1 || s.Players[2].Rank != 2 {
		t.Errorf("ranks %+v", s.Players)
	}
	rows := Rows(&s, text.For("en"))
	if rows[0].Color != engine.Green || rows[0].Place != "1" || rows[1].Color != engine.Red || rows[1].Place != "=2" {
		t.Errorf("rows %+v", rows)
	}
}

func TestTheWinnerOfATieStandsFirst(t *testing.T) {
	s := scoreboard.Complete(scoreboard.State{Status: scoreboard.Finished, Winners: []engine.Color{engine.Green}, Players: []scoreboard.Player{{Color: engine.Red, Total: 7}, {Color: engine.Green, Total: 7}, {Color: engine.Yellow, Total: 2}}}, nil, plainGame{})
	if rows := Rows(&s, text.For("en")); rows[0].Color != engine.Green || rows[1].Color != engine.Red {
		t.Errorf("rows %+v", rows)
	}
}
