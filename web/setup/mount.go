package setup

import "github.com/labstack/echo/v4"

// Mount has the server answer the page, and how a table chooses its word list. host lets only hosts pass.
func (p *Pages) Mount(e *echo.Echo, host echo.MiddlewareFunc) {
	e.GET("/t/:id/setup", p.setupPage, host)
	e.POST("/t/:id/setup", p.setup, host)
	e.POST("/t/:id/notices", p.noticesSeen, host)
	e.POST("/t/:id/tiles", p.otherTiles, host)
	e.POST("/t/:id/choices", p.saveChoices, host)
	e.GET("/api/tables/:id/words", p.wordLists)
	e.PUT("/api/tables/:id/words", p.putWordList, host)
}
