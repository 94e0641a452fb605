package scoreboard

import (
	"maps"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"tilewatch/engine"
	"tilewatch/engine/game"
	"tilewatch/web/text"
)

// bare is a game that adds nothing.
type bare struct{ Game }

func (bare) Complete(s State, _ *State) State { return s }

func (bare) Sentence(s *State, _ *text.Texts) string { return "Ana plays." }

func TestComplete(t *testing.T) {
	before := State{Players: []Player{{Color: engine.Red, Total: 1}, {Color: engine.Green, Total: 4}}}
	given := State{Players: []Player{{Color: engine.Red, Name: "Ana", Total: 5}, {Color: engine.Green, Total: 4}, {Color: engine.Yellow, Total: 4}}, LastTurn: &Turn{Number: 2}}
	s := Complete(given, &before, bare{})
	t.Run("equal totals share a rank", func(t *testing.T) {
		if s.Players[0].Rank != 1 || s.Players[1].Rank != 2 || s.Players[2].Rank != 2 {
			t.Errorf("%+v", s.Players)
		}
	})
	t.Run("points won are those since the turn before", func(t *testing.T) {
		if s.Players[0].Delta != 4 || s.Players[1].Delta != 0 {
			t.Errorf("%+v", s.Players)
		}
	})
	t.Run("a player without a name has the color's", func(t *testing.T) {
		if s.Players[0].Name != "Ana" || s.Players[1].Name != "Green" {
			t.Errorf("%+v", s.Players)
		}
	})
	t.Run("what is left out has its default", func(t *testing.T) {
		if s.Status != Waiting || s.LastTurn.Kind != Played || s.LastTurn.Text != "Ana plays." {
			t.Errorf("%+v", s)
		}
	})
	t.Run("the caller's state is left alone", func(t *testing.T) {
		if given.Players[0].Rank != 0 || given.LastTurn.Kind != "" {
			t.Errorf("%+v", given)
		}
	})
}

func TestChosen(t *testing.T) {
	choices := game.HouseRules{{Name: "scheme", Values: []string{"separate", "fixed"}}, {Name: "games", Default: 3, Least: 2, Most: 7, With: "scheme=fixed"}, {Name: "bonus", Yes: true}}
	for _, tt := range []struct {
		name, form string
		want       map[string]any
	}{
		{"an empty form is the rule sheet", "", map[string]any{}},
		{"what the rule sheet says is not named", "option-scheme=separate&asked-bonus=1&option-bonus=true", map[string]any{}},
		{"another value is", "option-scheme=fixed&option-games=5", map[string]any{"scheme": "fixed", "games": 5}},
		{"a choice that needs another one is left out without it", "option-games=5", map[string]any{}},
		{"a number out of bounds is left out", "option-scheme=fixed&option-games=8", map[string]any{"scheme": "fixed"}},
		{"an empty box is a no", "asked-bonus=1", map[string]any{"bonus": false}},
		{"an unknown value is left out", "option-scheme=poker", map[string]any{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			form, err := url.ParseQuery(tt.form)
			if err != nil {
				t.Fatal(err)
			}
			if got := Chosen(choices, form); !maps.Equal(got, tt.want) {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
}

func TestAWarningSaysHowMuchInEveryLanguage(t *testing.T) {
	for _, lang := range text.Langs() {
		got := Warned(engine.Warning{Code: "held_overloaded", Message: "in English", Reads: 3, Of: 15}, lang)
		if !regexp.MustCompile(`\b3\b.*\b15\b`).MatchString(got) || strings.Contains(got, "{") || got == "in English" {
			t.Errorf("%s: %q", lang.Lang, got)
		}
	}
	if got := Warned(engine.Warning{Code: "unheard_of", Message: "in English"}, text.For()); got != "in English" {
		t.Errorf("without a sentence of its own: %q", got)
	}
}
