package web

import (
	"bytes"
	"cmp"
	"fmt"
	"html/template"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"tilewatch/web/board"
	"tilewatch/web/frame"
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
	Status  int      // of the answer; 0: 200
}

// Frame is the head of a page for the request's sender.
func (s *Server) Frame(c echo.Context, heading string) *frame.Frame {
	return &frame.Frame{Texts: viewer.Language(c), Heading: heading, Here: c.Request().URL.RequestURI(), Build: s.build, Langs: text.Langs()}
}

// framed is a Page with its frame.
type framed struct {
	*frame.Frame
	Page
	Defs template.HTML
}

// Page answers a page of another package.
func (s *Server) Page(c echo.Context, p Page) error {
	if p.Back == "" {
		p.Back = "/watch"
	}
	return writeStatus(c, cmp.Or(p.Status, http.StatusOK), "framed.html", framed{s.Frame(c, p.Title), p, defs})
}

// Sheet answers a dialog of another package in the house's frame.
func (s *Server) Sheet(c echo.Context, sheet scoreboard.Sheet) error { return write(c, "sheet", sheet) }

// Phones is how phones open the page at the path; nil where nobody said under which address they reach this server.
func (s *Server) Phones(path string) *invite.Invitation {
	if !invite.ForPhones(s.options.Invite.Address()) {
		return nil
	}
	i, err := invite.New(strings.TrimSuffix(s.options.Invite.Address(), "/") + path)
	if err != nil { // too long for a code
		return nil
	}
	return i
}

// Texts is the catalog in the language of the request's sender.
func (s *Server) Texts(c echo.Context) *text.Texts { return viewer.Language(c) }

// Mounted reports whether there is a page at the address.
func (s *Server) Mounted(path string) bool {
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

// Draw answers a page of this package's templates.
func (s *Server) Draw(c echo.Context, status int, name string, m any) error {
	return writeStatus(c, status, name, m)
}

func writeStatus(c echo.Context, status int, name string, m any) error {
	var b bytes.Buffer
	if err := pageTemplates().ExecuteTemplate(&b, name, m); err != nil {
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
