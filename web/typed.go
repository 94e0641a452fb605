package web

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
	"tilewatch/web/viewer"
)

// typed answers what the form on a sheet says so far: its event, and what that would bring.
func (s *Server) typed(c echo.Context, table *stream.Table, a sheets.Asked, typed *scoreboard.Typed) error {
	switch {
	case typed == nil:
		return echo.NewHTTPError(http.StatusNotFound, "nothing is typed on this sheet")
	case typed.Event == nil:
		return c.JSON(http.StatusOK, reply{Code: "incomplete", Message: typed.Problem, Tried: &tried{}})
	case !s.guard.Limits.Allow(access.TryRate, table.ID()+" "+c.RealIP()):
		c.Response().Header().Set("Retry-After", "1")
		return echo.NewHTTPError(http.StatusTooManyRequests, "too many commands: wait a second")
	}
	var event struct{ Type string }
	if err := json.Unmarshal(typed.Event, &event); err != nil {
		return err
	}
	command := desk.Command{Event: typed.Event, Type: event.Type, Role: a.Role, After: -1}
	out, err := s.try(c, table, command)
	if errors.Is(err, errNoTrial) { // sending says
		return c.JSON(http.StatusOK, reply{RawMessage: json.RawMessage(`{"ok":true}`), Tried: &tried{event: typed.Event}})
	}
	if err != nil {
		return err
	}
	how := &tried{event: typed.Event}
	if out.OK {
		how.said, how.shown = s.foreseen(c, table, out, func(after *scoreboard.State) template.HTML {
			if typed.Shown == nil {
				return ""
			}
			return typed.Shown(after)
		})
	}
	return s.answerCommand(c, out, how)
}

// foreseen is what a page says and shows of the state that would follow. shown may be nil.
func (s *Server) foreseen(c echo.Context, table *stream.Table, out desk.Outcome, shown func(after *scoreboard.State) template.HTML) (string, template.HTML) {
	now, err := table.Snapshot()
	if err != nil {
		return "", "" // the table is closed
	}
	after := scoreboard.Complete(out.State, &now.State, now.Game)
	said := now.Game.Sentence(&after, viewer.Language(c))
	if shown != nil {
		return said, shown(&after)
	}
	if game, shows := now.Game.(trial); shows {
		return said, game.Trial(&after, viewer.LookOf(c))
	}
	return said, ""
}
