package web

import (
	"html/template"

	"github.com/labstack/echo/v4"

	"tilewatch/web/text"
)

// Page is a page of another package in the house's frame: one style, one head, the reader's language.
type Page struct {
	Title   string
	Class   string // of the body
	Back    string // where the close button leads; empty: the live page
	Body    template.HTML
	Scripts []string // addresses of modules, as Asset answers them
	Styles  []string // addresses of style sheets, likewise
	Wide    bool     // as wide as the screen allows
}

// Frame is what every page's head needs.
type Frame struct {
	Texts   *text.Texts
	Heading string
	Build   string
	Langs   []*text.Texts
}

// T is the sentence for the key, in the reader's language.
func (f *Frame) T(key string, pairs ...any) string { return f.Texts.Say(key, pairs...) }

func (s *Server) frame(c echo.Context, heading string) *Frame {
	return &Frame{Texts: language(c), Heading: heading, Build: s.build, Langs: text.Langs()}
}

// framed is a Page with its frame.
type framed struct {
	*Frame
	Page
	Defs template.HTML
}

// Page answers a page of another package.
func (s *Server) Page(c echo.Context, p Page) error {
	if p.Back == "" {
		p.Back = "/watch"
	}
	return write(c, "framed.html", framed{s.frame(c, p.Title), p, defs})
}

// Texts is the catalogue in the language of the request's sender.
func (s *Server) Texts(c echo.Context) *text.Texts { return language(c) }

// has tells whether a page is mounted at the address.
func (s *Server) has(path string) bool {
	for _, r := range s.echo.Routes() {
		if r.Path == path {
			return true
		}
	}
	return false
}
