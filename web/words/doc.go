// Package words are the pages of words beside a game: the table's own, which count or never do whatever list is chosen (own.go), and the page on
// which words are looked up (lookup.go), as the command "tilewatch words" does.
package words

import (
	"embed"

	"github.com/labstack/echo/v4"

	"tilewatch/web"
	"tilewatch/web/access"
	"tilewatch/web/parts"
)

//go:embed templates
var files embed.FS

var templates = parts.Parse(files)

// pages are mounted pages.
type pages struct {
	server    *web.Server
	searching chan struct{} // has a place for the search that is made
}

// Mount adds the pages to a server; it is for web.Options.Mount.
func Mount(s *web.Server, e *echo.Echo) {
	p := &pages{s, make(chan struct{}, 1)}
	e.GET(ownPath, p.own, s.Require(access.RolePlayer))
	e.GET(ownPath+".txt", p.export, s.Require(access.RolePlayer))
	e.GET(lookPath, p.look, s.Require(access.RolePlayer))
	e.POST(ownPath, p.change, s.Require(access.RoleHost))
}
