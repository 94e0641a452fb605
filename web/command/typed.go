package command

import (
	"encoding/json"
	"errors"
	"html/template"
	"net/http"

	"github.com/labstack/echo/v4"

	"tilewatch/web/access"
	"tilewatch/web/desk"
	"tilewatch/web/scoreboard"
	"tilewatch/web/sheets"
	"tilewatch/web/stream"
)

// typed answers what the form on a sheet says so far: its event, and what that would bring.
func (d *door) typed(c echo.Context, table *stream.Table, a sheets.Asked, typed *scoreboard.Typed) error {
	switch {
	case typed == nil:
		return echo.NewHTTPError(http.StatusNotFound, "nothing is typed on this sheet")
	case typed.Event == nil:
		return c.JSON(http.StatusOK, reply{Code: "incomplete", Message: typed.Problem, Tried: &tried{}})
	case !d.limits.Allow(access.TryRate, table.ID()+" "+c.RealIP()):
		c.Response().Header().Set("Retry-After", "1")
		return echo.NewHTTPError(http.StatusTooManyRequests, "too many commands: wait a second")
	}
	var event struct{ Type string }
	if err := json.Unmarshal(typed.Event, &event); err != nil {
		return err
	}
	command := desk.Command{Event: typed.Event, Type: event.Type, Role: a.Role, After: -1}
	out, err := try(c, table, command)
	if errors.Is(err, errNoTrial) { // sending says
		return c.JSON(http.StatusOK, reply{RawMessage: json.RawMessage(`{"ok":true}`), Tried: &tried{event: typed.Event}})
	}
	if err != nil {
		return err
	}
	how := &tried{event: typed.Event}
	if out.OK {
		how.said, how.shown = foreseen(c, table, out, func(after *scoreboard.State) template.HTML {
			if typed.Shown == nil {
				return ""
			}
			return typed.Shown(after)
		})
	}
	return answer(c, out, how)
}
