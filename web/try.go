package web

import (
	"errors"
	"html/template"
	"net/http"

	"github.com/labstack/echo/v4"

	"tilewatch/web/desk"
	"tilewatch/web/scoreboard"
	"tilewatch/web/stream"
	"tilewatch/web/viewer"
)

// trial is a game that shows what a play would bring. s is the state after it.
type trial interface {
	Trial(s *scoreboard.State, look scoreboard.Look) template.HTML
}

var errNoTrial = echo.NewHTTPError(http.StatusNotImplemented, "this table cannot try an event")

// tryCommand answers what the event would bring, and changes nothing.
func (s *Server) tryCommand(c echo.Context, table *stream.Table, command desk.Command) error {
	trier, can := table.Desk().(desk.Trier)
	if !can {
		return errNoTrial
	}
	out, err := trier.Try(c.Request().Context(), command)
	if errors.Is(err, desk.ErrNoTrial) {
		return errNoTrial
	}
	if err != nil {
		return err
	}
	how := &tried{rack: out.Rack}
	if !out.OK {
		return s.answerCommand(c, out, how)
	}
	now, err := table.Snapshot()
	if err != nil {
		return err
	}
	look := viewer.LookOf(c)
	after := scoreboard.Complete(out.State, &now.State, now.Game)
	how.said = now.Game.Sentence(&after, look.Texts)
	if game, shows := now.Game.(trial); shows {
		how.shown = game.Trial(&after, look)
	}
	return s.answerCommand(c, out, how)
}
