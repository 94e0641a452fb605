package parts

import (
	"encoding/json"
	"fmt"
	"html/template"

	"tilewatch/engine"
	"tilewatch/web/scoreboard"
	"tilewatch/web/text"
)

// GameModel is what the templates in game.html read, for games whose players have seats. A game's own model embeds it, and has methods of
// the same names where it says something else.
type GameModel struct {
	*Model
	HeadLine string // beside the game's name: "round 3"
	TurnText string // the largest line of the page
	// Goal is what fills a player's bar, and Lacks is the key of the sentence for what lacks to it.
	Goal  int
	Lacks string
}

// Under is what stands below a player's name.
func (m *GameModel) Under(p scoreboard.Player) string {
	if m.Lacks == "" {
		return ""
	}
	return m.T(m.Lacks, "n", max(0, m.Goal-p.Total))
}

// Meter is how far a player has come.
func (m *GameModel) Meter(p scoreboard.Player) template.HTML { return Meter(p, p.Total, m.Goal) }

// Seat is what the player of a seat is called.
func (m *GameModel) Seat(seat int) string { return m.Who(m.ColorOf(seat)) }

// Card is a score card: a table whose first column names its rows.
type Card struct {
	Title string
	Head  []CardCell
	Rows  [][]CardCell
	Foot  []CardCell // nil: none
}

// CardCell is a text, with a player's sign before it if it has a Color.
type CardCell struct {
	Text  string
	Color engine.Color
}

// Cell is a CardCell of a value.
func Cell(v any) CardCell { return CardCell{Text: fmt.Sprint(v)} }

// PlayerCell is a CardCell with a player's name.
func (m *GameModel) PlayerCell(c engine.Color) CardCell { return CardCell{m.Who(c), c} }

// RoundsCard is the score card of a game in rounds: points has a line for each round, with a column for each player.
func (m *GameModel) RoundsCard(title, round, total string, points [][]any) Card {
	card := Card{Title: title, Head: []CardCell{Cell(round)}, Foot: []CardCell{Cell(total)}}
	for _, p := range m.Players {
		card.Head, card.Foot = append(card.Head, m.PlayerCell(p.Color)), append(card.Foot, Cell(p.Total))
	}
	for i, line := range points {
		row := []CardCell{Cell(i + 1)}
		for _, n := range line {
			row = append(row, Cell(n))
		}
		card.Rows = append(card.Rows, row)
	}
	return card
}

// Heads are a card's heads, by the ends of their keys.
func (m *GameModel) Heads(before string, keys ...string) []CardCell {
	var heads []CardCell
	for _, key := range keys {
		heads = append(heads, Cell(m.T(before+key)))
	}
	return heads
}

// Deed reads what an event did into the fields, and answers its type and what the player it names is called, empty if it names nobody.
// An event that cannot be read has no type.
func Deed(s *scoreboard.State, event json.RawMessage, t *text.Texts, fields any) (kind, who string) {
	var e struct{ Type string }
	if json.Unmarshal(event, &e) != nil || json.Unmarshal(event, fields) != nil {
		return "", ""
	}
	if c := s.Meant(event); c != engine.NoColor {
		who = s.NameOf(c, t)
	}
	return e.Type, who
}
