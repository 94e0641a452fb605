package nabit

import (
	"strings"

	"tilewatch/web/parts"
	"tilewatch/web/scoreboard"
	"tilewatch/web/text"
)

// turnSentence is the last turn in one sentence: "Turn 12: Ana plays TAME and TRY, takes TAME from Ben, leads by 2."
func turnSentence(s *scoreboard.State, t *text.Texts) string {
	last := s.LastTurn
	parts := append([]string{done(s, t)}, nabs(s, t)...)
	if last.Banked > 0 {
		parts = append(parts, t.Say("turn.banks", "n", last.Banked))
	}
	if lead := standing(s, t); lead != "" && last.Kind == scoreboard.Played {
		parts = append(parts, lead)
	}
	return t.Say("turn.sentence", "n", last.Number, "what", strings.Join(parts, ", "))
}

func done(s *scoreboard.State, t *text.Texts) string {
	last := s.LastTurn
	who := s.NameOf(last.Player, t)
	if last.Missed {
		return t.Say("turn.missed", "who", who)
	}
	switch last.Kind {
	case scoreboard.Withdrawn, scoreboard.Skipped, scoreboard.Amended, scoreboard.Exchanged, scoreboard.Passed:
		return t.Say("turn."+last.Kind, "who", who)
	}
	var texts []string
	for _, w := range last.Words {
		texts = append(texts, w.Text)
	}
	if len(texts) == 0 {
		return t.Say("turn.play.none", "who", who)
	}
	return t.Say("turn.play", "who", who, "words", t.List(texts))
}

func nabs(s *scoreboard.State, t *text.Texts) []string {
	var parts []string
	for _, n := range s.LastTurn.Nabbed {
		if len(n.From) == 0 {
			parts = append(parts, t.Say("turn.takes", "word", n.Word))
			continue
		}
		parts = append(parts, t.Say("turn.takes.from", "word", n.Word, "whom", s.NamesOf(n.From, t)))
	}
	return parts
}

// standing says how the mover stands now, if that is worth a word.
func standing(s *scoreboard.State, t *text.Texts) string {
	me, best := s.PlayerOf(s.LastTurn.Player), -1
	for _, p := range s.Players {
		if p.Color != me.Color {
			best = max(best, p.Total)
		}
	}
	switch {
	case best < 0 || me.Total < best:
		return ""
	case me.Total == best:
		return t.Say("turn.shares", "n", me.Total)
	}
	return t.Say("turn.leads", "n", me.Total-best)
}

// LastPlain is the last turn in words, without its number.
func (m *model) LastPlain() string { return parts.Capital(done(m.State, m.Texts)) + "." }
