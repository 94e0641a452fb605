package board

import (
	"fmt"
	"io"
	"strings"

	"tilewatch/engine"
	"tilewatch/web/svg"
)

// Ink is how one owner's tiles are printed: Fill and Text keep a contrast of at least 4.5:1, and Mark with
// the pattern distinguishes owners where colors do not.
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

// grid puts a dot on each corner of the lattice.
const grid = `<pattern id="pat-grid" width="100" height="100" patternUnits="userSpaceOnUse" x="50" y="80"><circle class="dot" cx="50" cy="50" r="3.5" fill="#000" fill-opacity=".16"/></pattern>`

// Defs writes what drawings on a page refer to. A page includes it once.
func Defs(w io.Writer) error {
	var b strings.Builder
	b.WriteString("<defs>" + grid)
	for _, c := range engine.PlayerColors {
		if m, ok := motifs[c]; ok {
			fmt.Fprintf(&b, `<path id="pat-%s" %s/>`, c, m.at(0, 0))
		}
	}
	b.WriteString("</defs>")
	_, err := io.WriteString(w, b.String())
	return err
}

// face writes a tile's face with the owner's fill and pattern, its top left corner at x, y. alone: without referring
// to Defs.
func face(b *strings.Builder, c engine.Color, x, y float64, alone bool) {
	fmt.Fprintf(b, `<rect class="f-%s" fill="%s" %s/>`, name(c), InkOf(c).Fill, box(x, y, side, side, radius, alone))
	m, ok := motifs[c]
	switch {
	case ok && alone:
		fmt.Fprintf(b, `<path %s/>`, m.at(x, y))
	case ok:
		fmt.Fprintf(b, `<use href="#pat-%s" x="%s" y="%s"/>`, name(c), svg.Num(x), svg.Num(y))
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
	face(&b, c, gap, gap, false)
	ink := InkOf(c)
	fmt.Fprintf(&b, `<text class="l-%s" x="50" y="72" fill="%s" font-size="62" font-weight="900" text-anchor="middle">%s</text></svg>`, name(c), ink.Text, ink.Mark)
	_, err := io.WriteString(w, b.String())
	return err
}

// SwatchAlone is the same as a picture by itself, on that ground.
func SwatchAlone(c engine.Color, ground string) []byte {
	var b strings.Builder
	svg.Head(&b, 100, 100)
	fmt.Fprintf(&b, `<rect fill="%s" %s/>`, svg.Escape(ground), box(0, 0, 100, 100, 0, true))
	face(&b, c, gap, gap, true)
	svg.Text(&b, InkOf(c).Mark, 50, 72, 62, svg.Middle, InkOf(c).Text)
	b.WriteString("</svg>")
	return []byte(b.String())
}
