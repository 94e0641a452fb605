package docs

import (
	"bytes"
	"embed"
	"html/template"
	"io/fs"
	"net/http"

	"github.com/labstack/echo/v4"

	"tilewatch/web"
	webtext "tilewatch/web/text"
)

//go:embed assets templates
var look embed.FS

var templates = template.Must(template.ParseFS(look, "templates/*.html"))

// Mount adds the manual to a server; it is for web.Options.Mount.
func Mount(s *web.Server, e *echo.Echo) {
	m, err := load(func(name string) string {
		drawing, err := fs.ReadFile(files, name)
		if err != nil {
			return name // a test holds that each drawing is there
		}
		return s.Asset("docs-"+name, drawing)
	})
	if err != nil {
		panic(err) // the manual is part of the program
	}
	style, err := fs.ReadFile(look, "assets/docs.css")
	if err != nil {
		panic(err) // so is its style
	}
	p := &pages{server: s, manual: m, style: s.Asset("docs.css", style)}
	e.GET("/docs", p.contents)
	e.GET("/docs/:page", p.page)
	s.LinkSetup("/docs", "docs.title")
}

// pages are the mounted pages.
type pages struct {
	server *web.Server
	manual *manual
	style  string
}

// shown is what the template reads.
type shown struct {
	*webtext.Texts
	Pages          []*page
	Page           *page
	Body           template.HTML
	Query          string
	Found          []found
	Earlier, Later *page
}

// contents answers the table of contents, or what a search found.
func (p *pages) contents(c echo.Context) error {
	m := shown{Query: c.QueryParam("q")}
	if m.Query == "" {
		return p.show(c, p.manual.pages[0], m)
	}
	m.Found = p.manual.search(m.Query)
	return p.answer(c, p.server.Texts(c).Say("docs.title"), m)
}

func (p *pages) page(c echo.Context) error {
	named := p.manual.named[c.Param("page")]
	if named == nil || named == p.manual.pages[0] {
		return echo.NewHTTPError(http.StatusNotFound)
	}
	return p.show(c, named, shown{})
}

func (p *pages) show(c echo.Context, which *page, m shown) error {
	m.Page, m.Body = which, which.body
	for i, other := range p.manual.pages {
		if other == which && i > 0 {
			m.Earlier = p.manual.pages[i-1]
		}
		if other == which && i+1 < len(p.manual.pages) {
			m.Later = p.manual.pages[i+1]
		}
	}
	return p.answer(c, which.Title, m)
}

func (p *pages) answer(c echo.Context, title string, m shown) error {
	m.Texts, m.Pages = p.server.Texts(c), p.manual.pages
	var b bytes.Buffer
	if err := templates.ExecuteTemplate(&b, "docs.html", m); err != nil {
		return err
	}
	return p.server.Page(c, web.Page{Title: title, Class: "docs", Body: template.HTML(b.String()), Styles: []string{p.style}, Wide: true})
}
