package board

import (
	"fmt"
	"io"
	"strings"

	"tilewatch/engine"
)

// Ink is how one owner's tiles are printed: Fill and Text keep a contrast of at least 4.5:1, and Mark with
// the pattern tells owners apart where colors do not.
type Ink struct {
	Fill, Side, Text string // #rrggbb: the face, the layers' sides, the letter
	Mark             string // one letter beside a name
	Pattern          string // in words, for the legend
}

var inks = map[engine.Color]Ink{
	engine.Red:    {"#c62828", "#8e1b1b", "#ffffff", "R", "diagonal stripes"},
	engine.Purple: {"#6a1b9a", "#470f6a", "#ffffff", "P", "dots"},
	engine.Yellow: {"#f9a825", "#b97708", "#000000", "Y", "plain"},
	engine.Green:  {"#2e7d32", "#1c5320", "#ffffff", "G", "waves"},
	engine.Gray:   {"#616161", "#424242", "#ffffff", "", "plain"},
}

// InkOf is the owner's ink; gray's for a color nobody has.
func InkOf(c engine.Color) Ink {
	if ink, ok := inks[c]; ok {
		return ink
	}
	return inks[engine.Gray]
}

// patterns are drawn in black over the fill, so that they never take contrast from a white letter; yellow,
// whose letter is black, is the plain one.
var patterns = map[engine.Color]string{
	engine.Red:    `<pattern id="pat-red" width="22" height="22" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M6 0V22" stroke="#000" stroke-opacity=".3" stroke-width="8"/></pattern>`,
	engine.Purple: `<pattern id="pat-purple" width="24" height="24" patternUnits="userSpaceOnUse"><g fill="#000" fill-opacity=".36"><circle cx="6" cy="6" r="4.6"/><circle cx="18" cy="18" r="4.6"/></g></pattern>`,
	engine.Green:  `<pattern id="pat-green" width="32" height="20" patternUnits="userSpaceOnUse"><path d="M-8 10Q0 0 8 10T24 10T40 10" fill="none" stroke="#000" stroke-opacity=".32" stroke-width="6"/></pattern>`,
}

// grid puts a dot on each corner of the lattice.
const grid = `<pattern id="pat-grid" width="100" height="100" patternUnits="userSpaceOnUse" x="50" y="50"><circle class="dot" cx="50" cy="50" r="3.5" fill="#000" fill-opacity=".16"/></pattern>`

// Defs writes the patterns that drawings refer to. A page includes them once.
func Defs(w io.Writer) error {
	var b strings.Builder
	b.WriteString("<defs>" + grid)
	for _, c := range engine.PlayerColors {
		b.WriteString(patterns[c])
	}
	b.WriteString("</defs>")
	_, err := io.WriteString(w, b.String())
	return err
}

// hasPattern says whether the owner's face has a second layer of ink.
func hasPattern(c engine.Color) bool { return patterns[c] != "" }

// face writes one rounded square with the owner's fill and pattern.
func face(w *strings.Builder, c engine.Color, x, y, size, radius float64) {
	box := fmt.Sprintf(`x="%s" y="%s" width="%s" height="%s" rx="%s"`, num(x), num(y), num(size), num(size), num(radius))
	fmt.Fprintf(w, `<rect class="f-%s" fill="%s" %s/>`, name(c), InkOf(c).Fill, box)
	if hasPattern(c) {
		fmt.Fprintf(w, `<rect fill="url(#pat-%s)" %s/>`, name(c), box)
	}
}

func name(c engine.Color) string {
	if c == engine.NoColor {
		return engine.Gray.String()
	}
	return c.String()
}

// Swatch writes a small tile with the owner's mark, for beside a name. It needs the page's Defs.
func Swatch(w io.Writer, c engine.Color) error {
	var b strings.Builder
	b.WriteString(`<svg class="swatch" viewBox="0 0 100 100" aria-hidden="true" focusable="false">`)
	face(&b, c, 3, 3, 94, 20)
	ink := InkOf(c)
	fmt.Fprintf(&b, `<text class="l-%s" x="50" y="72" fill="%s" font-size="62" font-weight="900" text-anchor="middle">%s</text></svg>`, name(c), ink.Text, ink.Mark)
	_, err := io.WriteString(w, b.String())
	return err
}
