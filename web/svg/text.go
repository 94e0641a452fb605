package svg

import (
	_ "embed" // the font
	"strings"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

//go:embed nunito-800.ttf
var fontData []byte

// unit is the size at which glyphs are read; coordinates are scaled from there.
const unit = 1000

// glyph is a letter's outline at size 1000: y grows downwards, the baseline is 0.
type glyph struct {
	segments sfnt.Segments
	advance  float64
}

// face reads glyphs once each. It is safe for concurrent use.
type face struct {
	mu     sync.Mutex
	font   *sfnt.Font
	buffer sfnt.Buffer
	known  map[rune]glyph
}

var nunito = sync.OnceValue(func() *face {
	f, err := sfnt.Parse(fontData)
	if err != nil {
		panic(err) // part of the program, and read by every test
	}
	return &face{font: f, known: map[rune]glyph{}}
})

// glyph is the rune's outline; the font's box for missing letters if it has none. Nothing is drawn for what cannot be
// read.
func (f *face) glyph(r rune) glyph {
	f.mu.Lock()
	defer f.mu.Unlock()
	if g, ok := f.known[r]; ok {
		return g
	}
	var g glyph
	index, err := f.font.GlyphIndex(&f.buffer, r)
	if err != nil {
		return g
	}
	segments, err := f.font.LoadGlyph(&f.buffer, index, fixed.I(unit), nil)
	if err != nil {
		return g
	}
	advance, err := f.font.GlyphAdvance(&f.buffer, index, fixed.I(unit), font.HintingNone)
	if err != nil {
		return g
	}
	g = glyph{append(sfnt.Segments(nil), segments...), float64(advance) / 64}
	if len(f.known) < 2000 { // of any script, but not of all
		f.known[r] = g
	}
	return g
}

// Anchor is which point of a text lies at its x.
type Anchor int

// Start, Middle and End of the text.
const (
	Start Anchor = iota
	Middle
	End
)

// Width is how wide the text is at that size.
func Width(text string, size float64) float64 {
	sum := 0.0
	for _, r := range text {
		sum += nunito().glyph(r).advance
	}
	return sum * size / unit
}

// Fit shortens the text, with an ellipsis, until it is no wider than that.
func Fit(text string, size, width float64) string {
	if Width(text, size) <= width {
		return text
	}
	runes := []rune(text)
	for len(runes) > 0 && Width(string(runes)+"…", size) > width {
		runes = runes[:len(runes)-1]
	}
	return strings.TrimSpace(string(runes)) + "…"
}

// Wrap breaks the text between words into lines no wider than that, as far as its words allow.
func Wrap(text string, size, width float64) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		if longer := strings.TrimSpace(line + " " + word); line == "" || Width(longer, size) <= width {
			line = longer
			continue
		}
		lines, line = append(lines, line), word
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// Outline is the text as a path's data, its baseline at y.
func Outline(text string, x, y, size float64, anchor Anchor) string {
	switch anchor {
	case Middle:
		x -= Width(text, size) / 2
	case End:
		x -= Width(text, size)
	}
	var b strings.Builder
	scale := size / unit
	for _, r := range text {
		g := nunito().glyph(r)
		g.write(&b, x, y, scale)
		x += g.advance * scale
	}
	return b.String()
}

// Text writes the text as a filled path.
func Text(b *strings.Builder, text string, x, y, size float64, anchor Anchor, fill string) {
	if d := Outline(text, x, y, size, anchor); d != "" {
		b.WriteString(`<path fill="` + fill + `" d="` + d + `"/>`)
	}
}

// write adds the outline, closing each contour.
func (g glyph) write(b *strings.Builder, x, y, scale float64) {
	at := func(p fixed.Point26_6) string {
		return Num(x+float64(p.X)/64*scale) + " " + Num(y+float64(p.Y)/64*scale)
	}
	for i, s := range g.segments {
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			if i > 0 {
				b.WriteString("Z")
			}
			b.WriteString("M" + at(s.Args[0]))
		case sfnt.SegmentOpLineTo:
			b.WriteString("L" + at(s.Args[0]))
		case sfnt.SegmentOpQuadTo:
			b.WriteString("Q" + at(s.Args[0]) + " " + at(s.Args[1]))
		case sfnt.SegmentOpCubeTo:
			b.WriteString("C" + at(s.Args[0]) + " " + at(s.Args[1]) + " " + at(s.Args[2]))
		}
	}
	if len(g.segments) > 0 {
		b.WriteString("Z")
	}
}
