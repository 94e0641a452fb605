package after

import (
	"embed"
	"fmt"
	"html/template"
	"strings"

	"tilewatch/engine"
	"tilewatch/web/board"
	"tilewatch/web/text"
)

//go:embed assets templates
var files embed.FS

var templates = template.Must(template.New("").Funcs(template.FuncMap{
	"swatch": func(c engine.Color) template.HTML {
		var b strings.Builder
		_ = board.Swatch(&b, c) // a strings.Builder never fails
		return template.HTML(b.String())
	},
	"signed": func(n int) string { return strings.Replace(fmt.Sprintf("%+d", n), "-", "−", 1) },
}).ParseFS(files, "templates/*.html"))

// page is what all templates read.
type page struct {
	*text.Texts
	names func(engine.Color) string
}

// T is the sentence for the key, in the reader's language.
func (p page) T(key string, pairs ...any) string { return p.Say(key, pairs...) }

// Name is what the player is called.
func (p page) Name(c engine.Color) string {
	if p.names != nil {
		if name := p.names(c); name != "" {
			return name
		}
	}
	return p.Say("color." + c.String())
}

// Names are several players in a row.
func (p page) Names(colors []engine.Color) string {
	names := make([]string, len(colors))
	for i, c := range colors {
		names[i] = p.Name(c)
	}
	return p.List(names)
}

// draw is a template's html.
func draw(name string, m any) (template.HTML, error) {
	var b strings.Builder
	if err := templates.ExecuteTemplate(&b, name, m); err != nil {
		return "", fmt.Errorf("draw %s: %w", name, err)
	}
	return template.HTML(b.String()), nil
}
