package web

import (
	"slices"

	"tilewatch/engine"
)

// marked are the board's cells as they are drawn, and the words in dispute. A tile that the camera asks about is in
// doubt, and so are the words through it; without a question, but with a reading that may still change, all tiles of the
// last turn are. Where table and record differ, it is the tiles that do.
func marked(s *State) ([]Cell, []engine.Word) {
	cells := slices.Clone(s.Board)
	if s.Ask != nil && len(s.Ask.Differs) > 0 {
		for i := range cells {
			cells[i].Doubt = slices.ContainsFunc(s.Ask.Differs, func(d Differ) bool { return d.Place == cells[i].Place })
		}
		return cells, nil
	}
	if s.Ask == nil || s.Ask.Place == nil {
		for i := range cells {
			cells[i].Doubt = cells[i].Doubt || s.Provisional && cells[i].Last
		}
		return cells, nil
	}
	var words []engine.Word
	for i := range cells {
		cells[i].Doubt = cells[i].Doubt || cells[i].Place == *s.Ask.Place
	}
	for _, w := range s.Words {
		if slices.Contains(w.Places(), *s.Ask.Place) {
			words = append(words, w.Word)
		}
	}
	return cells, words
}
