package after

import (
	"slices"
	"time"

	"github.com/labstack/echo/v4"

	"tilewatch/engine"
	"tilewatch/web/retold"
	"tilewatch/web/scoreboard"
)

// retoldMoment is one step of its replay.
func (p *pages) retoldMoment(c echo.Context, k *kept, index int) moment {
	g, s := k.retold, &k.retold.Steps[index]
	m := moment{page: p.pageOf(c, k), Game: k.info.Game, Index: index, All: len(g.Steps) - 1, Number: s.Number, Player: s.Player, Sure: -1}
	m.Heading, m.Deed = g.Deed(index, m.Texts), g.Sentence(index, m.Texts)
	if index == 0 {
		m.Heading = m.T("after.step.start")
	} else if !s.At.IsZero() && !g.Steps[index-1].At.IsZero() {
		if took := s.At.Sub(g.Steps[index-1].At); took >= time.Second && took < 24*time.Hour {
			m.Took = m.T("after.step.took", "time", span(m.Texts, took))
		}
	}
	for i, player := range s.State.Players {
		score := stepScore{Color: player.Color, Name: m.Name(player.Color), Total: player.Total, Moves: player.Color == s.Player}
		if i < len(s.Points) {
			score.Delta = s.Points[i]
		}
		m.Scores = append(m.Scores, score)
	}
	drawn := g.By.Parts(&s.State, scoreboard.Look{Texts: m.Texts})
	m.Board = drawn["board"]
	if index > 0 {
		m.Notes = append(m.Notes, m.T("after.step."+map[bool]string{true: "seen", false: "told"}[s.Seen]))
	}
	p.pictured(c, k, s.Number, &m)
	return m
}

// retoldMarks are its steps but for the start: points stand out, in the lane of whoever has won them.
func retoldMarks(g *retold.Game, lanes []engine.Color) (marks []mark) {
	for _, s := range g.Steps[1:] {
		of := mark{Lane: slices.Index(lanes, s.Player), High: 4, Class: "f-" + s.Player.String()}
		if i := slices.IndexFunc(s.Points, func(n int) bool { return n > 0 }); i >= 0 {
			of = mark{Lane: i, High: 9, Class: "f-" + s.State.Players[i].Color.String()}
		}
		marks = append(marks, of)
	}
	return marks
}
