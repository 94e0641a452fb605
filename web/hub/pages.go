package hub

import (
	"context"
	"html/template"
	"net/http"

	"github.com/labstack/echo/v4"

	"tilewatch/web"
	"tilewatch/web/access"
	"tilewatch/web/scoreboard"
	"tilewatch/web/text"
)

// view is one way of looking at the club.
type view string

const (
	listView      view = "list"
	standingsView view = "standings"
	wallView      view = "wall"
)

var views = []view{listView, standingsView, wallView}

func (v view) path() string {
	if v == listView {
		return Address
	}
	return Address + "/" + string(v)
}

// page is what all templates read.
type page struct {
	*text.Texts
	View      view
	Views     []tab
	Tables    []card
	Standings standings
}

// T is the sentence for the key, in the reader's language.
func (p page) T(key string, pairs ...any) string { return p.Say(key, pairs...) }

// tab leads to a view.
type tab struct {
	Path, Name string
	Here       bool
}

// card is one table as the pages show it.
type card struct {
	Table
	Players []scoreboard.Player // as the table ranks them
	Next    string
}

// Status is the table's, in a word for the style.
func (c card) Status() scoreboard.Status {
	if c.State.Status == "" {
		return scoreboard.Waiting
	}
	return c.State.Status
}

// newPage is what the view shows now.
func (p *pages) newPage(ctx context.Context, v view, t *text.Texts) (page, error) {
	m := page{Texts: t, View: v}
	for _, other := range views {
		m.Views = append(m.Views, tab{other.path(), t.Say("hub." + string(other)), other == v})
	}
	if v != standingsView {
		tables, err := p.Club.Tables(ctx)
		if err != nil {
			return m, err
		}
		for _, table := range tables {
			m.Tables = append(m.Tables, newCard(table))
		}
	}
	if v == listView {
		return m, nil
	}
	results, err := p.Club.Results(ctx)
	m.Standings = stand(results, t)
	return m, err
}

func newCard(table Table) card {
	c := card{Table: table, Players: ranked(table.State.Players)}
	for _, player := range table.State.Players {
		if player.Color == table.State.Next && c.Status() != scoreboard.Finished {
			c.Next = player.Name
		}
	}
	return c
}

// page answers a view. It is complete as it is sent; the stream only keeps it fresh.
func (p *pages) page(v view) echo.HandlerFunc {
	return func(c echo.Context) error {
		t := p.server.Texts(c)
		shown, err := p.renders.get(c.Request().Context(), v, t, p.newPage)
		if err != nil {
			return err
		}
		frame, err := draw("frame", struct {
			page
			Live   template.HTML
			Events string
			Host   bool
			Title  string
		}{page{Texts: t, View: v, Views: shown.page.Views}, shown.html, v.path() + "/events?lang=" + t.Lang, p.host(c), p.title(t)})
		if err != nil {
			return err
		}
		return p.server.Page(c, web.Page{
			Title: p.title(t), Class: "hub hub-" + string(v), Back: Address, Body: frame, Styles: []string{p.style}, Scripts: []string{p.script}, Wide: true,
		})
	}
}

func (p *pages) title(t *text.Texts) string {
	if p.Title != "" {
		return p.Title
	}
	return t.Say("hub.title")
}

func (p *pages) host(c echo.Context) bool { return p.server.Role(c, Desk) >= access.RoleHost }

// links answers the links of every table. Only the club's host gets them.
func (p *pages) links(c echo.Context) error {
	if !p.host(c) {
		return echo.NewHTTPError(http.StatusForbidden, "only the host can see the links: open the hub with the host link")
	}
	t := p.server.Texts(c)
	tables, err := p.Club.Tables(c.Request().Context())
	if err != nil {
		return err
	}
	type row struct{ ID, Watch, Play, Host string }
	var rows []row
	for _, table := range tables {
		rows = append(rows, row{table.ID, p.server.Link(table.ID, access.RoleWatcher), p.server.Link(table.ID, access.RolePlayer), p.server.Link(table.ID, access.RoleHost) + "?to=setup"})
	}
	body, err := draw("links", struct {
		page
		Rows []row
	}{page{Texts: t}, rows})
	if err != nil {
		return err
	}
	return p.server.Page(c, web.Page{Title: t.Say("hub.links"), Class: "hub hub-links", Back: Address, Body: body, Styles: []string{p.style}, Wide: true})
}
