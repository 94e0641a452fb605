package board

import (
	"fmt"
	"strconv"
	"strings"

	"tilewatch/engine"
)

// Stack is one stack as it is drawn and as it is sent: its place, what shows on top, and what is known of
// the tiles below.
type Stack struct {
	engine.Place
	engine.Cell
	Layers []engine.Color `json:"layers,omitempty"` // bottom to top; drawn in the top's color where unknown
	Last   bool           `json:"last,omitempty"`   // placed in the last turn
	Doubt  bool           `json:"doubt,omitempty"`  // the reading waits for a person or a better picture
}

// In units of which one lattice pitch has a hundred. A rise of 7 lets five tiles hide only the lower quarter
// of the tile behind them, never its letter.
const (
	pitch  = 100.0
	side   = 94.0
	radius = 15.0
	rise   = 7.0
)

// layer is the color of the tile at the level, 1 being the lowest.
func (s Stack) layer(level int) engine.Color {
	if level == s.Height || level > len(s.Layers) || s.Layers[level-1] == engine.NoColor {
		return s.Color
	}
	return s.Layers[level-1]
}

// draw writes the stack from its lowest tile up. x and y are its place's top left corner.
func (s Stack) draw(w *strings.Builder, x, y float64) {
	fmt.Fprintf(w, `<g class="stack%s" data-at="%d,%d">`, s.classes(), s.Row, s.Col)
	fmt.Fprintf(w, `<rect class="shade" fill="#000" fill-opacity=".18" x="%s" y="%s" width="%s" height="%s" rx="%s"/>`,
		num(x+1), num(y+6), num(side+4), num(side+8), num(radius+2))
	for level := 1; level <= s.Height; level++ {
		c := s.layer(level)
		fmt.Fprintf(w, `<rect class="s-%s" fill="%s" stroke="#000" stroke-opacity=".45" stroke-width="1.6" x="%s" y="%s" width="%s" height="%s" rx="%s"/>`,
			name(c), InkOf(c).Side, num(x), num(y-rise*float64(level-2)), num(side), num(side), num(radius))
	}
	top := y - rise*float64(s.Height-1)
	face(w, s.Color, x, top, side, radius)
	s.drawLetter(w, x, top)
	s.drawRing(w, x, top)
	w.WriteString("</g>")
}

func (s Stack) classes() string {
	classes := ""
	if s.Last {
		classes += " last"
	}
	if s.Doubt {
		classes += " doubt"
	}
	return classes
}

// drawLetter writes the letter and, for a stack, its height in the corner. A blank's letter is underlined: it
// is not printed on the tile.
func (s Stack) drawLetter(w *strings.Builder, x, y float64) {
	text := InkOf(s.Color).Text
	center := x + side/2
	if s.Height > 1 {
		center -= 4
	}
	fmt.Fprintf(w, `<text class="l-%s" fill="%s" x="%s" y="%s" font-size="66" font-weight="800" text-anchor="middle">%s</text>`,
		name(s.Color), text, num(center), num(y+66), s.Letter)
	if s.Blank {
		fmt.Fprintf(w, `<path class="k-%s" stroke="%s" stroke-width="5" stroke-linecap="round" stroke-dasharray="1 9" d="M%s %sh42"/>`,
			name(s.Color), text, num(center-21), num(y+78))
	}
	if s.Height > 1 {
		fmt.Fprintf(w, `<text class="l-%s n" fill="%s" x="%s" y="%s" font-size="29" font-weight="800" text-anchor="end">%d</text>`,
			name(s.Color), text, num(x+side-7), num(y+side-8), s.Height)
	}
}

// drawRing outlines the last turn's tiles twice, dark and light, to be seen on any color.
func (s Stack) drawRing(w *strings.Builder, x, y float64) {
	if !s.Last && !s.Doubt {
		return
	}
	dash := ""
	if s.Doubt {
		dash = ` stroke-dasharray="14 10"`
	}
	for _, ring := range [2]struct {
		class, color string
		width, inset float64
	}{{"ring-out", "#10233f", 9, 0}, {"ring-in", "#ffffff", 4, 4}} {
		fmt.Fprintf(w, `<rect class="%s" fill="none" stroke="%s" stroke-width="%s"%s x="%s" y="%s" width="%s" height="%s" rx="%s"/>`,
			ring.class, ring.color, num(ring.width), dash, num(x+ring.inset), num(y+ring.inset),
			num(side-2*ring.inset), num(side-2*ring.inset), num(radius-ring.inset/2))
	}
}

// num writes a coordinate without needless digits.
func num(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
