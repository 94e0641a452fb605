package web

import (
	"fmt"
	"html/template"
	"strconv"

	"github.com/labstack/echo/v4"

	"tilewatch/engine"
	"tilewatch/engine/lexicon"
	"tilewatch/web/access"
	"tilewatch/web/frame"
	"tilewatch/web/invite"
	"tilewatch/web/parts"
	"tilewatch/web/stream"
	"tilewatch/web/viewer"
)

// pageModel is what the live page's template reads.
type pageModel struct {
	*frame.Frame
	Table string
	View  string
	overlayChoice
	Events     string
	Seq        uint64
	Turn       int
	Count      int // events of the game
	Since, Now int64
	Role       access.Role
	May        bool   // whether this page may change the game
	Seat       string // the color of who holds this phone, if somebody said
	Holder     string // that player's name, if it has one
	Defs       template.HTML
	Parts      parts.Parts
	Join       *invite.Invitation
	Lobby      *invite.Invitation // lets play; nil: the reader may invite nobody
	Code       string             // its short form
	Turned     int                // quarter turns of the board
	Apart      bool               // who types an Ä lays A and E
}

// Quarter is the next way to turn the board, for browsers without scripts.
func (m pageModel) Quarter() int { return (m.Turned + 1) % 4 }

// page answers a view of the table in the address, or of the current one. The page is complete as it is sent;
// the stream only keeps it fresh.
func (s *Server) page(v viewer.View) echo.HandlerFunc {
	return func(c echo.Context) error {
		table, err := s.Table(c)
		if err != nil {
			return err
		}
		e, err := table.Snapshot()
		if err != nil {
			return err
		}
		m := s.newPage(c, v, table, e)
		if c.QueryParam("turned") != "" && viewer.RemembersTurning(v) { // a browser without scripts followed the link
			s.setCookie(c, viewer.TurnedCookie, strconv.Itoa(m.Turned), yearSeconds)
		}
		if v == viewer.TVView {
			m.Join = s.Invitation(c, table.ID(), access.RoleWatcher)
		}
		// A screen that a player or the host has opened shows how to play, too: whoever else looks at it sits at the table. A host's own page does before the first play.
		if table.Desk() != nil && (v == viewer.TVView && m.Role >= access.RolePlayer || v == viewer.PlayView && m.Role >= access.RoleHost && e.State.Life == engine.SetUp) {
			m.Lobby, m.Code = s.Invitation(c, table.ID(), access.RolePlayer), access.ShownCode(s.Code(table.ID()))
		}
		if v == viewer.OverlayView {
			m.overlayChoice = overlayOf(c.QueryParams())
		}
		return write(c, "page.html", m)
	}
}

func (s *Server) newPage(c echo.Context, v viewer.View, table *stream.Table, e *stream.Event) pageModel {
	look := viewer.LookOf(c)
	id := c.Param("id")
	if id == "" {
		id = stream.CurrentTable
	}
	if !viewer.RemembersTurning(v) && c.QueryParam("turned") == "" {
		look.Quarters = 0
	}
	query := "page=" + viewer.ViewNames[v] + "&lang=" + look.Texts.Lang + "&turned=" + strconv.Itoa(look.Quarters)
	m := pageModel{
		Frame: s.Frame(c, look.Texts.Say("page."+viewer.ViewNames[v], "game", e.Game.Title())), Table: table.ID(), View: viewer.ViewNames[v], Events: fmt.Sprintf("/api/tables/%s/events?%s", id, query),
		Seq: e.State.Seq, Turn: e.State.Turn, Count: e.State.Events, Since: e.State.TurnSince.UnixMilli(), Now: table.Clock().Now().UnixMilli(),
		Role: s.Role(c, table.ID()), Seat: viewer.Seat(c, table.ID(), e.State.Players), Defs: defs, Parts: e.Parts(look), Turned: look.Quarters, Apart: lexicon.Apart(e.State.List),
	}
	if color, err := engine.ParseColor(m.Seat); err == nil {
		m.Holder = e.State.PlayerOf(color).Name
	}
	m.May = v == viewer.PlayView && m.Role >= access.RolePlayer && table.Desk() != nil
	return m
}
