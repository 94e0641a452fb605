package command

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"tilewatch/web/access"
)

// command answers POST /api/tables/{id}/commands: one event of the engine. 200: done; 422: the rules refuse it; 409: others
// were faster (?after=N names the number of events that the sender had seen); 403: the sender's role does not allow it.
func (d *door) command(c echo.Context) error {
	table, err := d.server.Table(c)
	if err != nil {
		return err
	}
	role := d.server.Role(c, table.ID())
	if role < access.RolePlayer {
		return access.ErrRole(access.RolePlayer)
	}
	trying, rate := c.QueryParam("try") != "", access.CommandRate
	if trying {
		rate = access.TryRate
	}
	if !d.limits.Allow(rate, table.ID()+" "+c.RealIP()) {
		c.Response().Header().Set("Retry-After", "1")
		return echo.NewHTTPError(http.StatusTooManyRequests, "too many commands: wait a second")
	}
	command, err := readCommand(c, role)
	if err != nil {
		return err
	}
	if command.Type == "name" && role < access.RoleHost && !ownSeat(c, table, command.Event) {
		return &access.Refusal{HTTPError: echo.NewHTTPError(http.StatusForbidden, "you can change your own name; the host can change every name"), Key: "names.own"}
	}
	desk := table.Desk()
	if desk == nil {
		return echo.NewHTTPError(http.StatusConflict, "this table is read-only here")
	}
	if trying {
		return d.tryCommand(c, table, command)
	}
	out, err := desk.Do(c.Request().Context(), command)
	if err != nil {
		return err
	}
	return answer(c, out, nil)
}
