package after

import (
	"html/template"

	"github.com/labstack/echo/v4"

	"tilewatch/engine/lexicon"
	"tilewatch/web"
	"tilewatch/web/album"
	"tilewatch/web/retold"
)

// reviewed is a kept game whose turns can be compared with the best ones.
type reviewed interface {
	// Review is the body of its page, by that word list; nil: there is none. shot is what the camera saw at the end of a turn; nil: nobody
	// knows.
	Review(words *lexicon.Lexicon, shot func(turn int) (album.Shot, error), r retold.Reader) (template.HTML, error)
}

// review answers the page of missed plays. It looks at one game at a time: that takes all of a core for a moment.
func (p *pages) review(c echo.Context) error {
	k, err := p.told(c)
	if err != nil {
		return err
	}
	g, can := k.Kept.(reviewed)
	if !can {
		return k.untold()
	}
	select {
	case p.reviews <- struct{}{}:
		defer func() { <-p.reviews }()
	case <-c.Request().Context().Done():
		return c.Request().Context().Err()
	}
	var shot func(turn int) (album.Shot, error)
	if p.Album != nil {
		shot = func(turn int) (album.Shot, error) { return p.Album.Shot(k.info.Game, turn) }
	}
	pg := p.pageOf(c, k)
	body, err := g.Review(p.Words, shot, pg.Reader)
	if err != nil {
		return err
	}
	return p.show(c, web.Page{Title: pg.T("after.review"), Class: "after-review", Back: "/games/" + k.info.Game, Wide: true, Body: body})
}
