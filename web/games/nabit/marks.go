package nabit

import (
	"slices"
	"strings"

	"tilewatch/engine"
	"tilewatch/web/scoreboard"
)

// marks are what is drawn on a board beside its tiles.
type marks struct {
	cells    []scoreboard.Cell
	disputed []engine.Word // that somebody doubts
	judged   []engine.Word // that were challenged, and stand
}

// marked are the board's cells as they are drawn, and the words in dispute. A tile that the camera asks about is in
// doubt, and so are the words through it; without a question, but with a reading that may still change, all tiles of the
// last turn are. Words that a person challenged are outlined as long as the page shows the verdict: those that stand with their
// sign, those that do not as long as their tiles lie there.
func marked(s *scoreboard.State) marks {
	m := marks{cells: slices.Clone(s.Board)}
	for i := range m.cells {
		c := &m.cells[i]
		if s.Ask != nil && s.Ask.Place != nil {
			c.Doubt = c.Doubt || c.Place == *s.Ask.Place
		} else {
			c.Doubt = c.Doubt || s.Provisional && c.Last
		}
	}
	for _, w := range s.Words {
		switch {
		case s.Ask != nil && s.Ask.Place != nil && slices.Contains(w.Places(), *s.Ask.Place):
			m.disputed = append(m.disputed, w.Word)
		case challenged(s, w):
			m.judged = append(m.judged, w.Word)
		}
	}
	if run := lying(s); run.Text != "" {
		m.disputed = append(m.disputed, run)
	}
	return m
}

// challenged reports whether the word is one of the last turn's that the newest verdict is about.
func challenged(s *scoreboard.State, w scoreboard.Word) bool {
	if s.Verdict == nil || s.LastTurn == nil || !slices.ContainsFunc(s.Verdict.Words, func(j scoreboard.Judged) bool { return j.Word == w.Text }) {
		return false
	}
	places := w.Places()
	return slices.ContainsFunc(s.LastTurn.Placements, func(p scoreboard.Placement) bool { return slices.Contains(places, p.Place) })
}

// lying is the line of the tiles that must be taken back, as a word without letters; empty if there are none.
func lying(s *scoreboard.State) engine.Word {
	if s.TakeBack == engine.NoColor || len(s.Lying) == 0 {
		return engine.Word{}
	}
	first, last := slices.MinFunc(s.Lying, engine.ComparePlaces), slices.MaxFunc(s.Lying, engine.ComparePlaces)
	run := engine.Word{Place: first, Direction: engine.Across}
	if first.Col == last.Col {
		run.Direction = engine.Down
	}
	run.Text = strings.Repeat("?", last.Row-first.Row+last.Col-first.Col+1)
	return run
}
