package web

import (
	"errors"
	"html/template"
	"net/http"

	"github.com/labstack/echo/v4"

	"tilewatch/web/desk"
	"tilewatch/web/scoreboard"
	"tilewatch/web/stream"
)

// trial is a game that shows what a play would bring. s is the state after it.
type trial interface {
	Trial(s *scoreboard.State, look scoreboard.Look) template.HTML
}

var errNoTrial = echo.NewHTTPError(http.StatusNotImplemented, "this table cannot try an event")

// tryCommand answers what the event would bring, and changes nothing.
func (s *Server) tryCommand(c echo.Context, table *stream.Table, command desk.Command) error {
	out, err := s.try(c, table, command)
	if err != nil {
		return err
	}
	how := &tried{rack: out.Rack}
	if out.OK {
		how.said, how.shown = s.foreseen(c, table, out, nil)
	}
	return s.answerCommand(c, out, how)
}

func (s *Server) try(c echo.Context, table *stream.Table, command desk.Command) (desk.Outcome, error) {
	trier, can := table.Desk().(desk.Trier)
	if !can {
		return desk.Outcome{}, errNoTrial
	}
	out, err := trier.Try(c.Request().Context(), command)
	if errors.Is(err, desk.ErrNoTrial) {
		return out, errNoTrial
	}
	return out, err
}
