package game

import (
	"encoding/json"
	"fmt"
	"strings"

	"tilewatch/engine"
	kernel "tilewatch/engine/game"
	"tilewatch/engine/journal"
	"tilewatch/engine/lexicon"
	"tilewatch/web/scoreboard"
)

// Again is a table for events that were accepted elsewhere, or before.
func (g Game) Again() kernel.Table {
	words, err := lexicon.OpenFor(g.Name, "")
	if err != nil {
		words = nil // it is played without
	}
	return g.Replay(words)
}

// Judge checks the events of one game that comes from elsewhere, in order: an error says why the event could not be shown again.
func (g Game) Judge() func(journal.Event) error {
	rules := g.Again()
	return func(e journal.Event) error {
		if a := rules.Handle(e.Payload); !a.OK {
			return fmt.Errorf("the rules refuse it: %s", a.Violations[0].Message)
		}
		return nil
	}
}

// score is a player's line of a summary.
type score struct {
	Player string `json:"player"`
	Total  int    `json:"total"`
}

// Summary is a stored game in figures, for lists.
func (g Game) Summary(stored journal.Game) (Summary, error) {
	rules := g.Again()
	if err := kernel.Replay(rules, Events(stored)); err != nil {
		return Summary{}, fmt.Errorf("game %q: %w", stored.Game, err)
	}
	standings, _ := kernel.StandingsOf(rules.State()) // none before the first start
	page := shown(g.Page, rules)
	s := Summary{Players: []string{}, Turns: page.Turn, Life: page.Life, Finished: page.Life == engine.Ended, Scores: standings.Scores}
	var scores []score
	var line []string
	for _, p := range standings.Players {
		s.Players, scores = append(s.Players, p.Player), append(scores, score{p.Player, p.Total})
		line = append(line, fmt.Sprintf("%s %d", p.Player, p.Total))
		if p.Won {
			s.Winners = append(s.Winners, p.Player)
		}
	}
	if s.Line = strings.Join(line, ", "); s.Scores == nil {
		s.Scores = scores
	}
	return s, nil
}

// Summary is a game in a few words, as a list of games has it.
type Summary struct {
	Players  []string     `json:"players"` // by name, or by color
	Turns    int          `json:"turns"`
	Life     engine.Life  `json:"life"`
	Finished bool         `json:"finished"`
	Scores   any          `json:"scores"`
	Winners  []string     `json:"winners,omitempty"`
	Marks    engine.Marks `json:"-"`
	Line     string       `json:"-"` // the score in a line, players in the order of their turns: "red 7, green 5"
}

// Standing is the page of a stored game at its end.
func (g Game) Standing(stored journal.Game, words *lexicon.Lexicon) (scoreboard.State, error) {
	rules := g.Replay(words)
	if err := kernel.Replay(rules, Events(stored)); err != nil {
		return scoreboard.State{}, err
	}
	return shown(g.Page, rules), nil
}

// shown is the page of a game by its rules, with what all games say alike: how far it has come.
func shown(page func(state any) scoreboard.State, rules kernel.Table) scoreboard.State {
	s := page(rules.State())
	if s.Life == "" && rules.State() != nil {
		s.Life = kernel.LifeOf(rules)
	}
	return warned(s, rules)
}

// warned is the page with a warning about what no longer fits since a correction.
func warned(s scoreboard.State, rules kernel.Table) scoreboard.State {
	if w, misfit := kernel.Misfit(rules); misfit {
		s.Warnings = append(s.Warnings, w)
	}
	return s
}

// Events are the stored game's.
func Events(stored journal.Game) []json.RawMessage {
	events := make([]json.RawMessage, len(stored.Events))
	for i, e := range stored.Events {
		events[i] = e.Payload
	}
	return events
}

// Marks are what stands of the marks of a stored game.
func Marks(stored journal.Game) engine.Marks { return kernel.MarksOf(Events(stored)) }
