package nabit

import (
	"slices"
	"strings"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/history"
	"tilewatch/web/games/nabit/explain"
	"tilewatch/web/parts"
	"tilewatch/web/retold"
)

// deed says what the step was: "Ana plays TAME and TRY".
func (p reader) deed(s history.Step) string {
	who := p.Name(s.Player)
	switch s.Kind {
	case "":
		return p.T("after.step.start")
	case nabit.Played:
		if len(s.Turn.Words) == 0 {
			return p.T("after.step.tiles", "who", who)
		}
		return p.T("after.step.play", "who", who, "words", p.List(s.Turn.Words))
	case nabit.Exchanged:
		if s.Count == 0 {
			return p.T("after.step.exchange.some", "who", who)
		}
		return p.T("after.step.exchange", "who", who, "n", s.Count)
	case nabit.Passed:
		return p.T("after.step.pass", "who", who)
	}
	return p.T("after.step.skipped", "who", who)
}

// further are what else belongs to the step, a sentence each.
func (p reader) further(s history.Step) []string {
	var all []string
	who := p.Name(s.Player)
	for _, n := range s.Nabbed {
		if len(n.From) > 0 {
			all = append(all, p.T("after.step.nab", "who", who, "word", n.Word, "from", p.Names(n.From)))
		} else {
			all = append(all, p.T("after.step.nab.free", "who", who, "word", n.Word))
		}
	}
	if s.Banked {
		all = append(all, p.T("after.step.bank", "who", who))
	}
	if s.Announced {
		all = append(all, p.T("after.step.announced", "who", who))
	}
	if s.Caught {
		all = append(all, p.T("after.step.caught", "who", who))
	}
	if c := s.Challenge; c != nil {
		all = append(all, p.T("after.step.challenge."+string(c.Verdict), "by", p.Name(c.By), "words", p.List(c.Words)))
		if c.List != nil {
			all = append(all, p.T("list.which", "name", c.List.Name))
		}
	}
	if s.Withdrawn && s.Challenge == nil {
		all = append(all, p.T("after.step.withdrawn", "who", who))
	}
	return all
}

// correction says what a turn was taken for.
func (p reader) correction(c history.Correction) string {
	by := "person"
	if c.Seen {
		by = "camera"
	}
	was := p.T("after.was.none")
	switch {
	case len(c.Was.Words) > 0:
		was = strings.Join(c.Was.Words, ", ")
	case len(c.Was.Placements) > 0:
		was = p.T("after.was.tiles")
	}
	return p.T("after.corrected."+by, "was", was)
}

// newWords are the words that the turn made.
func newWords(s history.Step) []retold.Made {
	var words []retold.Made
	for _, text := range s.Turn.Words {
		w := retold.Made{Text: text}
		for _, on := range s.Words {
			if on.Text == text && touches(on.Word, s.Placements) {
				w.Controllers, w.Cells = on.Controllers, parts.Cells(on.Word)
			}
		}
		for _, n := range s.Nabbed {
			w.Nabbed = w.Nabbed || n.Word == text
		}
		words = append(words, w)
	}
	return words
}

// whys explain all words of the step's board.
func (p reader) whys(players []engine.Color, s history.Step) []retold.Why {
	b := engine.Board{}
	for _, st := range s.Stacks {
		b[st.Place] = st.Cell
	}
	var all []retold.Why
	for _, w := range s.Words {
		all = append(all, retold.Why{Cells: parts.Cells(w.Word), Text: explain.Explain(b, w.Word, players, p.Name, p.Texts)})
	}
	return all
}

// touches reports whether the word holds one of those tiles.
func touches(w engine.Word, laid []nabit.Placement) bool {
	places := w.Places()
	return slices.ContainsFunc(laid, func(p nabit.Placement) bool { return slices.Contains(places, p.Place) })
}
