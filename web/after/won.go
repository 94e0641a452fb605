package after

import (
	"html/template"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"tilewatch/engine"
	"tilewatch/engine/game"
	"tilewatch/web/access"
	"tilewatch/web/desk"
	"tilewatch/web/parts"
	"tilewatch/web/retold"
	"tilewatch/web/scoreboard"
)

// rematch is the command that begins the next game of the same players.
const rematch = "rematch"

// won is what the page of a game that is over has in common with the live page.
type won struct {
	Field template.HTML // the winner's; empty without one
	Again string        // what the button for the next game says; empty: there is none for the reader
}

// won tells the end of a game whose rules and page are known.
func (p *pages) won(c echo.Context, k *kept) (w won) {
	if p.Games == nil || k.Kept == nil || k.About().Life != engine.Ended {
		return w
	}
	rules, page := p.Games.Rules(k.info.Kind), p.Games.Page(k.info.Kind)
	if rules == nil || page == nil {
		return w
	}
	stored, err := k.info.Load(c.Request().Context(), p.Journal)
	if err != nil {
		return w
	}
	for _, e := range stored.Events {
		if !game.Again(rules, e.Payload).OK {
			return w
		}
	}
	told, err := retold.Of(rules, page)
	if err != nil {
		return w
	}
	s := *told.State()
	s.Feats = told.Feats()
	if next, knows := rules.(game.Rematcher); knows && p.live(k.info.Game) != "" && p.may(c, byPlayers, k.info.Game) {
		s.Again, s.Starts = next.Rematch()
	}
	look := scoreboard.Look{Texts: p.server.Texts(c)}
	return won{Field: parts.Victory(&s, told.By, look), Again: parts.NewModel(&s, told.By, look).PlayAgain()}
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
