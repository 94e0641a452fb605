package nabit

import (
	"html/template"
	"slices"
	"strings"

	"tilewatch/engine"
	"tilewatch/web/board"
	"tilewatch/web/games/nabit/explain"
	"tilewatch/web/parts"
	"tilewatch/web/scoreboard"
	"tilewatch/web/text"
)

// model is what the templates of NAB-IT! read.
type model struct {
	*parts.Model
	Groups   []group
	BoardSVG template.HTML
}

func newModel(s *scoreboard.State, look scoreboard.Look) *model {
	m := &model{Model: parts.NewModel(s, page{}, look), Groups: groups(s, look.Texts)}
	drawn := marked(s)
	m.BoardSVG = drawBoard(drawn.stacks, board.Options{Quarters: look.Quarters, Disputed: drawn.disputed, Judged: drawn.judged, Label: look.Texts.Say("board.label", "n", len(drawn.stacks))})
	return m
}

// group is one player's words.
type group struct {
	scoreboard.Player
	Called  string
	Entries []entry
}

type entry struct {
	scoreboard.Word
	Shared string // with whom, if with anybody
	New    bool
	Twin   bool // the same word stands there twice: its direction tells them apart
	Reason string
}

// groups are the words under who controls them, in the scoreboard's order; a shared word stands under each.
func groups(s *scoreboard.State, t *text.Texts) []group {
	var out []group
	for _, r := range parts.Rows(s, t) {
		g := group{Player: r.Player, Called: r.Called}
		for _, w := range s.Crossword().Words {
			if slices.Contains(w.Controllers, r.Color) {
				g.Entries = append(g.Entries, entryOf(s, w, r.Color, t))
			}
		}
		slices.SortStableFunc(g.Entries, func(a, b entry) int { return strings.Compare(a.Text, b.Text) })
		out = append(out, g)
	}
	return out
}

func entryOf(s *scoreboard.State, w scoreboard.Word, owner engine.Color, t *text.Texts) entry {
	others := slices.DeleteFunc(slices.Clone(w.Controllers), func(c engine.Color) bool { return c == owner })
	return entry{Word: w, Shared: s.NamesOf(others, t), New: isNew(s, w), Twin: isTwin(s, w), Reason: explain.Reason(s, w, t)}
}

func isTwin(s *scoreboard.State, w scoreboard.Word) bool {
	return slices.ContainsFunc(s.Crossword().Words, func(o scoreboard.Word) bool { return o.Text == w.Text && o.Direction != w.Direction })
}

func isNew(s *scoreboard.State, w scoreboard.Word) bool {
	return s.LastTurn != nil && slices.ContainsFunc(s.LastTurn.Words, func(c scoreboard.Change) bool {
		return c.Word.Word == w.Word && (c.New || c.Was != nil)
	})
}
