package docs

import (
	"bytes"
	"html/template"

	"github.com/labstack/echo/v4"

	"tilewatch/web"
	webtext "tilewatch/web/text"
)

// About is what the page about the program shows.
type About struct {
	Version string
	Notices func() string // the licenses of everything the program contains
}

// aboutPage is what the template reads.
type aboutPage struct {
	*webtext.Texts
	Version, Notices string
}

func (p *pages) aboutProgram(c echo.Context) error {
	m := aboutPage{p.server.Texts(c), p.about.Version, p.about.Notices()}
	var b bytes.Buffer
	if err := templates().ExecuteTemplate(&b, "about.html", m); err != nil {
		return err
	}
	return p.server.Page(c, web.Page{Title: m.Say("docs.about"), Class: "docs", Body: template.HTML(b.String()), Styles: []string{p.style}})
}
