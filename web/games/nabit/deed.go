package nabit

import (
	"encoding/json"
	"slices"
	"strings"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
	"tilewatch/web/scoreboard"
)

// Deed is an event in a few words, at the game's state just after it; with ahead, just before it.
func Deed(event json.RawMessage, g nabit.State, ahead bool) scoreboard.Deed {
	e, err := nabit.ParseEvent(event)
	if err != nil { // a question's answer, say
		return scoreboard.Deed{}
	}
	deed := scoreboard.Deed{Type: string(e.Type), Player: e.Player, Words: e.Words}
	switch {
	case slices.Contains([]nabit.Type{nabit.Played, nabit.Passed, nabit.Exchanged, nabit.Skipped}, e.Type):
		if deed.Turn, deed.Words = g.Turn, laid(e); ahead {
			deed.Turn++
		} else if g.Last != nil && g.Last.Number == g.Turn && g.Last.Player == e.Player && len(g.Last.Words) > 0 {
			deed.Words = g.Last.Words
		}
	case e.Type == nabit.Corrected:
		if deed.Turn = e.Turn; !ahead {
			deed.Words = wordsOf(g, e.Turn)
		}
	case e.Type == nabit.Challenged && e.Word != "":
		deed.Words = append([]string{e.Word}, e.Words...)
	}
	if deed.Player == engine.NoColor {
		deed.Player = e.By
	}
	return deed
}

// laid are the letters of a play, where its words are not on the board.
func laid(e nabit.Event) []string {
	var letters []string
	for _, p := range e.Placements {
		letters = append(letters, p.Letter.String())
	}
	if letters == nil {
		return nil
	}
	return []string{strings.Join(letters, " ")}
}

// wordsOf are the words of a turn.
func wordsOf(g nabit.State, turn int) []string {
	for _, t := range slices.Backward(g.Turns) {
		if t.Number == turn && !t.Withdrawn {
			return t.Words
		}
	}
	return nil
}
