package web

import (
	"bytes"
	"fmt"
	"html/template"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"tilewatch/web/board"
)

// pageModel is what the live page's template reads.
type pageModel struct {
	*Frame
	Table       string
	View        string
	Only, Scale string // the overlay's choice of part, and its size
	Theme       string // of the overlay: it cannot know what is behind it
	Events      string
	Seq         uint64
	Turn        int
	Count       int // events of the game
	Since, Now  int64
	Role        Role
	May         bool   // whether this page may change the game
	Seat        string // the color of who holds this phone, if somebody said
	Defs        template.HTML
	Parts       parts
	Join        *invitation
	Turned      int  // quarter turns of the board
	Result      bool // whether there are pages of finished games
}

// Quarter is the next way to turn the board, for browsers without scripts.
func (m pageModel) Quarter() int { return (m.Turned + 1) % 4 }

// page answers a view of the table in the address, or of the current one. The page is complete as it is sent;
// the stream only keeps it fresh.
func (s *Server) page(v view) echo.HandlerFunc {
	return func(c echo.Context) error {
		table, _, err := s.table(c)
		if err != nil {
			return err
		}
		e, err := table.snapshot()
		if err != nil {
			return err
		}
		m := s.newPage(c, v, table, e)
		if c.QueryParam("turned") != "" && remembersTurning(v) { // a browser without scripts followed the link
			s.setCookie(c, turnedCookie, strconv.Itoa(m.Turned), yearSeconds)
		}
		if v == tvView {
			m.Join = s.invitation(c, table.ID(), RoleWatcher)
		}
		if v == overlayView {
			m.Only, m.Scale = pick(c.QueryParam("part"), "scores", "board", "turn"), pick(c.QueryParam("scale"), "2", "3")
			m.Theme = pick(c.QueryParam("theme"), "light", "dark")
		}
		return write(c, "page.html", m)
	}
}

func (s *Server) newPage(c echo.Context, v view, table *Table, e *event) pageModel {
	look := lookOf(c)
	id := c.Param("id")
	if id == "" {
		id = currentTable
	}
	if !remembersTurning(v) && c.QueryParam("turned") == "" {
		look.Quarters = 0
	}
	query := "page=" + viewNames[v] + "&lang=" + look.Texts.Lang + "&turned=" + strconv.Itoa(look.Quarters)
	m := pageModel{
		Frame: s.frame(c, look.Texts.Say("page."+viewNames[v], "game", e.game.Title())), Table: table.ID(), View: viewNames[v], Events: fmt.Sprintf("/api/tables/%s/events?%s", id, query),
		Seq: e.state.Seq, Turn: e.state.Turn, Count: e.state.Events, Since: e.state.TurnSince.UnixMilli(), Now: time.Now().UnixMilli(),
		Role: s.Role(c, table.ID()), Seat: seat(c, table.ID()), Defs: defs, Parts: e.parts(look), Turned: look.Quarters,
	}
	m.Result = s.has("/games/:game") && (v == watchView || v == playView)
	m.May = v == playView && m.Role >= RolePlayer && table.Desk() != nil
	return m
}

func write(c echo.Context, name string, m any) error { return writeStatus(c, http.StatusOK, name, m) }

func writeStatus(c echo.Context, status int, name string, m any) error {
	var b bytes.Buffer
	if err := pageTemplates.ExecuteTemplate(&b, name, m); err != nil {
		return fmt.Errorf("draw the page: %w", err)
	}
	return c.HTMLBlob(status, b.Bytes())
}

// defs are the patterns that every drawing of a page refers to.
var defs = func() template.HTML {
	var b strings.Builder
	_ = board.Defs(&b) // a strings.Builder never fails
	return template.HTML(b.String())
}()
