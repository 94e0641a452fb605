package nabit

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"tilewatch/engine/nabit"
	"tilewatch/web/parts"
	"tilewatch/web/scoreboard"
	"tilewatch/web/text"
)

var (
	_ scoreboard.Teller  = page{}
	_ scoreboard.Briefer = page{}
)

// Deed implements scoreboard.Teller: "Ana challenges TAME".
func (page) Deed(s *scoreboard.State, event json.RawMessage, t *text.Texts) string {
	e, err := nabit.ParseEvent(event)
	if err != nil {
		return ""
	}
	return parts.Worded(s, said(e), t)
}

// said is what the event says itself.
func said(e nabit.Event) scoreboard.Deed {
	deed := scoreboard.Deed{Type: string(e.Type), Player: cmp.Or(e.Player, e.By), Words: e.Words}
	if e.Word != "" {
		deed.Words = append([]string{e.Word}, e.Words...)
	}
	return deed
}

// Brief implements scoreboard.Briefer.
func (page) Brief(event json.RawMessage, state any, ahead bool) scoreboard.Deed {
	e, err := nabit.ParseEvent(event)
	if err != nil { // a question's answer, say
		return scoreboard.Deed{}
	}
	g, _ := state.(nabit.State)
	deed := said(e)
	switch {
	case slices.Contains([]nabit.Type{nabit.Played, nabit.Passed, nabit.Exchanged, nabit.Skipped}, e.Type):
		if deed.Turn, deed.Words = g.Turn, laid(e); ahead {
			deed.Turn++
		} else if g.Last != nil && g.Last.Number == g.Turn && g.Last.Player == e.Player && len(g.Last.Words) > 0 {
			deed.Words = g.Last.Words
		}
	case e.Type == nabit.Corrected:
		if deed.Turn = e.Turn; !ahead {
			deed.Words = g.WordsOf(e.Turn)
		}
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
