// Package hub draws the pages that show all tables of a club or a tournament at once: the live list, the standings over
// the rounds, and a wall for a large screen. They are mounted on web's server; what they show comes from a Club.
package hub

import (
	"context"
	"embed"
	"fmt"
	"html/template"
	"net/http"
	"path"
	"strings"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"tilewatch/engine"
	"tilewatch/web"
	"tilewatch/web/board"
	"tilewatch/web/scoreboard"
)

//go:embed assets templates
var files embed.FS

// Club is where the tables are. Its methods may be called from any goroutine.
type Club interface {
	// Tables are all, in people's order, each with its newest game.
	Tables(ctx context.Context) ([]Table, error)
	// Results are the games of the event, the ones begun first at the beginning.
	Results(ctx context.Context) ([]Result, error)
	// Changed is closed at the next change of anything.
	Changed() <-chan struct{}
}

// Table is one table as it is now.
type Table struct {
	ID    string
	Title string // of its kind of game; empty: no game yet
	State scoreboard.State
}

// Result is one game.
type Result struct {
	Game  string // its name in the journal
	Table string
	Kind  string
	Begun time.Time
	Over  bool
	Rows  []Row // in turn order
}

// Row is one player's score in one game.
type Row struct {
	Color  engine.Color
	Name   string // empty: nobody said
	Total  int
	Winner bool // of a game that is over
}

// Address of the hub, and its table in links: who is host there may see the links of every table.
const (
	Address = "/hub"
	Desk    = "hub"
)

// Options are what the pages need.
type Options struct {
	Club Club
	// Title is what the club or the tournament is called; empty: the catalog's word.
	Title string
	// Front makes the hub what / and the other short addresses show.
	Front bool
}

// pages are mounted pages.
type pages struct {
	Options
	server  *web.Server
	style   string
	script  string
	renders *renders
}

// Mount adds the pages to a server; it is for web.Options.Mount.
func Mount(o Options) func(*web.Server, *echo.Echo) {
	return func(s *web.Server, e *echo.Echo) {
		p := &pages{Options: o, server: s, renders: newRenders(o.Club)}
		p.style, p.script = p.asset("hub.css"), p.asset("hub.js")
		for _, v := range views {
			e.GET(v.path(), p.page(v))
			e.GET(v.path()+"/events", p.stream(v))
		}
		e.GET(Address+"/links", p.links)
		e.GET("/api/hub", p.api)
		if o.Front { // there is no table of its own that the short addresses could mean
			for short, to := range map[string]string{"/": Address, "/watch": Address, "/play": Address, "/tv": Address + "/wall"} {
				e.GET(short, func(c echo.Context) error { return c.Redirect(http.StatusFound, to) })
			}
		}
	}
}

func (p *pages) asset(name string) string {
	data, err := files.ReadFile(path.Join("assets", name))
	if err != nil {
		panic(err) // embedded files can be read
	}
	return p.server.Asset(name, data)
}

var templates = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").Funcs(template.FuncMap{
		"swatch": func(c engine.Color) template.HTML {
			var b strings.Builder
			_ = board.Swatch(&b, c) // a strings.Builder never fails
			return template.HTML(b.String())
		},
		"pair": func(p page, c card) pair { return pair{p, c} },
	}).ParseFS(files, "templates/*.html"))
})

// pair is what the template of one table reads.
type pair struct {
	Page page
	Card card
}

// draw is a template's html.
func draw(name string, m any) (template.HTML, error) {
	var b strings.Builder
	if err := templates().ExecuteTemplate(&b, name, m); err != nil {
		return "", fmt.Errorf("draw %s: %w", name, err)
	}
	return template.HTML(b.String()), nil
}
