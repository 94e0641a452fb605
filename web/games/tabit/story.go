package tabit

import (
	"encoding/json"
	"html/template"
	"slices"

	"tilewatch/engine/tabit"
	"tilewatch/web/parts"
	"tilewatch/web/scoreboard"
	"tilewatch/web/text"
)

var (
	_ scoreboard.Teller   = page{}
	_ scoreboard.Narrator = page{}
)

// Deed is "Ana draws the TABIT card" or "Round 2 is tabbed".
func (page) Deed(s *scoreboard.State, event json.RawMessage, t *text.Texts) string {
	var e struct{ Round int }
	kind, who := parts.Deed(s, event, t, &e)
	now, _ := s.Detail.(tabit.State)
	round := len(now.Rounds)
	if e.Round > 0 {
		round = e.Round
	}
	if kind == tabit.Drawn && who == "" {
		return t.Say("tabit.deed.drawn")
	}
	if key := "tabit.deed." + kind; t.Has(key) {
		return t.Say(key, "who", who, "n", round)
	}
	return ""
}

// toldRound is a round as the story tells it.
type toldRound struct {
	tabit.Round
	Hands []hand
}

// Story is the cards of each round, what they brought, and how far everybody was from the goal.
func (page) Story(steps []scoreboard.Told, look scoreboard.Look) template.HTML {
	last := steps[len(steps)-1].State
	m := newModel(&last, look)
	var rounds []toldRound
	for _, r := range m.Tab.Rounds {
		hands := m.hands(r.Players)
		slices.SortStableFunc(hands, func(a, b hand) int { return b.Points - a.Points })
		rounds = append(rounds, toldRound{r, hands})
	}
	return parts.Draw(head.Templates(), struct {
		*model
		Rounds []toldRound
	}{m, rounds}, "tabit-story")["tabit-story"]
}

// Spelled are a hand's letters, and Pictured its pictures.
func (m *model) Spelled(h hand) string { return spelling(h.Letters[:]) }

// Pictured are a hand's pictures in words.
func (m *model) Pictured(h hand) string { return m.pictured(h) }
