package after

import (
	"html/template"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"tilewatch/engine"
	"tilewatch/web/access"
	"tilewatch/web/desk"
	"tilewatch/web/parts"
	"tilewatch/web/scoreboard"
)

// rematch is the command that begins the next game of the same players.
const rematch = "rematch"

// won is what the page of a game that is over has in common with the live page.
type won struct {
	Field template.HTML // the winner's; empty without one
	Again string        // what the button for the next game says; empty: there is none for the reader
}

// won is the end of a game that is over.
func (p *pages) won(c echo.Context, k *kept) (w won) {
	if k.About().Life != engine.Ended {
		return w
	}
	s, look := k.End(), scoreboard.Look{Texts: p.server.Texts(c)}
	if s == nil {
		return w
	}
	w.Field = parts.Victory(s, s.Drawn, look)
	if p.live(k.info.Game) != "" && p.may(c, byPlayers, k.info.Game) {
		w.Again = parts.NewModel(s, s.Drawn, look).PlayAgain()
	}
	return w
}

// again begins the next game at the table where this one ended, and shows it.
func (p *pages) again(c echo.Context, name string) error {
	live := p.live(name)
	if p.Do == nil || live == "" {
		return echo.NewHTTPError(http.StatusConflict, "this game is not at the table any more")
	}
	out, _, err := p.Do(c.Request().Context(), name, desk.Command{Event: []byte(`{"type":"` + rematch + `"}`), Type: rematch, Role: access.RolePlayer, After: -1})
	if err := refusal(out.OK, out.Why, err); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, strings.Replace(live, "/watch", "/play", 1))
}
