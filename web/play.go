package web

import (
	"fmt"
	"html/template"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"tilewatch/web/access"
	"tilewatch/web/desk"
	"tilewatch/web/frame"
	"tilewatch/web/sheets"
	"tilewatch/web/text"
	"tilewatch/web/viewer"
)

// crop answers the camera's picture of a place.
func (s *Server) crop(c echo.Context) error {
	x, err := s.explorer(c)
	if err != nil {
		return err
	}
	place, err := sheets.ParsePlace(strings.TrimSuffix(c.Param("place"), ".jpg"))
	if err != nil {
		return echo.NewHTTPError(http.StatusBadRequest, err.Error())
	}
	if jpeg := x.Crop(place); jpeg != nil {
		return c.Blob(http.StatusOK, "image/jpeg", jpeg)
	}
	return errNoPicture
}

var errNoPicture = echo.NewHTTPError(http.StatusNotFound, "no picture of that yet")

func (s *Server) explorer(c echo.Context) (desk.Explorer, error) {
	table, err := s.Table(c)
	if err != nil {
		return nil, err
	}
	if x, ok := table.Desk().(desk.Explorer); ok {
		return x, nil
	}
	return nil, errNoPicture
}

// picture answers the camera's newest picture.
func (s *Server) picture(c echo.Context) error {
	x, err := s.explorer(c)
	if err != nil {
		return err
	}
	if jpeg, _ := x.Picture(); jpeg != nil {
		return c.Blob(http.StatusOK, "image/jpeg", jpeg)
	}
	return errNoPicture
}

// cameraModel is what the camera page reads.
type cameraModel struct {
	*frame.Frame
	Table   string
	Role    access.Role
	Picture bool
	Seen    template.HTML
	Drawn   bool // something is outlined in the picture
	Connect bool // its reader may make a phone the camera
	Defs    template.HTML
}

// cameraPage shows the camera's picture with what is seen drawn on it, renewed every second.
func (s *Server) cameraPage(c echo.Context) error {
	table, err := s.Table(c)
	if err != nil {
		return err
	}
	m := cameraModel{Frame: s.Frame(c, viewer.Language(c).Say("camera.title")), Table: table.ID(), Role: s.Role(c, table.ID()), Defs: defs}
	m.Connect = m.Role == access.RoleHost && s.Mounted("/camera")
	if x, ok := table.Desk().(desk.Explorer); ok {
		jpeg, seen := x.Picture()
		m.Picture, m.Seen, m.Drawn = jpeg != nil, drawSeen(seen, viewer.Language(c)), len(seen.Tiles) > 0
	}
	return write(c, "camera.html", m)
}

// seen answers the drawing alone.
func (s *Server) seen(c echo.Context) error {
	x, err := s.explorer(c)
	if err != nil {
		return err
	}
	jpeg, seen := x.Picture()
	if jpeg == nil {
		return errNoPicture
	}
	return c.HTML(http.StatusOK, string(drawSeen(seen, viewer.Language(c))))
}

// drawSeen outlines every stack in the picture, in its pixels, and the parts that are ignored or hold the reading up.
func drawSeen(seen desk.Seen, texts *text.Texts) template.HTML {
	if seen.Width == 0 {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="seen" viewBox="0 0 %d %d" aria-hidden="true" focusable="false">`, seen.Width, seen.Height)
	for _, t := range seen.Tiles {
		side := 0.0
		b.WriteString(`<path class="seen-` + t.Color.String() + `" d="`)
		x, y := 0.0, 0.0
		for i, p := range t.Quad {
			fmt.Fprintf(&b, "%c%.0f %.0f", "MLLL"[i], p.X, p.Y)
			x, y = x+p.X/4, y+p.Y/4
			next := t.Quad[(i+1)%4]
			side += (abs(next.X-p.X) + abs(next.Y-p.Y)) / 4
		}
		fmt.Fprintf(&b, `z"/><text x="%.0f" y="%.0f" font-size="%.0f" text-anchor="middle">%s`, x, y+side*0.28, side*0.62, template.HTMLEscapeString(t.Letter.String()))
		if t.Height > 1 {
			fmt.Fprintf(&b, `<tspan font-size="%.0f">%d</tspan>`, side*0.36, t.Height)
		}
		b.WriteString("</text>")
	}
	for _, m := range seen.Marks {
		size := seen.Height / 36
		fmt.Fprintf(&b, `<rect class="mark-%s" x="%d" y="%d" width="%d" height="%d"/><text x="%d" y="%d" font-size="%d" text-anchor="%s">%s</text>`,
			m.Kind, m.X, m.Y, m.Width, m.Height, beside(m, seen.Width), min(m.Y+m.Height+size, seen.Height-size/3), size, anchor(m, seen.Width), template.HTMLEscapeString(texts.Say("camera.mark."+string(m.Kind))))
	}
	b.WriteString("</svg>")
	return template.HTML(b.String())
}

// anchor and beside keep a mark's text within the picture.
func anchor(m desk.Mark, width int) string {
	if 2*m.X+m.Width > width {
		return "end"
	}
	return "start"
}

// beside is where the text of a mark begins or ends.
func beside(m desk.Mark, width int) int {
	if 2*m.X+m.Width > width {
		return min(m.X+m.Width, width)
	}
	return m.X
}

func abs(v float64) float64 { return max(v, -v) }
