package setup

import (
	"github.com/labstack/echo/v4"

	"tilewatch/engine/lexicon"
	"tilewatch/web/access"
)

const formPath, choicesPath, wordsPath = "/t/:id/setup", "/t/:id/choices", "/api/tables/:id/words"

// LargeForms are the paths that take a word list, once their sender is known for a host.
var LargeForms = []string{formPath, choicesPath, wordsPath}

// large reads a form with a word list in it.
func large(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		slowly(c)
		if err := access.ReadForm(c, lexicon.MaxFile+access.FormLimit); err != nil {
			return err
		}
		return next(c)
	}
}

// Mount has the server answer the page, and how a table chooses its word list. host lets only hosts pass.
func (p *Pages) Mount(e *echo.Echo, host echo.MiddlewareFunc) {
	e.GET("/t/:id/setup", p.setupPage, host)
	e.POST(formPath, p.setup, host, large)
	e.POST("/t/:id/notices", p.noticesSeen, host)
	e.POST("/t/:id/tiles", p.otherTiles, host)
	e.POST("/t/:id/address", p.address, host)
	e.POST(choicesPath, p.saveChoices, host, large)
	e.GET(wordsPath, p.wordLists)
	e.PUT(wordsPath, p.putWordList, host)
}
