package camera

import (
	"reflect"
	"strings"

	"tilewatch/web/scoreboard"
	"tilewatch/web/stream"
	"tilewatch/web/text"
)

// snapshot is what the table shows now; nil: there is no table, or nothing to ask.
func snapshot(of func() (*stream.Event, error)) *stream.Event {
	if of == nil {
		return nil
	}
	e, err := of()
	if err != nil {
		return nil
	}
	return e
}

// outcome says what a photo has brought, and in which turn; 0: none is new.
func outcome(before, after *stream.Event, t *text.Texts) (says string, turn int) {
	s := &after.State
	if s.Turn > 0 && (s.Turn != before.State.Turn || !reflect.DeepEqual(s.LastTurn, before.State.LastTurn)) {
		return turnRead(after, t), s.Turn
	}
	switch why := held(after, t); {
	case why != "":
		return why, 0
	case s.Status == scoreboard.Lost && s.StatusText != "" && t.Lang == text.Default: // what the camera reports is in English
		return s.StatusText, 0
	case s.Status == scoreboard.Lost:
		return t.Say("board.lost"), 0
	case s.Crossword().Question != "":
		return t.Say("phone.read.question"), 0
	}
	return t.Say("phone.read.nothing"), 0
}

// held is what keeps the table from being read, and what to do with the phone that is its camera; "" if nothing does.
func held(e *stream.Event, t *text.Texts) string {
	if e == nil {
		return ""
	}
	for _, w := range e.State.Warnings {
		if key := "phone." + w.Code; t.Has(key) {
			return t.Say(key)
		}
		if strings.HasPrefix(w.Code, "held_") {
			return scoreboard.Warned(w, t)
		}
	}
	return ""
}

// turnRead is the last turn in a few words, "Ana: PA, 1 point", or the game's own sentence where it has no words.
func turnRead(e *stream.Event, t *text.Texts) string {
	s := &e.State
	if s.LastTurn == nil || len(s.LastTurn.Words) == 0 {
		return e.Game.Sentence(s, t)
	}
	var words []string
	for _, w := range s.LastTurn.Words {
		words = append(words, w.Text)
	}
	who := s.LastTurn.Player
	return t.Say("phone.read", "who", s.NameOf(who, t), "words", t.List(words), "points", t.Say("after.points", "n", s.PlayerOf(who).Delta))
}
