package web

import (
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"tilewatch/engine"
	"tilewatch/web/access"
	"tilewatch/web/scoreboard"
	"tilewatch/web/sheets"
	"tilewatch/web/viewer"
)

// freeSheets show only what everybody may know.
var freeSheets = []string{"why"}

// sheet answers a dialog's html.
func (s *Server) sheet(c echo.Context) error {
	table, _, err := s.table(c)
	if err != nil {
		return err
	}
	name, role := c.Param("name"), s.Role(c, table.ID())
	if role < access.RolePlayer && !slices.Contains(freeSheets, name) {
		return access.ErrRole(access.RolePlayer)
	}
	e, err := table.Snapshot()
	if err != nil {
		return err
	}
	a := sheets.Asked{Role: role, Table: table.ID(), Values: c.QueryParams(), Desk: table.Desk(), Game: e.Game, Site: s.options.Secure, Mounted: s.has, Ctx: c.Request().Context()}
	if color, err := engine.ParseColor(viewer.Seat(c, table.ID())); err == nil {
		a.Seat = color
	}
	if name == "hints" {
		if problem := s.mayHint(c, a, e.State.Aids); problem != nil {
			return problem
		}
	}
	sheet, ok := sheets.Draw(&e.State, viewer.LookOf(c), a, name)
	if !ok {
		return echo.NewHTTPError(http.StatusNotFound, "no such sheet")
	}
	if c.QueryParam("typed") != "" {
		return s.typed(c, table, a, sheet.Typed)
	}
	return s.Sheet(c, sheet)
}

// mayHint refuses hints where the table has not allowed them.
func (s *Server) mayHint(c echo.Context, a sheets.Asked, aids scoreboard.Aids) error {
	if !aids.Hints {
		return echo.NewHTTPError(http.StatusForbidden, "hints are off at this table: the host can turn them on")
	}
	if a.Values.Get("rack") != "" && !s.guard.Limits.Allow(access.HintRate, a.Table+" "+c.RealIP()) {
		return echo.NewHTTPError(http.StatusTooManyRequests, "wait a moment before the next hint")
	}
	return nil
}
