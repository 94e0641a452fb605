package web

import (
	"net/http"

	"github.com/labstack/echo/v4"
)

// Role is what the request's sender may do at the table: by a link's cookie, its key, or the PIN.
func (s *Server) Role(c echo.Context, table string) Role { return s.guard.role(c, table) }

// Require lets only those pass who have the role at the table of the address (":id"; else the current one).
func (s *Server) Require(least Role) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			table, _, err := s.table(c)
			if err != nil {
				return err
			}
			if s.Role(c, table.ID()) < least {
				return errRole(least)
			}
			return next(c)
		}
	}
}

// table is the one in the address, or the current one.
func (s *Server) table(c echo.Context) (*Table, <-chan struct{}, error) {
	id := c.Param("id")
	if id == "" {
		id = currentTable
	}
	return s.tables.find(id)
}

// Link is the address, without the host, that gives the role at the table.
func (s *Server) Link(table string, r Role) string { return s.guard.keys.now().Link(table, r) }

// RoleOf is Role for a request at the current table, for handlers that know nothing of tables.
func (s *Server) RoleOf(r *http.Request) Role {
	table, _, err := s.tables.find(currentTable)
	if err != nil {
		return RoleWatcher
	}
	return s.Role(s.echo.NewContext(r, nil), table.ID())
}

// enter takes a link's key into a cookie and goes on to the table, so that the key does not stay in the address.
func (s *Server) enter(c echo.Context) error {
	table, _, err := s.table(c)
	if err != nil {
		return err
	}
	id := table.ID()
	role := s.guard.keys.now().role(id, c.Param("key"))
	if role == RoleWatcher {
		return echo.NewHTTPError(http.StatusNotFound, "this link is not known here: ask for a new one")
	}
	if role >= s.Role(c, id) {
		s.guard.remember(c, id, role)
	}
	to := "/t/" + id + "/play"
	if role == RoleHost && c.QueryParam("to") == "setup" {
		to = "/t/" + id + "/setup"
	}
	if c.QueryParam("to") == "camera" { // this browser is to be the camera: see package camera
		to = "/camera"
	}
	if c.QueryParam("to") == "hub" { // see package hub
		to = "/hub"
	}
	return c.Redirect(http.StatusSeeOther, to)
}

// renewLinks makes all links and codes that were handed out worthless, at every table of this server. Who has just asked for it
// stays the host; everybody else joins again. Open pages learn it at once.
func (s *Server) renewLinks(c echo.Context) error {
	table, _, err := s.table(c)
	if err != nil {
		return err
	}
	if !s.guard.keys.renewable() {
		return echo.NewHTTPError(http.StatusConflict, "these links cannot be renewed from here")
	}
	hosted := s.guard.hosted(c, table.ID())
	if err := s.guard.keys.renew(); err != nil {
		return err
	}
	for _, id := range hosted {
		s.guard.remember(c, id, RoleHost)
	}
	s.renewed()
	return c.Redirect(http.StatusSeeOther, "/t/"+table.ID()+"/setup?renewed=1#invite")
}
