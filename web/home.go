package web

import (
	"github.com/labstack/echo/v4"

	"tilewatch/engine"
	"tilewatch/web/access"
	"tilewatch/web/frame"
	"tilewatch/web/invite"
	"tilewatch/web/stream"
	"tilewatch/web/viewer"
)

// homeModel is what the first page reads while no game is played.
type homeModel struct {
	*frame.Frame
	Table  string
	Role   access.Role
	Sample bool
	Games  bool // whether there are pages of past games
	Photo  bool
	Docs   bool
	Join   *invite.Invitation
	Defs   any
}

// home is the current table once somebody plays there, or the host has just begun a game, and until then what can be done here.
func (s *Server) home(c echo.Context) error {
	table, _, err := s.tables.Find(stream.CurrentTable)
	if err != nil {
		return err
	}
	state, err := table.State()
	if err != nil {
		return err
	}
	if begun := state.Events > 0 && len(state.Players) > 0; begun || state.Life != engine.SetUp || c.QueryParam("turned") != "" {
		return s.page(viewer.WatchView)(c)
	}
	m := homeModel{Frame: s.Frame(c, viewer.Language(c).Say("site")), Table: table.ID(), Role: s.Role(c, table.ID()),
		Sample: s.Mounted("/sample"), Games: s.Mounted("/games"), Photo: s.Mounted("/photo"), Docs: s.Mounted("/docs"), Defs: defs}
	m.Join = s.Invitation(c, table.ID(), access.RoleWatcher)
	return write(c, "home.html", m)
}
