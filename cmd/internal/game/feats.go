package game

import (
	"bytes"
	"slices"

	kernel "tilewatch/engine/game"
	"tilewatch/web/retold"
	"tilewatch/web/scoreboard"
)

// feats are what a game that is over is remembered for. It is told again only after an event that changed how it went.
type feats struct {
	line []kernel.Stood // for which they were found
	all  []scoreboard.Feat
}

func (f *feats) of(rules kernel.Table, page func(state any) scoreboard.State) []scoreboard.Feat {
	h, knows := rules.(kernel.Historian)
	if !knows {
		return nil
	}
	same := func(a, b kernel.Stood) bool {
		return a.Number == b.Number && (a.Misfit == nil) == (b.Misfit == nil) && bytes.Equal(a.Event, b.Event)
	}
	if line := h.Line(); !slices.EqualFunc(line, f.line, same) {
		f.line, f.all = line, nil
		if told, err := retold.Of(rules, page); err == nil { // else nothing is remembered
			f.all = told.Feats()
		}
	}
	return f.all
}
