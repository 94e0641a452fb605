package nabit

import (
	"encoding/json"
	"fmt"
	"strings"

	"tilewatch/engine"
)

// Rule is the name of what was broken, as the contract lists it.
type Rule string

// The rules an event can break.
const (
	FirstPlay       Rule = "first_play"
	OneLine         Rule = "one_line"
	OnePerStack     Rule = "one_per_stack"
	MaxHeight       Rule = "max_height"
	SameLetter      Rule = "same_letter"
	CoversWord      Rule = "covers_word"
	NotConnected    Rule = "not_connected"
	NoNewWord       Rule = "no_new_word"
	NotAWord        Rule = "not_a_word"
	NotYourTurn     Rule = "not_your_turn"
	CannotBank      Rule = "cannot_bank"
	CannotExchange  Rule = "cannot_exchange"
	CannotPass      Rule = "cannot_pass"
	ChallengeClosed Rule = "challenge_closed"
	TooManyTiles    Rule = "too_many_tiles"
	GameOver        Rule = "game_over"
	BadEvent        Rule = "bad_event"
)

// Violation is one broken rule, as data. Only Rule is always set.
type Violation struct {
	Rule   Rule
	Turn   int            // the turn it is about; 0: the one that was asked for
	Places []engine.Place // where
	Word   string         // which word
	Letter engine.Letter  // which letter
	Player engine.Color   // not_your_turn: whose turn it is; otherwise who broke the rule
	Count  int            // how many tiles
	Detail string         // the case, where a rule has several
}

// MarshalJSON writes rule and message, and turn, places and word where they are known.
func (v Violation) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Rule    Rule           `json:"rule"`
		Message string         `json:"message"`
		Turn    int            `json:"turn,omitempty"`
		Places  []engine.Place `json:"places,omitempty"`
		Word    string         `json:"word,omitempty"`
	}{v.Rule, v.Message(), v.Turn, v.Places, v.Word})
}

// Message is the violation as a sentence for players, with the remedy where there is one.
func (v Violation) Message() string {
	text := v.sentence()
	if v.Turn > 0 {
		return fmt.Sprintf("turn %d: %s", v.Turn, text)
	}
	return text
}

func (v Violation) sentence() string {
	switch v.Rule {
	case FirstPlay:
		return "the first play links two or more tiles into one word"
	case OneLine:
		return withDetail("all tiles of a turn lie in one row or one column", v.Detail)
	case OnePerStack:
		return "at most one tile goes on the same stack in one turn" + at(v.Places)
	case MaxHeight:
		return fmt.Sprintf("no stack may be higher than %d tiles%s", engine.MaxHeight, at(v.Places))
	case SameLetter:
		return fmt.Sprintf("%s may not go on another %s%s", v.Letter, v.Letter, at(v.Places))
	case CoversWord:
		return fmt.Sprintf("%q would be covered entirely: leave at least one of its letters", v.Word)
	case NotConnected:
		return "every tile must join the tiles that were there before" + at(v.Places)
	case NoNewWord:
		return "the play makes no new word"
	case NotAWord:
		return fmt.Sprintf("%q is not in the word list", v.Word)
	}
	return v.tableSentence()
}

// tableSentence words the rules about the course of the game.
func (v Violation) tableSentence() string {
	switch v.Rule {
	case NotYourTurn:
		return fmt.Sprintf("it is %s's turn", v.Player)
	case CannotBank:
		return withDetail("no tile can be banked now", v.Detail)
	case CannotExchange:
		return withDetail(fmt.Sprintf("%d tiles cannot be exchanged", v.Count), v.Detail)
	case CannotPass:
		return withDetail("nobody can pass now", v.Detail)
	case ChallengeClosed:
		return withDetail("only words of the last play can be challenged, until the next turn begins", v.Detail)
	case TooManyTiles:
		if v.Count == 0 {
			return v.Detail
		}
		return withDetail(fmt.Sprintf("%d tiles are too many", v.Count), v.Detail)
	case GameOver:
		return withDetail("the game is over", v.Detail)
	}
	return v.Detail + at(v.Places)
}

func withDetail(text, detail string) string {
	if detail == "" {
		return text
	}
	return text + ": " + detail
}

// at names the places by row and column.
func at(places []engine.Place) string {
	if len(places) == 0 {
		return ""
	}
	names := make([]string, len(places))
	for i, p := range places {
		names[i] = fmt.Sprintf("row %d, column %d", p.Row, p.Col)
	}
	return " (" + strings.Join(names, "; ") + ")"
}

// longest is how much of a detail is shown, in characters: what comes from outside may be a megabyte.
const longest = 300

func badEvent(format string, args ...any) []Violation {
	return []Violation{{Rule: BadEvent, Detail: clipped(fmt.Sprintf(format, args...))}}
}

func clipped(text string) string {
	n := 0
	for i := range text {
		if n++; n > longest {
			return text[:i] + "..."
		}
	}
	return text
}
