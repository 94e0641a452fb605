package web

import (
	"html/template"
	"net/http"
	"sync"

	"github.com/labstack/echo/v4"

	"tilewatch/engine"
	"tilewatch/web/access"
	"tilewatch/web/frame"
	"tilewatch/web/invite"
	"tilewatch/web/scoreboard"
	"tilewatch/web/text"
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
	Board  template.HTML // of the game that plays itself, as it ends; empty: none does
	Defs   any
}

// home is the current table once somebody plays there, or the host has just begun a game, and until then what can be done here.
func (s *Server) home(c echo.Context) error {
	table, e, err := s.shown(c)
	if err != nil {
		return err
	}
	state := &e.State
	if begun := state.Events > 0 && len(state.Players) > 0; begun || state.Life != engine.SetUp || c.QueryParam("turned") != "" {
		return s.page(viewer.WatchView)(c)
	}
	m := homeModel{Frame: s.Frame(c, viewer.Language(c).Say("site")), Table: table.ID(), Role: s.Role(c, table.ID()),
		Sample: s.Mounted("/sample"), Games: s.Mounted("/games"), Photo: s.Mounted("/photo"), Docs: s.Mounted("/docs"), Defs: defs}
	m.Join = s.Invitation(c, table.ID(), access.RoleWatcher)
	if boards := s.hero.boards(viewer.Language(c)); len(boards) > 0 {
		m.Board = boards[len(boards)-1]
	}
	return write(c, "home.html", m)
}

// boards are those of the game that plays itself on the first page, in the order of its events.
func (s *Server) boards(c echo.Context) error {
	return c.JSON(http.StatusOK, s.hero.boards(viewer.Language(c)))
}

// hero is the game that plays itself on the first page. Its boards are drawn once for each language that somebody reads.
type hero struct {
	played func() []scoreboard.State
	mu     sync.Mutex
	drawn  map[*text.Texts][]template.HTML
}

func (h *hero) boards(t *text.Texts) []template.HTML {
	h.mu.Lock()
	defer h.mu.Unlock()
	if boards, known := h.drawn[t]; known {
		return boards
	}
	boards := []template.HTML{}
	for _, s := range h.played() {
		if b := s.Drawn.Parts(&s, scoreboard.Look{Texts: t})["board"]; len(boards) == 0 || b != boards[len(boards)-1] {
			boards = append(boards, b)
		}
	}
	if h.drawn == nil {
		h.drawn = map[*text.Texts][]template.HTML{}
	}
	h.drawn[t] = boards
	return boards
}
