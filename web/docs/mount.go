package docs

import (
	"bytes"
	"cmp"
	"embed"
	"html/template"
	"io/fs"
	"net/http"
	"path"
	"sync"

	"github.com/labstack/echo/v4"

	"tilewatch/web"
	webtext "tilewatch/web/text"
)

//go:embed assets templates
var look embed.FS

var templates = sync.OnceValue(func() *template.Template { return template.Must(template.ParseFS(look, "templates/*.html")) })

// Mount adds the manual and the page about the program to a server; it is for web.Options.Mount.
func Mount(about About) func(*web.Server, *echo.Echo) {
	return func(s *web.Server, e *echo.Echo) { mount(s, e, about) }
}

func mount(s *web.Server, e *echo.Echo, about About) {
	style, err := fs.ReadFile(look, "assets/docs.css")
	if err != nil {
		panic(err) // it is part of the program
	}
	p := &pages{server: s, manuals: reader(drawings(s)), about: about, style: s.Asset("docs.css", style)}
	e.GET("/docs", p.contents)
	e.GET("/docs/:page", p.page)
	e.GET("/about", p.aboutProgram)
}

// drawings adds the manual's drawings and pictures to the server, and returns their addresses by file name.
func drawings(s *web.Server) map[string]string {
	addresses := map[string]string{}
	entries, err := fs.ReadDir(files, ".")
	if err != nil {
		panic(err) // they are part of the program
	}
	for _, entry := range entries {
		if entry.IsDir() || path.Ext(entry.Name()) == ".md" {
			continue
		}
		data, err := fs.ReadFile(files, entry.Name())
		if err != nil {
			panic(err) // so is each of them
		}
		addresses[entry.Name()] = s.Asset("docs-"+entry.Name(), data)
	}
	return addresses
}

// reader parses the manual when its first reader asks for it: most servers end without one.
func reader(drawings map[string]string) func() map[string]*manual {
	return sync.OnceValue(func() map[string]*manual {
		all, err := load(func(name string) string { return cmp.Or(drawings[name], name) })
		if err != nil {
			panic(err) // the manual is part of the program, and tests read all of it
		}
		return all
	})
}

// pages are the mounted pages.
type pages struct {
	server  *web.Server
	manuals func() map[string]*manual // by language
	about   About
	style   string
}

// manual is the one in the reader's language.
func (p *pages) manual(c echo.Context) *manual {
	all := p.manuals()
	return cmp.Or(all[p.server.Texts(c).Lang], all[webtext.Default])
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
		return p.show(c, p.manual(c).pages[0], m)
	}
	m.Found = p.manual(c).search(m.Query)
	return p.answer(c, p.server.Texts(c).Say("docs.title"), m)
}

func (p *pages) page(c echo.Context) error {
	named := p.manual(c).named[c.Param("page")]
	if named == nil || named == p.manual(c).pages[0] {
		return echo.NewHTTPError(http.StatusNotFound)
	}
	return p.show(c, named, shown{})
}

func (p *pages) show(c echo.Context, which *page, m shown) error {
	m.Page, m.Body = which, which.body
	for i, other := range p.manual(c).pages {
		if other == which && i > 0 {
			m.Earlier = p.manual(c).pages[i-1]
		}
		if other == which && i+1 < len(p.manual(c).pages) {
			m.Later = p.manual(c).pages[i+1]
		}
	}
	return p.answer(c, which.Title, m)
}

func (p *pages) answer(c echo.Context, title string, m shown) error {
	m.Texts, m.Pages = p.server.Texts(c), p.manual(c).pages
	var b bytes.Buffer
	if err := templates().ExecuteTemplate(&b, "docs.html", m); err != nil {
		return err
	}
	return p.server.Page(c, web.Page{Title: title, Class: "docs", Body: template.HTML(b.String()), Styles: []string{p.style}, Wide: true})
}
