package nabit

import (
	"html/template"
	"slices"
	"strings"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/history"
	"tilewatch/web/board"
)

// Stacks are a step's stacks as they are drawn, the turn's own marked.
func Stacks(s history.Step) []board.Stack {
	stacks := make([]board.Stack, len(s.Stacks))
	for i, st := range s.Stacks {
		last := slices.ContainsFunc(s.Placements, func(p nabit.Placement) bool { return p.Place == st.Place })
		stacks[i] = board.Stack{Place: st.Place, Cell: st.Cell, Layers: st.Layers, Last: last}
	}
	return stacks
}

// frameOf holds the boards of all steps, so that a replay never jumps.
func frameOf(g *history.Game) board.Frame {
	f := board.Frame{}
	for _, s := range g.Steps {
		f = f.With(Stacks(s))
	}
	return f
}

// drawBoard is a board's html.
func drawBoard(stacks []board.Stack, o board.Options) template.HTML {
	var b strings.Builder
	_ = board.SVG(&b, stacks, o) // a strings.Builder never fails
	return template.HTML(b.String())
}

// disputed are the words of the step's challenge, where they lie: those that it left standing.
func disputed(s history.Step) []engine.Word {
	var words []engine.Word
	if s.Challenge == nil {
		return nil
	}
	for _, w := range s.Words {
		if slices.Contains(s.Challenge.Words, w.Text) && touches(w.Word, s.Placements) {
			words = append(words, w.Word)
		}
	}
	return words
}
