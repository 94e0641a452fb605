package web

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io"
	"mime"
	"net/http"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"tilewatch/engine"
	"tilewatch/engine/ndjson"
	"tilewatch/web/access"
	"tilewatch/web/desk"
	"tilewatch/web/stream"
	"tilewatch/web/text"
	"tilewatch/web/viewer"
)

// commandLimit is the largest event in bytes; a game has a hundred tiles at most.
const commandLimit = 64 << 10

// hostOnly are the events that need the host.
var hostOnly = []string{"start", engine.Marked}

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

// command answers POST /api/tables/{id}/commands: one event of the engine. 200: done; 422: the rules refuse it; 409: others
// were faster (?after=N names the number of events that the sender had seen); 403: the sender's role does not allow it.
func (s *Server) command(c echo.Context) error {
	table, _, err := s.table(c)
	if err != nil {
		return err
	}
	role := s.Role(c, table.ID())
	if role < access.RolePlayer {
		return access.ErrRole(access.RolePlayer)
	}
	trying, rate := c.QueryParam("try") != "", access.CommandRate
	if trying {
		rate = access.TryRate
	}
	if !s.guard.Limits.Allow(rate, table.ID()+" "+c.RealIP()) {
		c.Response().Header().Set("Retry-After", "1")
		return echo.NewHTTPError(http.StatusTooManyRequests, "too many commands: wait a second")
	}
	command, err := readCommand(c, role)
	if err != nil {
		return err
	}
	if command.Type == "name" && role < access.RoleHost && !ownSeat(c, table, command.Event) {
		return &refusal{echo.NewHTTPError(http.StatusForbidden, "you can change your own name; the host can change every name"), "names.own", nil}
	}
	desk := table.Desk()
	if desk == nil {
		return echo.NewHTTPError(http.StatusConflict, "this table is read-only here")
	}
	if trying {
		return s.tryCommand(c, table, command)
	}
	out, err := desk.Do(c.Request().Context(), command)
	if err != nil {
		return err
	}
	return s.answerCommand(c, out, nil)
}

// answerCommand answers what became of a command; how is set where it was only tried.
func (s *Server) answerCommand(c echo.Context, out desk.Outcome, how *tried) error {
	t := viewer.Language(c)
	r := reply{RawMessage: out.Answer, Late: out.Late, Unsafe: out.Unsafe, Tried: how}
	status := http.StatusOK
	switch {
	case out.Late:
		status, r.Code, r.Message = http.StatusConflict, "late", t.Say("refused.late")
	case !out.OK:
		status, r.Code, r.Message = http.StatusUnprocessableEntity, cmp.Or(out.Rule, "refused"), out.Why
		if key := "refused." + out.Rule; t.Lang != text.Default && t.Has(key) {
			r.Message = t.Say(key)
		}
	}
	if how != nil { // the caller asked for a refusal
		status = http.StatusOK
	}
	return c.JSON(status, r)
}

// readCommand reads the event. Its type is JSON only, which no other site's form can send.
func readCommand(c echo.Context, role access.Role) (desk.Command, error) {
	kind, _, err := mime.ParseMediaType(c.Request().Header.Get("Content-Type"))
	if err != nil || kind != "application/json" {
		return desk.Command{}, echo.NewHTTPError(http.StatusUnsupportedMediaType, "send one event as application/json")
	}
	data, err := io.ReadAll(http.MaxBytesReader(c.Response(), c.Request().Body, commandLimit))
	var large *http.MaxBytesError
	if errors.As(err, &large) {
		return desk.Command{}, echo.NewHTTPError(http.StatusRequestEntityTooLarge, "the event is too long")
	}
	if err != nil {
		return desk.Command{}, echo.NewHTTPError(http.StatusBadRequest, "the event was cut off: send it again")
	}
	var event struct {
		Type string `json:"type"`
	}
	if err := json.Unmarshal(data, &event); err != nil {
		return desk.Command{}, echo.NewHTTPError(http.StatusBadRequest, `not an event: send one JSON object with a "type"`)
	}
	if member, twice := ndjson.Twice(data); twice {
		return desk.Command{}, echo.NewHTTPError(http.StatusBadRequest, fmt.Sprintf("the event has %q twice: send each member once", member))
	}
	if slices.Contains(hostOnly, event.Type) && role < access.RoleHost {
		return desk.Command{}, access.ErrRole(access.RoleHost)
	}
	after := -1
	if text := c.QueryParam("after"); text != "" {
		if after, err = strconv.Atoi(text); err != nil || after < 0 {
			return desk.Command{}, echo.NewHTTPError(http.StatusBadRequest, "\"after\" must be the number of events you have seen")
		}
	}
	return desk.Command{Event: data, Type: event.Type, Role: role, After: after}, nil
}

// ownSeat says whether a browser's phone belongs to the player whom the event names.
func ownSeat(c echo.Context, table *stream.Table, event json.RawMessage) bool {
	var e struct{ Player string }
	state, err := table.State()
	if err != nil {
		return false
	}
	seat := viewer.Seat(c, table.ID(), state.Players)
	return json.Unmarshal(event, &e) == nil && e.Player == seat && seat != ""
}
