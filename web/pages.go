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
	"tilewatch/web/text"
)

// view is one way of looking at a table. They differ in dress: what is shown, and how large.
type view int

const (
	watchView view = iota
	playView
	tvView
	overlayView
)

var viewNames = [...]string{watchView: "watch", playView: "play", tvView: "tv", overlayView: "overlay"}

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
		Frame: s.frame(c, look.Texts.Say("page."+viewNames[v], "game", gameOf(&e.state).Title())), Table: table.ID(), View: viewNames[v], Events: fmt.Sprintf("/api/tables/%s/events?%s", id, query),
		Seq: e.state.Seq, Turn: e.state.Turn, Count: e.state.Events, Since: e.state.TurnSince.UnixMilli(), Now: time.Now().UnixMilli(),
		Role: s.Role(c, table.ID()), Seat: seat(c, table.ID()), Defs: defs, Parts: e.parts(look), Turned: look.Quarters,
	}
	m.Result = s.has("/games/:game") && (v == watchView || v == playView)
	m.May = v == playView && m.Role >= RolePlayer && table.Desk() != nil
	return m
}

// turnedCookie keeps how this device has turned the board.
const turnedCookie = "turned"

// remembersTurning tells whether a view keeps how its device has turned the board: those that can be held. What hangs on a wall or
// lies over a film is told by its address alone.
func remembersTurning(v view) bool { return v == watchView || v == playView }

// lookOf is how the request's sender looks at a table: the language of the address, of the cookie, or of the browser; and
// which way the board is turned, by the address or the cookie.
func lookOf(c echo.Context) Look {
	turned := c.QueryParam("turned")
	if cookie, err := c.Cookie(turnedCookie); turned == "" && err == nil {
		turned = cookie.Value
	}
	quarters, err := strconv.Atoi(turned)
	if err != nil || quarters < 0 {
		quarters = 0
	}
	return Look{Texts: language(c), Quarters: quarters % 4}
}

func language(c echo.Context) *text.Texts {
	if lang := c.QueryParam("lang"); lang != "" {
		return text.For(lang)
	}
	if cookie, err := c.Cookie("lang"); err == nil {
		return text.For(cookie.Value)
	}
	return text.Accepted(c.Request().Header.Get("Accept-Language"))
}

// seat is whose phone this is, as far as somebody said.
func seat(c echo.Context, table string) string {
	cookie, err := c.Cookie("seat-" + table)
	if err != nil {
		return ""
	}
	return pick(cookie.Value, "red", "purple", "yellow", "green")
}

// pick answers the value if it is one of the allowed ones, else nothing.
func pick(value string, allowed ...string) string {
	for _, a := range allowed {
		if a == value {
			return value
		}
	}
	return ""
}

func write(c echo.Context, name string, m any) error { return writeStatus(c, http.StatusOK, name, m) }

func writeStatus(c echo.Context, status int, name string, m any) error {
	var b bytes.Buffer
	if err := templates.ExecuteTemplate(&b, name, m); err != nil {
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
