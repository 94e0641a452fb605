// Package after draws the pages of what comes after a game: its result, replay and review, the history of all games
// with what each player did, the picture to share, files to take along; and scoring a photo without any game. They are
// mounted on web's server and read the journal; the only thing
// they add to it is a photo's board, as a game that is over. They know no game: each is told by a retold.Kept, and a photo's board is
// counted by the game's page (scoreboard.PhotoCounter).
package after

import (
	"time"

	"github.com/labstack/echo/v4"

	"tilewatch/web"
	"tilewatch/web/access"
)

// Mount adds the pages to a server; it is for web.Options.Mount.
func Mount(d Deps) func(*web.Server, *echo.Echo) {
	return func(s *web.Server, e *echo.Echo) {
		if d.Now == nil {
			d.Now = time.Now
		}
		if d.Table == "" {
			d.Table = "1"
		}
		if d.MaySee == nil {
			d.MaySee = func(s *web.Server, c echo.Context) bool { return s.Role(c, d.Table) >= access.RolePlayer }
		}
		p := &pages{Deps: d, server: s, games: newShelf(d.Journal, d.Games), reviews: make(chan struct{}, 1), cards: newCards(), scripts: map[string]string{}}
		p.addAssets()
		e.GET("/games", p.list)
		e.GET("/players", p.players)
		e.GET("/games/:game", p.result)
		e.POST("/games/:game", p.change)
		e.GET("/games/:game/replay", p.replay)
		e.GET("/games/:game/steps/:step", p.step)
		e.GET("/games/:game/review", p.review)
		e.GET("/games/:game/share.png", p.share)
		e.GET("/games/:game/pictures/:turn", p.picture)
		e.GET("/games/:game/export/:format", p.export)
		e.GET("/photo", p.photo)
		e.POST("/photo/result", p.photoResult)
		e.POST("/photo/sheet/:name", p.photoSheet)
		e.POST("/photo/keep", p.photoKeep)
	}
}
