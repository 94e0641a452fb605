package dabble

import (
	"encoding/json"
	"html/template"
	"slices"
	"sync"

	"tilewatch/engine"
	"tilewatch/engine/dabble"
	"tilewatch/engine/lexicon"
	"tilewatch/web/parts"
	"tilewatch/web/scoreboard"
	"tilewatch/web/text"
)

var (
	_ scoreboard.Teller   = page{}
	_ scoreboard.Narrator = page{}
)

// Deed is "Ana shows AT, CUP and LAMP" or "The round ends".
func (page) Deed(s *scoreboard.State, event json.RawMessage, t *text.Texts) string {
	var e struct {
		Word  string
		Tiers []dabble.Written
	}
	kind, who := parts.Deed(s, event, t, &e)
	key := "dabble.deed." + kind
	if !t.Has(key) {
		return ""
	}
	var words []string
	for i, tier := range e.Tiers {
		if word := tier.Spelled(); len([]rune(word)) == i+dabble.Shortest {
			words = append(words, word)
		}
	}
	if kind == dabble.Racked && len(words) == 0 {
		key += ".none"
	}
	return t.Say(key, "who", who, "words", t.List(words), "word", e.Word)
}

// builders find the best words, by the list. They are made when the first result is looked at.
var builders sync.Map

func builderOf(s dabble.State) *dabble.Builder {
	made, _ := builders.LoadOrStore(Words(s), sync.OnceValue(func() *dabble.Builder { return dabble.NewBuilder(Words(s)) }))
	return made.(func() *dabble.Builder)()
}

// Words are the list that a game began with, or the one for its language.
func Words(s dabble.State) *lexicon.Lexicon {
	if s.Language == dabble.Spanish {
		return lexicon.Recorded(s.Listed, lexicon.SpanishWords())
	}
	return lexicon.Recorded(s.Listed, lexicon.Recorded("dabble", nil))
}

// toldRack is what a player built in a round, and what could have been built of the same tiles.
type toldRack struct {
	Color       engine.Color
	Called      string
	Found, Best []string
	Points      int
	BestPoints  int
}

// toldRound is a round's racks, in the order of the players.
type toldRound struct {
	Number int
	Racks  []toldRack
}

// Story is the words of each round that were found and missed.
func (page) Story(steps []scoreboard.Told, look scoreboard.Look) template.HTML {
	last := steps[len(steps)-1].State
	m := newModel(&last, look)
	var rounds []toldRound
	for _, played := range Rounds(steps) {
		round := toldRound{Number: played.Number}
		for _, r := range played.Racks {
			round.Racks = append(round.Racks, m.told(r))
		}
		rounds = append(rounds, round)
	}
	return parts.Draw(head.Templates(), struct {
		*model
		Rounds []toldRound
	}{m, rounds}, "dabble-story")["dabble-story"]
}

// Round is a round's racks as its last step shows them, in the order of the players.
type Round struct {
	Number int
	Racks  []dabble.ShownRack
}

// Rounds are the game's rounds in which a rack was shown.
func Rounds(steps []scoreboard.Told) (rounds []Round) {
	for _, step := range steps {
		s, _ := step.State.Detail.(dabble.State)
		for len(rounds) < s.Round {
			rounds = append(rounds, Round{Number: len(rounds) + 1})
		}
		if s.Round > 0 {
			rounds[s.Round-1].Racks = s.Racks
		}
	}
	return slices.DeleteFunc(rounds, func(r Round) bool { return len(r.Racks) == 0 })
}

func (m *model) told(r dabble.ShownRack) toldRack {
	told := toldRack{Color: m.ColorOf(r.Seat), Called: m.Seat(r.Seat), Found: r.Words(), Points: r.Points}
	if better, found := builderOf(m.Game).Better(r.Rack); found {
		told.Best, told.BestPoints = better.Words(), better.Points
	}
	return told
}
