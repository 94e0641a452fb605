package parts

import (
	"embed"
	"encoding/json"
	"fmt"
	"html/template"
	"io/fs"
	"strings"
	"sync"
	"unicode/utf8"

	"tilewatch/engine"
	"tilewatch/web/board"
	"tilewatch/web/scoreboard"
)

// Files are the templates of what all games share.
//
//go:embed templates
var Files embed.FS

var templates = Parse(Files)

// Parse reads the templates of a package when the first page is drawn with them: commands without pages do not wait for them. They may use the
// house's functions, and those of more.
func Parse(files fs.FS, more ...template.FuncMap) func() *template.Template {
	return sync.OnceValue(func() *template.Template {
		t := template.New("").Funcs(functions)
		for _, m := range more {
			t.Funcs(m)
		}
		return template.Must(t.ParseFS(files, "templates/*.html"))
	})
}

// ParseGame is Parse for a game, whose templates may use those in game.html and told.html.
func ParseGame(files fs.FS) func() *template.Template {
	own := Parse(files)
	return sync.OnceValue(func() *template.Template {
		return template.Must(own().ParseFS(Files, "templates/game.html", "templates/told.html", "templates/verdict.html"))
	})
}

var functions = template.FuncMap{
	"swatch": swatch,
	"signed": func(n int) string { return strings.Replace(fmt.Sprintf("%+d", n), "-", "−", 1) },
	"cells":  func(w scoreboard.Word) string { return Cells(w.Word) },
	"fit":    fit,
}

// How many letters of the turn's line fit at full size: on a screen on the wall beside the clock, and on a small phone.
const wallLine, phoneLine = 11, 21

// fit is the class of a turn's line that is too long for full size, with a space before it.
func fit(text string) string {
	switch n := utf8.RuneCountInString(text); {
	case n > phoneLine:
		return " long"
	case n > wallLine:
		return " mid"
	}
	return ""
}

func swatch(c engine.Color) template.HTML {
	var b strings.Builder
	_ = board.Swatch(&b, c) // a strings.Builder never fails
	return template.HTML(b.String())
}

// Cells names a word's places as the drawing does: "0,0 0,1".
func Cells(w engine.Word) string {
	var names []string
	for _, p := range w.Places() {
		names = append(names, fmt.Sprintf("%d,%d", p.Row, p.Col))
	}
	return strings.Join(names, " ")
}

// DrawPlaces draws a game's own templates of every place: those named "snag-head", "snag-turn" and so on. Where the game has none, the
// one of all games is drawn: "game-head".
func DrawPlaces(t *template.Template, m any, game string) map[string]template.HTML {
	named := map[string]template.HTML{}
	for _, place := range []string{"head", "turn", "players", "board", "last", "words", "tools", "notes"} {
		name := game + "-" + place
		if t.Lookup(name) == nil {
			name = "game-" + place
		}
		if html, drawn := Draw(t, m, name)[name]; drawn {
			named[place] = html
		}
	}
	return named
}

// DrawSheet is a sheet drawn by the template of that name.
func DrawSheet(t *template.Template, m any, title, name string) scoreboard.Sheet {
	return scoreboard.Sheet{Title: title, Body: Draw(t, m, name)[name]}
}

// Meter is how far a player has come: a bar in the player's color that is full at whole.
func Meter(p scoreboard.Player, n, whole int) template.HTML {
	const width = 300
	wide := min(width, width*max(n, 0)/max(whole, 1))
	return template.HTML(fmt.Sprintf(`<svg class="points" viewBox="0 0 %d 12" preserveAspectRatio="none" aria-hidden="true" focusable="false"><rect width="%d" height="12" rx="6" fill="currentColor" fill-opacity=".14"/><rect class="f-%s" fill="%s" width="%d" height="12" rx="6"/></svg>`,
		width, width, p.Color, board.InkOf(p.Color).Fill, wide))
}

// JSON is a text as it stands in a command.
func (m *Model) JSON(text string) string {
	data, err := json.Marshal(text)
	if err != nil { // texts marshal
		return `""`
	}
	return string(data)
}

// Draw runs templates by their names.
func Draw(t *template.Template, m any, names ...string) Parts {
	out := make(Parts, len(names))
	for _, name := range names {
		html, err := HTML(t, name, m)
		if err != nil {
			// Templates are tested with every kind of state; a failing one leaves its place as it was.
			continue
		}
		out[name] = html
	}
	return out
}

// HTML runs a template.
func HTML(t *template.Template, name string, m any) (template.HTML, error) {
	var b strings.Builder
	if err := t.ExecuteTemplate(&b, name, m); err != nil {
		return "", fmt.Errorf("draw %s: %w", name, err)
	}
	return template.HTML(b.String()), nil
}
