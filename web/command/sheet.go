package command

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
func (d *door) sheet(c echo.Context) error {
	table, err := d.server.Table(c)
	if err != nil {
		return err
	}
	name, role := c.Param("name"), d.server.Role(c, table.ID())
	if role < access.RolePlayer && !slices.Contains(freeSheets, name) {
		return access.ErrRole(access.RolePlayer)
	}
	e, err := table.Snapshot()
	if err != nil {
		return err
	}
	a := sheets.Asked{Role: role, Table: table.ID(), Values: c.QueryParams(), Desk: table.Desk(), Game: e.Game, Site: d.site, Mounted: d.server.Mounted, Ctx: c.Request().Context()}
	if color, err := engine.ParseColor(viewer.Seat(c, table.ID(), e.State.Players)); err == nil {
		a.Seat = color
	}
	if name == "hints" {
		if problem := d.mayHint(c, a, e.State.Aids); problem != nil {
			return problem
		}
	}
	sheet, ok := sheets.Draw(&e.State, viewer.LookOf(c), a, name)
	if !ok {
		return echo.NewHTTPError(http.StatusNotFound, "no such sheet")
	}
	if c.QueryParam("typed") != "" {
		return d.typed(c, table, a, sheet.Typed)
	}
	return d.server.Sheet(c, sheet)
}

// mayHint refuses hints where the table has not allowed them.
func (d *door) mayHint(c echo.Context, a sheets.Asked, aids scoreboard.Aids) error {
	if !aids.Hints {
		return echo.NewHTTPError(http.StatusForbidden, "hints are off at this table: the host can turn them on")
	}
	if a.Values.Get("rack") != "" && !d.limits.Allow(access.HintRate, a.Table+" "+c.RealIP()) {
		return echo.NewHTTPError(http.StatusTooManyRequests, "wait a moment before the next hint")
	}
	return nil
}
