package command

import (
	"cmp"
	"encoding/json"
	"html/template"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"tilewatch/web/desk"
	"tilewatch/web/text"
	"tilewatch/web/viewer"
)

// reply is the answer to a command: the engine's, with what a page shows of it.
type reply struct {
	json.RawMessage        // the engine's answer
	Late            bool   // others were faster
	Unsafe          bool   // not kept yet
	Code, Message   string // why it was refused: for programs, and in the reader's language
	Tried           *tried // what it would bring, where it was only tried
}

// tried is what a page shows and says of an event that was only tried.
type tried struct {
	shown template.HTML
	said  string
	rack  string          // the letters on the player's rack, as far as the camera saw them
	event json.RawMessage // where the server made it of what was typed
}

// MarshalJSON adds to the engine's answer.
func (r reply) MarshalJSON() ([]byte, error) {
	answer := map[string]json.RawMessage{}
	if len(r.RawMessage) > 0 {
		if err := json.Unmarshal(r.RawMessage, &answer); err != nil {
			return nil, err
		}
	}
	add := func(key string, value any) {
		data, err := json.Marshal(value)
		if err == nil { // plain data
			answer[key] = data
		}
	}
	if _, there := answer["ok"]; !there {
		add("ok", false)
	}
	if r.Late {
		add("late", true)
	}
	if r.Unsafe {
		add("saved", false)
	}
	if r.Message != "" {
		add("code", r.Code)
		add("message", r.Message)
	}
	if r.Tried != nil {
		add("tried", true)
		add("shown", r.Tried.shown)
		add("said", r.Tried.said)
		add("rack", r.Tried.rack)
		if r.Tried.event != nil {
			add("event", r.Tried.event)
		}
	}
	return json.Marshal(answer)
}

// answer answers what became of a command; how is set where it was only tried.
func answer(c echo.Context, out desk.Outcome, how *tried) error {
	t := viewer.Language(c)
	r := reply{RawMessage: out.Answer, Late: out.Late, Unsafe: out.Unsafe, Tried: how}
	status := http.StatusOK
	switch {
	case out.Late:
		status, r.Code, r.Message = http.StatusConflict, "late", t.Say("refused.late")
	case !out.OK:
		status, r.Code, r.Message = http.StatusUnprocessableEntity, cmp.Or(out.Rule, "refused"), out.Why
		// The engine's own sentence may name players and words, but nobody sees the board's rows and columns.
		if key := "refused." + out.Rule; t.Has(key) && (t.Lang != text.Default || strings.Contains(out.Why, "(row ")) {
			r.Message = t.Say(key)
		}
	}
	if how != nil { // the caller asked for a refusal
		status = http.StatusOK
	}
	return c.JSON(status, r)
}
