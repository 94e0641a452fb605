package web

import (
	"net/url"
	"strings"

	"github.com/labstack/echo/v4"

	"tilewatch/web/frame"
	"tilewatch/web/viewer"
)

// overlayParts are the pieces that an overlay may show.
var overlayParts = []string{"scores", "turn", "board"}

// overlayChoice is how an overlay looks, by its address.
type overlayChoice struct {
	Only  []string // the parts shown; none: all, side by side
	Scale string
	Theme string // it cannot know what is behind it
}

// overlayOf reads the address: part=scores,turn&scale=2&theme=dark. What is strange is ignored.
func overlayOf(values url.Values) (o overlayChoice) {
	for _, part := range strings.Split(strings.Join(values["part"], ","), ",") {
		if p := viewer.Pick(part, overlayParts...); p != "" {
			o.Only = append(o.Only, p)
		}
	}
	o.Scale, o.Theme = viewer.Pick(values.Get("scale"), "1", "2", "3"), viewer.Pick(values.Get("theme"), "light", "dark")
	return o
}

// overlayModel is what the page about the overlay reads.
type overlayModel struct {
	*frame.Frame
	Address string // of the overlay, as other programs open it
	Parts   []string
}

// overlayPage helps to put the scores over a film: it makes the address, and shows what that shows.
func (s *Server) overlayPage(c echo.Context) error {
	table, err := s.Table(c)
	if err != nil {
		return err
	}
	path := "/overlay"
	if c.Param("id") != "" {
		path = "/t/" + table.ID() + "/overlay"
	}
	address := c.Scheme() + "://" + c.Request().Host + path
	return write(c, "overlay.html", overlayModel{s.Frame(c, viewer.Language(c).Say("overlay.title")), address, overlayParts})
}
