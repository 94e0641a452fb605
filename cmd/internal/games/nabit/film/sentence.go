package film

import (
	"fmt"
	"strings"

	"tilewatch/cmd/internal/cli"
	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/follow"
)

// sentence is a line for people.
func sentence(l follow.Line) string {
	text := happened(l)
	if l.Turn > 0 {
		text = fmt.Sprintf("turn %d: %s", l.Turn, text)
	}
	for _, n := range l.Nabbed {
		text += fmt.Sprintf(", nabs %s from %s", n.Word, cli.Names(n.From))
	}
	if len(l.Scores) > 0 {
		text += " (" + scoreLine(l.Scores) + ")"
	}
	if outcome := nabit.Outcome(l.Scores, l.Winners); outcome != "" {
		text += ". " + outcome
	}
	return text
}

// happened says what the line reports.
func happened(l follow.Line) string {
	words := strings.Join(l.Words, ", ")
	switch l.Type {
	case follow.Played:
		if words == "" {
			words = "no new word"
		}
		return fmt.Sprintf("%s plays %s", l.Player, words)
	case follow.Withdrawn:
		return fmt.Sprintf("%s takes the play back", l.Player)
	case follow.Moved:
		return "the board was moved"
	case follow.Banked:
		return fmt.Sprintf("%s banks a tile", l.Player)
	case follow.Skipped:
		return fmt.Sprintf("%s does not play", l.Player)
	case follow.Amended:
		if words == "" {
			return "reading corrected"
		}
		return "corrected to " + words
	case follow.Unclear:
		return "unclear: " + l.Question
	case follow.Joined:
		return "a game in progress"
	case follow.Resumed:
		return "the saved game continues"
	case follow.Summary:
		return "end of the watch"
	}
	return string(l.Type)
}

// scoreLine is the score in the order of the players: "yellow 1, green 4".
func scoreLine(scores []nabit.Score) string {
	parts := make([]string, len(scores))
	for i, s := range scores {
		parts[i] = fmt.Sprintf("%s %d", s.Color, s.Total)
	}
	return strings.Join(parts, ", ")
}
