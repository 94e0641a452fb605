// Package svg writes SVG that looks the same everywhere, since its text is outlines and needs no font, and turns it
// into PNG pictures.
//
// The font is Nunito at weight 800 with the letters of Latin scripts (SIL Open Font License, text beside it): an
// instance of the pages' variable font, cut out with fontTools.
package svg

import (
	"strconv"
	"strings"
)

// Head begins a picture by itself, so many units wide and high. End it with </svg>.
func Head(b *strings.Builder, width, height float64) {
	b.WriteString(`<svg xmlns="http://www.w3.org/2000/svg" width="` + Num(width) + `" height="` + Num(height) +
		`" viewBox="0 0 ` + Num(width) + ` ` + Num(height) + `">`)
}

// Num writes a coordinate without needless digits.
func Num(v float64) string {
	s := strconv.FormatFloat(v, 'f', 2, 64)
	s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	if s == "-0" || s == "" {
		return "0"
	}
	return s
}

var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#39;")

// Escape makes a text fit for an attribute or an element.
func Escape(s string) string { return escaper.Replace(s) }
