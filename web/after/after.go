// Package after draws the pages of what comes after a game: its result, replay and review, the history of all games
// with what each player did, the picture to share, files to take along; and scoring a photo without any game. They are
// mounted on web's server and read the journal; they change nothing in it.
package after

import (
	"embed"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"tilewatch/engine"
	"tilewatch/engine/journal"
	"tilewatch/engine/lexicon"
	"tilewatch/web"
	"tilewatch/web/access"
	"tilewatch/web/album"
	"tilewatch/web/board"
	"tilewatch/web/text"
)

//go:embed assets templates
var files embed.FS

// Deps are what the pages need.
type Deps struct {
	Journal journal.Journal
	// Others are the games besides NAB-IT!; nil: none is known.
	Others Games
	// Words are for the review of plays; nil: there is none.
	Words *lexicon.Lexicon
	// Album has the camera's pictures of turns; nil: there are none.
	Album *album.Album
	// Table is the name of the table at which the games are played; empty: "1", a program's own.
	Table string
	// MaySee tells whether who asks may see those pictures; nil: only players and hosts of the Table may.
	MaySee func(s *web.Server, c echo.Context) bool
	// Live is the address of the page that shows the game live; empty if it is not being played. Nil: none ever is.
	Live func(game string) string
	// Now is the clock; nil is time.Now.
	Now func() time.Time
}

// pages are mounted pages.
type pages struct {
	Deps
	server  *web.Server
	games   *shelf
	reviews *reviewer
	cards   *cards
	style   string
	scripts map[string]string
}

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
		p := &pages{Deps: d, server: s, games: newShelf(d.Journal, d.Others), reviews: newReviewer(d.Words), cards: newCards(), scripts: map[string]string{}}
		p.addAssets()
		e.GET("/games", p.list)
		e.GET("/players", p.players)
		e.GET("/games/:game", p.result)
		e.GET("/games/:game/replay", p.replay)
		e.GET("/games/:game/steps/:step", p.step)
		e.GET("/games/:game/review", p.review)
		e.GET("/games/:game/share.png", p.share)
		e.GET("/games/:game/pictures/:turn", p.picture)
		e.GET("/games/:game/export/:format", p.export)
		e.GET("/photo", p.photo)
		e.POST("/photo/result", p.photoResult)
	}
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
	}) // what is embedded can be read
	p.style = p.scripts["after.css"]
}

var templates = template.Must(template.New("").Funcs(template.FuncMap{
	"swatch": func(c engine.Color) template.HTML {
		var b strings.Builder
		_ = board.Swatch(&b, c) // a strings.Builder never fails
		return template.HTML(b.String())
	},
	"signed": func(n int) string { return strings.Replace(fmt.Sprintf("%+d", n), "-", "−", 1) },
}).ParseFS(files, "templates/*.html"))

// page is what all templates read.
type page struct {
	*text.Texts
	names func(engine.Color) string
}

// T is the sentence for the key, in the reader's language.
func (p page) T(key string, pairs ...any) string { return p.Say(key, pairs...) }

// Name is what the player is called.
func (p page) Name(c engine.Color) string {
	if p.names != nil {
		if name := p.names(c); name != "" {
			return name
		}
	}
	return p.Say("color." + c.String())
}

// Names are several players in a row.
func (p page) Names(colors []engine.Color) string {
	names := make([]string, len(colors))
	for i, c := range colors {
		names[i] = p.Name(c)
	}
	return p.List(names)
}

// draw is a template's html.
func draw(name string, m any) (template.HTML, error) {
	var b strings.Builder
	if err := templates.ExecuteTemplate(&b, name, m); err != nil {
		return "", fmt.Errorf("draw %s: %w", name, err)
	}
	return template.HTML(b.String()), nil
}

// answer draws a page in the house's frame.
func (p *pages) answer(c echo.Context, f web.Page, name string, m any, scripts ...string) error {
	body, err := draw(name, m)
	if err != nil {
		return err
	}
	f.Body, f.Styles = body, []string{p.style}
	f.Class = strings.TrimSpace("after " + f.Class)
	for _, s := range scripts {
		f.Scripts = append(f.Scripts, p.scripts[s])
	}
	return p.server.Page(c, f)
}

// game is the one in the address, and its name.
func (p *pages) game(c echo.Context) (*kept, error) {
	k, err := p.games.find(c.Request().Context(), c.Param("game"))
	if errors.Is(err, journal.ErrNoGame) {
		return nil, echo.NewHTTPError(http.StatusNotFound, fmt.Sprintf("no game %q is kept: /games lists them", c.Param("game")))
	}
	if err == nil && k.Game == nil {
		return nil, echo.NewHTTPError(http.StatusNotFound, "of this kind of game only the list tells: export it with /games/"+k.info.Game+"/export/ndjson")
	}
	return k, err
}

// live is the address of the live page, if the game is being played.
func (p *pages) live(k *kept) string {
	if p.Live == nil {
		return ""
	}
	return p.Live(k.info.Game)
}

// pageOf is what templates of one game read.
func (p *pages) pageOf(c echo.Context, k *kept) page {
	return page{p.server.Texts(c), k.Name}
}
