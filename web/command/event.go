package command

import (
	"encoding/json"
	"errors"
	"fmt"
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
	"tilewatch/web/viewer"
)

// commandLimit is the largest event in bytes; a game has a hundred tiles at most.
const commandLimit = 64 << 10

// hostOnly are the events that need the host.
var hostOnly = []string{"start", engine.Marked}

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
