package board

import (
	"fmt"

	"tilewatch/engine"
	"tilewatch/web/svg"
)

// Stack is one stack as it is drawn: its place, what shows on top, and what is known of the tiles below.
type Stack struct {
	engine.Place
	engine.Cell
	Layers []engine.Color // bottom to top; drawn in the top's color where unknown
	Last   bool           // placed in the last turn
	Doubt  bool           // the reading waits for a person or a better picture
}

// In hundredths of a lattice pitch. A rise of 7 lets five tiles hide only the lower quarter
// of the tile behind them, never its letter.
const (
	pitch  = 100.0
	side   = 94.0
	gap    = 3.0
	radius = 15.0
	rise   = 7.0
)

// riseOf is how far the face of a stack of that height lies above its place.
func riseOf(height int) float64 { return rise * float64(max(height-1, 0)) }

// layer is the color of the tile at the level, 1 being the lowest.
func (s Stack) layer(level int) engine.Color {
	if level == s.Height || level > len(s.Layers) || s.Layers[level-1] == engine.NoColor {
		return s.Color
	}
	return s.Layers[level-1]
}

// stack writes the stack from its lowest tile up. x and y are its place's top left corner.
func (p *painter) stack(s Stack, x, y float64) {
	fmt.Fprintf(&p.b, `<g class="stack%s" data-at="%d,%d"`, s.classes(), s.Row, s.Col)
	if !p.alone {
		fmt.Fprintf(&p.b, ` data-top="%s" data-owner="%s" data-height="%d"`, s.Letter, name(s.Color), s.Height)
	}
	p.b.WriteString(">")
	fmt.Fprintf(&p.b, `<rect class="shade" fill="#000000" fill-opacity=".18" %s/>`, box(x+1, y+6, side+4, side+8, radius+2, p.alone))
	for level := 1; level <= s.Height; level++ {
		c := s.layer(level)
		fmt.Fprintf(&p.b, `<rect class="s-%s" fill="%s" stroke="#000000" stroke-opacity=".45" stroke-width="1.6" %s/>`,
			name(c), InkOf(c).Side, box(x, y-rise*float64(level-2), side, side, radius, p.alone))
	}
	top := y - riseOf(s.Height)
	face(&p.b, s.Color, x, top, p.alone)
	p.letter(s, x, top)
	p.rings(s, x, top)
	p.b.WriteString("</g>")
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

// letter writes the letter, turned with the board, and for a stack its height in the corner. A blank's letter is
// underlined: it is not printed on the tile.
func (p *painter) letter(s Stack, x, y float64) {
	ink := InkOf(s.Color).Text
	middle := x + side/2
	if p.quarters != 0 {
		fmt.Fprintf(&p.b, `<g transform="rotate(%d %s %s)">`, 90*p.quarters, svg.Num(middle), svg.Num(y+side/2))
	}
	center := middle
	if s.Height > 1 {
		center += [4]float64{-4, -2, 4, 2}[p.quarters] // away from the figure
	}
	p.text("l-"+name(s.Color), ink, s.Letter.String(), center, y+66, 66, svg.Middle)
	if s.Blank {
		fmt.Fprintf(&p.b, `<path class="k-%s" fill="none" stroke="%s" stroke-width="5" stroke-linecap="round" stroke-dasharray="1 9" d="M%s %sh42"/>`,
			name(s.Color), ink, svg.Num(center-21), svg.Num(y+78))
	}
	if p.quarters != 0 {
		p.b.WriteString("</g>")
	}
	if s.Height > 1 {
		p.text("l-"+name(s.Color)+" n", ink, fmt.Sprint(s.Height), x+side-7, y+side-8, 29, svg.End)
	}
}

// rings outline the last turn's tiles twice, dark and light, to be seen on any color; dashed where the reading is in
// doubt.
func (p *painter) rings(s Stack, x, y float64) {
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
		fmt.Fprintf(&p.b, `<rect class="%s" fill="none" stroke="%s" stroke-width="%s"%s %s/>`, ring.class, ring.color, svg.Num(ring.width), dash,
			box(x+ring.inset, y+ring.inset, side-2*ring.inset, side-2*ring.inset, radius-ring.inset/2, p.alone))
	}
}

// box is a rectangle's attributes. Browsers round both ways by rx; other drawers need ry too.
func box(x, y, width, height, round float64, alone bool) string {
	text := fmt.Sprintf(`x="%s" y="%s" width="%s" height="%s" rx="%s"`, svg.Num(x), svg.Num(y), svg.Num(width), svg.Num(height), svg.Num(round))
	if alone {
		text += fmt.Sprintf(` ry="%s"`, svg.Num(round))
	}
	return text
}
