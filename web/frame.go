package web

import (
	"bytes"
	"fmt"
	"html/template"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"tilewatch/web/board"
	"tilewatch/web/invite"
	"tilewatch/web/scoreboard"
	"tilewatch/web/text"
	"tilewatch/web/viewer"
)

// Page is a page of another package in the house's frame: one style, one head, the reader's language.
type Page struct {
	Title   string
	Class   string // of the body
	Back    string // where the close button leads; empty: the live page
	Body    template.HTML
	Scripts []string // addresses of modules, as Asset returns them
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
	return &Frame{Texts: viewer.Language(c), Heading: heading, Build: s.build, Langs: text.Langs()}
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

// Sheet answers a dialog of another package in the house's frame.
func (s *Server) Sheet(c echo.Context, sheet scoreboard.Sheet) error { return write(c, "sheet", sheet) }

// Phones is how phones open the page at the path; nil where nobody said under which address they reach this server.
func (s *Server) Phones(path string) *invite.Invitation {
	if !invite.ForPhones(s.options.Invite) {
		return nil
	}
	i, err := invite.New(strings.TrimSuffix(s.options.Invite, "/") + path)
	if err != nil { // too long for a code
		return nil
	}
	return i
}

// Texts is the catalogue in the language of the request's sender.
func (s *Server) Texts(c echo.Context) *text.Texts { return viewer.Language(c) }

// has reports whether a page is mounted at the address.
func (s *Server) has(path string) bool {
	for _, r := range s.echo.Routes() {
		if r.Path == path {
			return true
		}
	}
	return false
}

// Asset adds a file of another package, and returns the address that serves it; its name ends in .js, .css, .svg or
// the like. It must be called before the server serves: when mounting.
func (s *Server) Asset(name string, data []byte) string {
	s.assets.add(name, data)
	return s.assets.names[name]
}

func write(c echo.Context, name string, m any) error { return writeStatus(c, http.StatusOK, name, m) }

func writeStatus(c echo.Context, status int, name string, m any) error {
	var b bytes.Buffer
	if err := pageTemplates.ExecuteTemplate(&b, name, m); err != nil {
		return fmt.Errorf("draw the page: %w", err)
	}
	return c.HTMLBlob(status, b.Bytes())
}

// defs are the patterns that every drawing of a page refers to.
var defs = func() template.HTML {
	var b strings.Builder
	_ = board.Defs(&b) // a strings.Builder never fails
	return template.HTML(b.String())
}()
