package snag

import (
	"encoding/json"
	"html/template"
	"net/url"
	"slices"
	"strconv"

	"tilewatch/engine/game"
	"tilewatch/engine/snag"
	"tilewatch/web/parts"
	"tilewatch/web/scoreboard"
)

// fix is the sheet on which a move is corrected.
type fix struct {
	*model
	snag.Move        // that is wrong, or before which one is missing
	Missing   bool   // one is missing before it
	At        int    // whose it was, by seat
	Written   string // its number
	then      int    // the event of the move after it; 0: it was the last
}

// correctSheet takes what a move of this game was, or one that is missing before it.
func (m *model) correctSheet(values url.Values) (scoreboard.Sheet, bool) {
	i := slices.IndexFunc(m.Snag.Moves, func(v snag.Move) bool { return strconv.Itoa(v.Event) == values.Get("event") })
	if i < 0 {
		return scoreboard.Sheet{}, false
	}
	f := &fix{model: m, Move: m.Snag.Moves[i], Missing: values.Has("missing")}
	title := m.T("snag.correct.title", "number", f.Number)
	f.At, f.Written = f.Seat, strconv.Itoa(f.Number)
	if f.Missing {
		title, f.Written = m.T("snag.correct.before", "number", f.Number), ""
	} else if i+1 < len(m.Snag.Moves) {
		f.then = m.Snag.Moves[i+1].Event
	}
	if values.Has("number") {
		f.Written = values.Get("number")
	}
	if seat, err := strconv.Atoi(values.Get("player")); err == nil && seat >= 0 && seat < len(m.Players) {
		f.At = seat
	}
	sheet := parts.DrawSheet(head.Templates(), f, title, "snag-sheet-correct")
	sheet.Typed = f.typed()
	return sheet, true
}

// typed is the correction that was written, if it is one.
func (f *fix) typed() *scoreboard.Typed {
	number, err := strconv.Atoi(f.Written)
	switch {
	case f.Written == "" || number == f.Number && f.At == f.Seat && !f.Missing:
		return &scoreboard.Typed{}
	case err != nil:
		return &scoreboard.Typed{Problem: f.T("snag.type.wrong")}
	}
	place := map[string]any{"type": snag.Place, "player": f.At, "number": number}
	name := "event"
	if f.Missing {
		name = "before"
	}
	typed := scoreboard.TypedEvent(map[string]any{"type": game.Correct, name: f.Event, "to": place})
	typed.Shown = func(after *scoreboard.State) template.HTML {
		return parts.Draw(head.Templates(), newModel(after, f.Look), "snag-trial")["snag-trial"]
	}
	return typed
}

// Took is the event that has a seat take the run that the move made.
func (f *fix) Took(seat int) (string, error) {
	took := map[string]any{"type": snag.Call, "player": seat}
	event := map[string]any{"type": game.Correct, "to": took}
	switch {
	case f.Taken > 0:
		event["event"], took["type"] = f.Taken, f.By
	case f.then > 0:
		event["before"] = f.then
	default:
		event = took // it still waits
	}
	data, err := json.Marshal(event)
	return string(data), err
}
