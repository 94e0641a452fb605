package dabble

import (
	"encoding/json"
	"html/template"
	"slices"
	"sync"

	"tilewatch/engine"
	"tilewatch/engine/dabble"
	"tilewatch/engine/game"
	"tilewatch/engine/lexicon"
	"tilewatch/web/parts"
	"tilewatch/web/scoreboard"
	"tilewatch/web/text"
)

var _ scoreboard.Teller = page{}

// Deed is "Ana shows AT, CUP and LAMP" or "The round ends".
func (page) Deed(s *scoreboard.State, event json.RawMessage, t *text.Texts) string {
	var e struct {
		Type   string
		Player game.Ref
		Word   string
		Tiers  []dabble.Written
	}
	if json.Unmarshal(event, &e) != nil {
		return ""
	}
	key := "dabble.deed." + e.Type
	if !t.Has(key) {
		return ""
	}
	var words []string
	for i, tier := range e.Tiers {
		if word := tier.Spelled(); len([]rune(word)) == i+dabble.Shortest {
			words = append(words, word)
		}
	}
	if e.Type == dabble.Racked && len(words) == 0 {
		key += ".none"
	}
	return t.Say(key, "who", parts.PlayerNamed(s, e.Player, t), "words", t.List(words), "word", e.Word)
}

// builders find the best words, by a game's language. They are made when the first result is looked at.
var builders = map[dabble.Language]func() *dabble.Builder{
	dabble.English: sync.OnceValue(func() *dabble.Builder { return builderOf("dabble") }),
	dabble.Spanish: sync.OnceValue(func() *dabble.Builder { return builderOf("spanish") }),
}

func builderOf(list string) *dabble.Builder {
	words, err := lexicon.OpenFor("dabble", list)
	if err != nil {
		words = lexicon.Default() // a list that is built in opens
	}
	return dabble.NewBuilder(words)
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
	for _, racks := range lastRacks(steps) {
		round := toldRound{Number: len(rounds) + 1}
		for _, r := range racks {
			round.Racks = append(round.Racks, m.told(r))
		}
		rounds = append(rounds, round)
	}
	return parts.Draw(templates, struct {
		*model
		Rounds []toldRound
	}{m, rounds}, "dabble-story")["dabble-story"]
}

// lastRacks are the racks as each round's last step shows them.
func lastRacks(steps []scoreboard.Told) (rounds [][]dabble.ShownRack) {
	for _, step := range steps {
		s, _ := step.State.Detail.(dabble.State)
		for len(rounds) < s.Round {
			rounds = append(rounds, nil)
		}
		if s.Round > 0 {
			rounds[s.Round-1] = s.Racks
		}
	}
	return slices.DeleteFunc(rounds, func(racks []dabble.ShownRack) bool { return len(racks) == 0 })
}

func (m *model) told(r dabble.ShownRack) toldRack {
	color := scoreboard.SeatColor(r.Seat)
	told := toldRack{Color: color, Called: m.Who(color), Found: wordsOf(r.Rack), Points: r.Points}
	build := builders[m.Game.Language]
	if build == nil {
		return told
	}
	tiles := slices.Clone(r.Unused)
	for _, tier := range r.Tiers {
		tiles = append(tiles, tier.Tiles...)
	}
	if best := build().Best(tiles); len(wordsOf(best)) > len(told.Found) || len(wordsOf(best)) == len(told.Found) && best.Points > r.Points {
		told.Best, told.BestPoints = wordsOf(best), best.Points
	}
	return told
}

// wordsOf are a rack's words.
func wordsOf(r dabble.Rack) (words []string) {
	for _, tier := range r.Tiers {
		if tier.Valid {
			words = append(words, tier.Word)
		}
	}
	return words
}
