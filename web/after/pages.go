package after

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"tilewatch/engine/journal"
	"tilewatch/engine/lexicon"
	"tilewatch/web"
	"tilewatch/web/album"
	"tilewatch/web/desk"
	"tilewatch/web/parts"
	"tilewatch/web/retold"
)

// Deps are what the pages need.
type Deps struct {
	Journal journal.Journal
	// Games are the games that the pages know; nil: none.
	Games Games
	// Words are for the review of plays; nil: there is none.
	Words *lexicon.Lexicon
	// Keep: players may keep a photo's board as a game in the Journal.
	Keep bool
	// Album has the camera's pictures of turns; nil: there are none.
	Album *album.Album
	// Table is the name of the table at which the games are played; empty: "1", a program's own.
	Table string
	// MaySee reports whether who asks may see those pictures; nil: only players and hosts of the Table may.
	MaySee func(s *web.Server, c echo.Context) bool
	// Live is the address of the page that shows the game live; empty if it is not being played. Nil: none ever is.
	Live func(game string) string
	// Do gives what people do to a game to the table at which it is played; played is false if it is played nowhere. Nil: no game is.
	Do func(ctx context.Context, game string, c desk.Command) (out desk.Outcome, played bool, err error)
	// Erase removes a game and what belongs to it for good; nil: that cannot be done here.
	Erase func(ctx context.Context, game string) error
	// Now is the clock; nil is time.Now.
	Now func() time.Time
}

// pages are mounted pages.
type pages struct {
	Deps
	server  *web.Server
	games   *shelf
	cards   *cards
	reviews chan struct{} // has a place for the one that is made
	style   string
	scripts map[string]string
}

// addAssets gives the style and the scripts to the server.
func (p *pages) addAssets() {
	_ = fs.WalkDir(files, "assets", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := files.ReadFile(name)
		if err != nil {
			return err
		}
		base := strings.TrimPrefix(name, "assets/")
		p.scripts[base] = p.server.Asset(base, data)
		return nil
	}) // embedded files can be read
	p.style = p.scripts["after.css"]
}

// answer draws a page in the house's frame.
func (p *pages) answer(c echo.Context, f web.Page, name string, m any, scripts ...string) error {
	body, err := parts.HTML(templates(), name, m)
	if err != nil {
		return err
	}
	f.Body = body
	return p.show(c, f, scripts...)
}

// show answers a page that is drawn.
func (p *pages) show(c echo.Context, f web.Page, scripts ...string) error {
	f.Styles = []string{p.style}
	f.Class = strings.TrimSpace("after " + f.Class)
	for _, s := range scripts {
		f.Scripts = append(f.Scripts, p.scripts[s])
	}
	return p.server.Page(c, f)
}

// kept is the game in the address, of any kind. One that was deleted is not there, whoever asks.
func (p *pages) kept(c echo.Context) (*kept, error) {
	return p.keptAmong(c, countedGames)
}

// keptAmong is the game in the address, if the filter takes it.
func (p *pages) keptAmong(c echo.Context, which filter) (*kept, error) {
	k, err := p.games.find(c.Request().Context(), which, c.Param("game"))
	if errors.Is(err, journal.ErrNoGame) {
		return nil, echo.NewHTTPError(http.StatusNotFound, fmt.Sprintf("no saved game %q: see /games", c.Param("game")))
	}
	return k, err
}

// told is the game in the address, if it can be told.
func (p *pages) told(c echo.Context) (*kept, error) {
	k, err := p.kept(c)
	if err == nil && k.Kept == nil {
		return nil, k.untold()
	}
	return k, err
}

// untold is the answer where a page of the game is not there.
func (k *kept) untold() error {
	return echo.NewHTTPError(http.StatusNotFound, "this game has no replay: export it with /games/"+k.info.Game+"/export/ndjson")
}

// live is the address of the live page, if the game is being played.
func (p *pages) live(game string) string {
	if p.Live == nil {
		return ""
	}
	return p.Live(game)
}

// pageOf is what templates of one game read.
func (p *pages) pageOf(c echo.Context, k *kept) page {
	return page{retold.ReaderOf(k.Kept, p.server.Texts(c))}
}

// page is what templates of no game in particular read.
func (p *pages) page(c echo.Context) page { return page{retold.ReaderOf(nil, p.server.Texts(c))} }
