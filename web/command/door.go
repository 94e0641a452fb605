package command

import (
	"github.com/labstack/echo/v4"

	"tilewatch/web/access"
	"tilewatch/web/scoreboard"
	"tilewatch/web/stream"
)

// Server is what commands need of the server on which they stand.
type Server interface {
	// Table is the one in the request's address.
	Table(c echo.Context) (*stream.Table, error)
	// Role is what the request's sender may do at the table.
	Role(c echo.Context, table string) access.Role
	// Sheet answers a dialog.
	Sheet(c echo.Context, sheet scoreboard.Sheet) error
	// Mounted reports whether there is a page at the address.
	Mounted(path string) bool
}

// door is where commands come in.
type door struct {
	server Server
	limits *access.Limiter
	site   string // the secure address of the server; empty: there is none
}
