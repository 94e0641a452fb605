package command

import (
	"github.com/labstack/echo/v4"

	"tilewatch/web/access"
)

// Mount has the server take commands, and answer the sheets on which people make them. site is its secure address; empty: it has none.
func Mount(e *echo.Echo, s Server, limits *access.Limiter, site string) {
	d := &door{s, limits, site}
	e.POST("/api/tables/:id/commands", d.command)
	e.GET("/t/:id/sheet/:name", d.sheet)
}
