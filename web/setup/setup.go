// Package setup is the page on which a host begins a game and looks after the table: house rules and word lists, aids, the camera, links, who holds
// a role, and what the host should know of the server.
package setup

import (
	"html/template"

	"github.com/labstack/echo/v4"

	"tilewatch/engine/lexicon"
	"tilewatch/web/access"
	"tilewatch/web/frame"
	"tilewatch/web/invite"
	"tilewatch/web/stream"
)

// Server is what the page needs of the server on which it stands.
type Server interface {
	// Table is the one in the request's address.
	Table(c echo.Context) (*stream.Table, error)
	// Frame is the head of a page, and Draw answers one of the server's templates.
	Frame(c echo.Context, heading string) *frame.Frame
	Draw(c echo.Context, status int, name string, m any) error
	// Mounted reports whether there is a page at the address.
	Mounted(path string) bool
	// Invitation leads to the role at the table, and Code is what players type for theirs.
	Invitation(c echo.Context, table string, r access.Role) *invite.Invitation
	Code(table string) string
}

// Deps are what the page shows beside the table.
type Deps struct {
	Guard   *access.Guard
	Words   map[string]*lexicon.Lexicon // the lists that judge, by the name of the game
	Notices Notices                     // nil: none
	Invite  *invite.Choice              // the address for phones
	Defs    template.HTML               // the patterns that every drawing refers to
}

// Pages are the page and what it sends.
type Pages struct {
	Deps
	server Server
	links  []link
}

// link leads to a page of another package: calibration, say.
type link struct{ URL, Text string }

// New makes the pages of a server. Mount has it answer them.
func New(s Server, d Deps) *Pages { return &Pages{Deps: d, server: s} }

// Link adds a link to a page that was mounted. text is a key of the catalog.
func (p *Pages) Link(url, text string) { p.links = append(p.links, link{url, text}) }
