// Package chart draws what people won: a game's points step by step, and what a player won in many games. A drawing is an SVG in a page, with a
// label for screen readers, and its styles are the page's.
package chart

import (
	"fmt"
	"html/template"
	"slices"
	"strings"

	"tilewatch/engine"
	"tilewatch/web/board"
	"tilewatch/web/svg"
)

// dashes distinguish the players' lines where colors do not; the mark at a line's end does too.
var dashes = map[engine.Color]string{
	engine.Red: "none", engine.Purple: "2 9", engine.Yellow: "none", engine.Green: "16 8",
}

// plot is a drawing of lines over counted steps.
type plot struct {
	b                        strings.Builder
	width, height            float64
	left, right, top, bottom float64 // margins
	steps, most              int
}

func (p *plot) x(step float64) float64 {
	return p.left + (p.width-p.left-p.right)*step/float64(max(p.steps, 1))
}

func (p *plot) y(points float64) float64 {
	return p.top + (p.height-p.top-p.bottom)*(1-points/float64(max(p.most, 1)))
}

// Points draws the players' points after each step; turns are what the steps are called. Few steps are not worth a drawing.
func Points(label string, players []engine.Color, series map[engine.Color][]int, turns []int) template.HTML {
	if len(players) == 0 || len(turns) < 3 {
		return ""
	}
	c := &plot{width: 440, height: 270, left: 30, right: 42, top: 12, bottom: 28, steps: len(turns) - 1}
	for _, points := range series {
		c.most = max(c.most, slices.Max(points))
	}
	if c.most > 999 {
		c.left = 42
	}
	begin(&c.b, "chart", label, c.width, c.height)
	c.grid(turns)
	ends := map[engine.Color]float64{}
	for _, color := range players {
		c.line(color, series[color])
		ends[color] = c.y(float64(series[color][c.steps]))
	}
	c.marks(players, ends)
	c.b.WriteString("</svg>")
	return template.HTML(c.b.String())
}

// begin begins a drawing; more are attributes.
func begin(b *strings.Builder, class, label string, width, height float64, more ...string) {
	fmt.Fprintf(b, `<svg class="%s" role="img" aria-label="%s"%s viewBox="0 0 %s %s">`, class, svg.Escape(label), strings.Join(more, ""), svg.Num(width), svg.Num(height))
}

// grid draws the points' lines with their numbers, and the numbers of turns.
func (p *plot) grid(turns []int) {
	step := max(1, (p.most+4)/5)
	for v := 0; v <= p.most; v += step {
		y := svg.Num(p.y(float64(v)))
		fmt.Fprintf(&p.b, `<path class="rule" d="M%s %sH%s"/><text class="axis" x="%s" y="%s" dy="5" text-anchor="end">%d</text>`,
			svg.Num(p.left), y, svg.Num(p.width-p.right), svg.Num(p.left-8), y, v)
	}
	every := max(1, (p.steps+5)/6)
	for i := every; i <= p.steps; i += every {
		fmt.Fprintf(&p.b, `<text class="axis" x="%s" y="%s" text-anchor="middle">%d</text>`, svg.Num(p.x(float64(i))), svg.Num(p.height-8), turns[i])
	}
}

// line goes up and down in steps: points are won at a turn, not between turns.
func (p *plot) line(c engine.Color, points []int) {
	var d strings.Builder
	fmt.Fprintf(&d, "M%s %s", svg.Num(p.x(0)), svg.Num(p.y(float64(points[0]))))
	for i := 1; i < len(points); i++ {
		fmt.Fprintf(&d, "H%s", svg.Num(p.x(float64(i))))
		if points[i] != points[i-1] {
			fmt.Fprintf(&d, "V%s", svg.Num(p.y(float64(points[i]))))
		}
	}
	fmt.Fprintf(&p.b, `<path class="series-edge" d="%s"/><path class="series k-%s" stroke="%s" stroke-dasharray="%s" d="%s"/>`,
		d.String(), c, board.InkOf(c).Fill, dashes[c], d.String())
}

// marks are the players' swatches at the ends of their lines, moved apart where they would lie on each other.
func (p *plot) marks(players []engine.Color, ends map[engine.Color]float64) {
	const size = 26.0
	order := slices.Clone(players)
	slices.SortStableFunc(order, func(a, b engine.Color) int { return int(ends[a] - ends[b]) })
	y := p.top - size
	places := make([]float64, len(order))
	for i, c := range order {
		y = max(y+size+2, ends[c]-size/2)
		places[i] = y
	}
	if over := y + size - (p.height - 2); over > 0 {
		low := p.height - 2 - size
		for i := len(places) - 1; i >= 0 && places[i] > low; i-- {
			places[i] = low
			low -= size + 2
		}
	}
	for i, c := range order {
		fmt.Fprintf(&p.b, `<svg x="%s" y="%s" width="%s" height="%s">%s</svg>`, svg.Num(p.width-p.right+10), svg.Num(places[i]), svg.Num(size), svg.Num(size), swatchIn(c))
	}
}

// swatchIn is a swatch that takes the size of the drawing around it.
func swatchIn(c engine.Color) string {
	var b strings.Builder
	_ = board.Swatch(&b, c) // a strings.Builder never fails
	return strings.Replace(b.String(), `class="swatch"`, "", 1)
}
