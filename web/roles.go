package web

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"tilewatch/web/access"
	"tilewatch/web/stream"
)

// Role is what the request's sender may do at the table: by a link's cookie, its key, or the PIN.
func (s *Server) Role(c echo.Context, table string) access.Role { return s.guard.Role(c, table) }

// Require lets only those pass who have the role at the table of the address (":id"; else the current one).
func (s *Server) Require(least access.Role) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			table, err := s.Table(c)
			if err != nil {
				return err
			}
			if s.Role(c, table.ID()) < least {
				return access.ErrRole(least)
			}
			return next(c)
		}
	}
}

// Table is the one in the address, or the current one.
func (s *Server) Table(c echo.Context) (*stream.Table, error) {
	id := c.Param("id")
	if id == "" {
		id = stream.CurrentTable
	}
	table, _, err := s.tables.Find(id)
	return table, err
}

// shown is that table, and what it shows.
func (s *Server) shown(c echo.Context) (*stream.Table, *stream.Event, error) {
	table, err := s.Table(c)
	if err != nil {
		return nil, nil, err
	}
	e, err := table.Snapshot()
	return table, e, err
}

// Link is the address, without the host, that gives the role at the table.
func (s *Server) Link(table string, r access.Role) string { return s.guard.Keys.Now().Link(table, r) }

// enter takes a link's key into a cookie and goes on to the table, so that the key does not stay in the address.
func (s *Server) enter(c echo.Context) error {
	table, err := s.Table(c)
	if err != nil {
		return err
	}
	id := table.ID()
	role := s.guard.Keys.Now().Role(id, c.Param("key"))
	if role == access.RoleWatcher {
		s.guard.Alarms.Raise(access.WrongLink, "from", c.RealIP(), "table", id)
		return echo.NewHTTPError(http.StatusNotFound, "this link does not work any more: ask for a new one")
	}
	if role >= s.Role(c, id) {
		s.guard.Remember(c, id, role)
	}
	to := "/t/" + id + "/play"
	if role == access.RoleHost && c.QueryParam("to") == "setup" {
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

// renewLinks makes all earlier links and codes worthless, at every table of this server. The sender
// stays the host; everybody else joins again. Open pages notice at once.
func (s *Server) renewLinks(c echo.Context) error {
	table, err := s.Table(c)
	if err != nil {
		return err
	}
	if !s.guard.Keys.Renewable() {
		return echo.NewHTTPError(http.StatusConflict, "links cannot be renewed on this server")
	}
	hosted := s.guard.Hosted(c, table.ID())
	if err := s.guard.Renew(); err != nil {
		return err
	}
	s.guard.Alarms.Raise(access.LinksRenewed, "from", c.RealIP())
	for _, id := range hosted {
		s.guard.Remember(c, id, access.RoleHost)
	}
	s.renewed()
	return c.Redirect(http.StatusSeeOther, "/t/"+table.ID()+"/setup?renewed=1#invite")
}

// endSession takes the role from one browser. Its open pages notice at once.
func (s *Server) endSession(c echo.Context) error {
	table, err := s.Table(c)
	if err != nil {
		return err
	}
	if err := s.guard.End(table.ID(), c.FormValue("id")); err != nil {
		return err
	}
	s.tables.Review()
	return c.Redirect(http.StatusSeeOther, "/t/"+table.ID()+"/setup#sessions")
}

// leave takes the role back that the sender's browser has, and the seat.
func (s *Server) leave(c echo.Context) error {
	table, err := s.Table(c)
	if err != nil {
		return err
	}
	if err := s.guard.Leave(c, table.ID()); err != nil {
		return err
	}
	s.tables.Review()
	s.setCookie(c, "seat-"+table.ID(), "", -1)
	return c.Redirect(http.StatusSeeOther, "/t/"+table.ID()+"/join")
}

// MayChangeKept reports whether the request's sender may end, name and hide the games that are kept at the table: the host, and players
// whom the host allows it.
func (s *Server) MayChangeKept(c echo.Context, table string) bool {
	role := s.Role(c, table)
	return role >= access.RoleHost || role >= access.RolePlayer && s.options.Book.Lent(table)
}

// Rekey takes the keys that another server has renewed for all. Those that are in use already change nothing.
func (s *Server) Rekey(k access.Keys) {
	if s.guard.Keys.Put(k) {
		s.guard.Book.Forget()
		s.guard.Alarms.Raise(access.LinksRenewed, "from", "another server")
		s.renewed()
	}
}

// renewed has open streams learn that links give other roles now.
func (s *Server) renewed() {
	s.tables.Review()
	if s.options.Renewed != nil {
		s.options.Renewed(s)
	}
}

// Closing is closed when the server ends: streams of other packages are to end then.
func (s *Server) Closing() <-chan struct{} { return s.closing }
