package parts

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"html/template"
	"io/fs"
	"net/url"
	"slices"
	"strings"

	"tilewatch/engine/game"
	"tilewatch/web/scoreboard"
	"tilewatch/web/text"
)

// plainGame draws a game that has no drawing of its own: the players with their points, and what its state says in a word or a
// number, by the state's own names. Commands are left to the game's own clients: a page can take back, and begin again.
type plainGame struct {
	Seated
	name, title string
}

// Plain is any game's state on a page, before the page has a drawing of its own. state is a game.Table's State; what game.StandingsOf
// cannot read of it is left out.
func Plain(name, title string, state any) scoreboard.State {
	s := scoreboard.State{Game: name, Drawn: plainGame{name: name, title: title}, Detail: state}
	standings, begun := game.StandingsOf(state)
	if !begun {
		return s
	}
	s.Status = scoreboard.Live
	next := -1
	for _, p := range standings.Players {
		if p.Player == standings.Next {
			next = len(s.Players)
		}
		s.AddPlayer(scoreboard.Player{Name: p.Player, Total: p.Total}, p.Won)
	}
	s.Next = s.ColorOf(next)
	s.End(standings.Over)
	for _, f := range fieldsOf(state) {
		if n, isNumber := f.Value.(json.Number); isNumber && slices.Contains([]string{"turn", "round"}, f.Name) {
			turn, _ := n.Int64() // a fraction counts no turns
			s.Turn = int(turn)
		}
	}
	if s.Turn > 0 {
		s.LastTurn = &scoreboard.Turn{Number: s.Turn, Kind: "round"}
	}
	return s
}

// Files returns nothing: the shared ones are enough.
func (plainGame) Files() fs.FS { return embed.FS{} }

// Name is the name in State.Game.
func (g plainGame) Name() string { return g.name }

// Title is what people call it.
func (g plainGame) Title() string { return g.title }

// Sentence is "Turn 12: Ana 30, Ben 12."
func (plainGame) Sentence(s *scoreboard.State, t *text.Texts) string {
	var totals []string
	for _, p := range s.Players {
		totals = append(totals, fmt.Sprintf("%s %d", s.NameOf(p.Color, t), p.Total))
	}
	if s.Turn == 0 || len(totals) == 0 {
		return ""
	}
	return t.Say("plain.say", "n", s.Turn, "what", strings.Join(totals, ", "))
}

// Parts are the state's plain fields in the board's place, and undo.
func (g plainGame) Parts(s *scoreboard.State, look scoreboard.Look) map[string]template.HTML {
	m := &plainModel{GameModel{Model: NewModel(s, g, look)}}
	m.HeadLine, m.TurnText, m.Goal = m.T("head.turn", "n", max(s.Turn, 1)), m.TurnLine, 12
	for _, p := range s.Players {
		m.Goal = max(m.Goal, p.Total)
	}
	return DrawPlaces(templates(), m, "plain")
}

// Choices returns nothing: the game has the rule sheet's options only.
func (plainGame) Choices() game.HouseRules { return nil }

// Sheet implements scoreboard.Game: a game without pages has no sheets.
func (plainGame) Sheet(*scoreboard.State, scoreboard.Look, string, url.Values) (scoreboard.Sheet, bool) {
	return scoreboard.Sheet{}, false
}

// plainModel is what the templates of a plain game read.
type plainModel struct{ GameModel }

// Fields are what the state says in a word, a number or a list of them.
func (m *plainModel) Fields() []plainField { return fieldsOf(m.Detail) }

// plainField is one field of a state. Value is a string, a json.Number, or a list of them.
type plainField struct {
	Name  string
	Value any
}

// Text is the value in words.
func (f plainField) Text() string {
	list, isList := f.Value.([]any)
	if !isList {
		return fmt.Sprint(f.Value)
	}
	var all []string
	for _, v := range list {
		all = append(all, fmt.Sprint(v))
	}
	return strings.Join(all, " ")
}

// fieldsOf are the fields of an object that are words, numbers or lists of these, in its own order. Those that every page shows
// anyway are left out.
func fieldsOf(state any) (fields []plainField) {
	data, err := json.Marshal(state)
	if err != nil {
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	if open, err := d.Token(); err != nil || open != json.Delim('{') {
		return nil
	}
	for d.More() {
		name, err := d.Token()
		var value any
		if err != nil || d.Decode(&value) != nil {
			return fields
		}
		if f := (plainField{Name: fmt.Sprint(name), Value: value}); f.shown() {
			fields = append(fields, f)
		}
	}
	return fields
}

func (f plainField) shown() bool {
	if slices.Contains([]string{"players", "scores", "next", "winners", "options"}, f.Name) {
		return false
	}
	simple := func(v any) bool {
		switch v.(type) {
		case string, json.Number:
			return true
		}
		return false
	}
	list, isList := f.Value.([]any)
	return simple(f.Value) || isList && len(list) > 0 && !slices.ContainsFunc(list, func(v any) bool { return !simple(v) })
}
