package web

import (
	"bytes"
	"fmt"
	"html/template"
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"tilewatch/web/board"
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

// pageModel is what the page template reads.
type pageModel struct {
	Heading     string
	View        string
	Live        bool
	Only, Scale string // the overlay's choice of part, and its size
	Events      string
	Seq         uint64
	Turn        int
	Since, Now  int64
	Build       string
	Defs        template.HTML
	Parts       parts
	Join        *invitation
}

// page answers a view of the table in the address, or of the current one. The page is complete as it is sent;
// the stream only keeps it fresh.
func (s *Server) page(v view) echo.HandlerFunc {
	return func(c echo.Context) error {
		id := c.Param("id")
		if id == "" {
			id = currentTable
		}
		table, _, err := s.tables.find(id)
		if err != nil {
			return err
		}
		e, err := table.snapshot()
		if err != nil {
			return err
		}
		m := newPage(v, id, e)
		if v == tvView {
			m.Join = s.invite
		}
		if v == overlayView {
			m.Only, m.Scale = pick(c.QueryParam("part"), "scores", "board", "turn"), pick(c.QueryParam("scale"), "2", "3")
		}
		return writePage(c, m)
	}
}

func newPage(v view, id string, e *event) pageModel {
	heading := gameNames[e.state.Game]
	if heading == "" {
		heading = title(e.state.Game)
	}
	return pageModel{
		Heading: heading + " scores", View: viewNames[v], Live: true, Events: fmt.Sprintf("/api/tables/%s/events?page=1", id),
		Seq: e.state.Seq, Turn: e.state.Turn, Since: e.state.TurnSince.UnixMilli(), Now: time.Now().UnixMilli(),
		Build: static.build, Defs: defs, Parts: e.parts(),
	}
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

// joinPage shows the address as a code.
func (s *Server) joinPage(c echo.Context) error {
	return writePage(c, pageModel{Heading: "Join", View: "join", Defs: defs, Join: s.invite})
}

func writePage(c echo.Context, m pageModel) error {
	var b bytes.Buffer
	if err := templates.ExecuteTemplate(&b, "page.html", m); err != nil {
		return fmt.Errorf("draw the page: %w", err)
	}
	return c.HTMLBlob(http.StatusOK, b.Bytes())
}

// defs are the patterns that every drawing of a page refers to.
var defs = func() template.HTML {
	var b strings.Builder
	_ = board.Defs(&b) // a strings.Builder never fails
	return template.HTML(b.String())
}()
