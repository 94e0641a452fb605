package nabit

import (
	"slices"
	"strings"

	"tilewatch/engine"
	"tilewatch/web/board"
	"tilewatch/web/scoreboard"
)

// marks are what is drawn on a board beside its tiles.
type marks struct {
	stacks   []board.Stack
	disputed []engine.Word // that somebody doubts
	judged   []engine.Word // that were challenged, and stand
}

// marked are the board's cells as they are drawn, and the words in dispute. A tile that the camera asks about is in
// doubt, and so are the words through it; without a question, but with a reading that may still change, all tiles of the
// last turn are. Words that a person challenged are outlined as long as the page shows the verdict: those that stand with their
// sign, those that do not as long as their tiles lie there.
func marked(s *scoreboard.State) marks {
	c := s.Crossword()
	asked := func(engine.Place) bool { return false }
	if c.Ask != nil && c.Ask.Place != nil {
		asked, c.Provisional = func(at engine.Place) bool { return at == *c.Ask.Place }, false
	}
	m := marks{stacks: make([]board.Stack, len(c.Board))}
	for i, cell := range c.Board {
		cell.Doubt = cell.Doubt || asked(cell.Place) || c.Provisional && cell.Last
		m.stacks[i] = board.Stack(cell)
	}
	for _, w := range c.Words {
		switch {
		case slices.ContainsFunc(w.Places(), asked):
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
	v := s.Verdict
	if v == nil || s.LastTurn == nil || !slices.ContainsFunc(v.Words, func(j scoreboard.Judged) bool { return j.Word == w.Text }) {
		return false
	}
	places := w.Places()
	return slices.ContainsFunc(s.LastTurn.Placements, func(p scoreboard.Placement) bool { return slices.Contains(places, p.Place) })
}

// lying is the line of the tiles that must be taken back, as a word without letters; empty if there are none.
func lying(s *scoreboard.State) engine.Word {
	c := s.Crossword()
	if c.TakeBack == engine.NoColor || len(c.Lying) == 0 {
		return engine.Word{}
	}
	first, last := slices.MinFunc(c.Lying, engine.ComparePlaces), slices.MaxFunc(c.Lying, engine.ComparePlaces)
	run := engine.Word{Place: first, Direction: engine.Across}
	if first.Col == last.Col {
		run.Direction = engine.Down
	}
	run.Text = strings.Repeat("?", last.Row-first.Row+last.Col-first.Col+1)
	return run
}
