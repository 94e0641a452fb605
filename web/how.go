package web

import (
	"fmt"
	"html/template"
	"net/http"

	"github.com/labstack/echo/v4"

	"tilewatch/web/frame"
	"tilewatch/web/scoreboard"
	"tilewatch/web/viewer"
)

// howModel is what the page that teaches a game reads.
type howModel struct {
	*frame.Frame
	Game, Title string
	Lessons     []shownLesson
	Others      []otherGame
	Docs        bool // whether there is a manual
	Defs        any
}

// shownLesson is a lesson in the reader's language, with its picture.
type shownLesson struct {
	Title, Text string
	Picture     template.HTML
}

// otherGame leads to how another game is played.
type otherGame struct{ Name, Title string }

// how teaches the game in the address, else the one at the current table.
func (s *Server) how(c echo.Context) error {
	name := c.Param("game")
	if name == "" {
		_, e, err := s.shown(c)
		if err != nil {
			return err
		}
		return c.Redirect(http.StatusSeeOther, "/how/"+e.Game.Name())
	}
	look := viewer.LookOf(c)
	look.Quarters = 0
	m := howModel{Docs: s.Mounted("/docs"), Defs: defs}
	for _, game := range s.options.Games {
		teaching, teaches := game.(scoreboard.Teaching)
		switch {
		case !teaches:
		case game.Name() == name:
			m.Game, m.Title = name, game.Title()
			m.Frame = s.Frame(c, look.Texts.Say("how.title", "game", game.Title()))
			m.Lessons = shownLessons(game, teaching, look)
		default:
			m.Others = append(m.Others, otherGame{game.Name(), game.Title()})
		}
	}
	if m.Frame == nil {
		return echo.NewHTTPError(http.StatusNotFound, fmt.Sprintf("nobody here knows how %q is played", name))
	}
	return write(c, "how.html", m)
}

func shownLessons(game scoreboard.Game, teaching scoreboard.Teaching, look scoreboard.Look) []shownLesson {
	var out []shownLesson
	for _, l := range teaching.Lessons() {
		key := "how." + game.Name() + "." + l.Name
		shown := shownLesson{Title: look.Texts.Say(key + ".title"), Text: look.Texts.Say(key)}
		if l.State != nil {
			shown.Picture = game.Parts(l.State, look)["board"]
		}
		out = append(out, shown)
	}
	return out
}
