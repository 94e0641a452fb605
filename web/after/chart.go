package after

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

// pointsChart draws everybody's points after each step; nothing where somebody came later.
func (p page) pointsChart(k *kept) template.HTML {
	g, series, turns := k.About(), map[engine.Color][]int{}, []int{}
	for step := range g.Steps {
		turn, points := k.Points(step)
		turns = append(turns, turn)
		for _, of := range points {
			series[of.Color] = append(series[of.Color], of.Total)
		}
	}
	for _, points := range series {
		if len(points) != g.Steps {
			return ""
		}
	}
	return p.chart(g.Players, series, turns)
}

// chart draws the players' points after each step; turns are what the steps are called.
func (p page) chart(players []engine.Color, series map[engine.Color][]int, turns []int) template.HTML {
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
	c.begin(p.T("after.chart.label", "who", p.Names(players)))
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

func (p *plot) begin(label string) {
	fmt.Fprintf(&p.b, `<svg class="chart" role="img" aria-label="%s" viewBox="0 0 %s %s">`, svg.Escape(label), svg.Num(p.width), svg.Num(p.height))
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

// winsChart draws a bar for each player: the games played, and of these the wins in the player's ink.
func (p page) winsChart(all []playerRow) template.HTML {
	const rowHigh, left, wide = 40.0, 132.0, 440.0
	most := 1
	for _, r := range all {
		most = max(most, r.Games)
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="chart" role="img" aria-label="%s" viewBox="0 0 %s %s">`, svg.Escape(p.T("after.stats.chart")), svg.Num(wide), svg.Num(rowHigh*float64(len(all))))
	for i, r := range all {
		y := rowHigh * float64(i)
		room := wide - left - 52
		fmt.Fprintf(&b, `<g><title>%s</title><svg x="0" y="%s" width="28" height="28">%s</svg>`, svg.Escape(p.T("after.stats.row", "who", r.Name, "wins", r.Wins, "n", r.Games)), svg.Num(y+6), swatchIn(r.Color))
		fmt.Fprintf(&b, `<text class="label" x="38" y="%s">%s</text>`, svg.Num(y+26), svg.Escape(svg.Fit(r.Name, 18, left-48)))
		fmt.Fprintf(&b, `<rect class="bar-all" x="%s" y="%s" width="%s" height="20" rx="6"/>`, svg.Num(left), svg.Num(y+10), svg.Num(room*float64(r.Games)/float64(most)))
		if r.Wins > 0 {
			fmt.Fprintf(&b, `<rect class="f-%s" fill="%s" x="%s" y="%s" width="%s" height="20" rx="6"/>`, r.Color, board.InkOf(r.Color).Fill, svg.Num(left), svg.Num(y+10), svg.Num(room*float64(r.Wins)/float64(most)))
		}
		fmt.Fprintf(&b, `<text class="label" x="%s" y="%s">%d/%d</text></g>`, svg.Num(left+room*float64(r.Games)/float64(most)+10), svg.Num(y+26), r.Wins, r.Games)
	}
	b.WriteString("</svg>")
	return template.HTML(b.String())
}

// formChart draws a player's points in the games one after the other, the wins filled.
func formChart(c engine.Color, label string, form []formPoint) template.HTML {
	const wide, high, most = 200.0, 44.0, 24
	if len(form) > most {
		form = form[len(form)-most:]
	}
	best := 1
	for _, f := range form {
		best = max(best, f.Points)
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="form" role="img" aria-label="%s" preserveAspectRatio="xMinYMax meet" viewBox="0 0 %s %s">`, svg.Escape(label), svg.Num(wide), svg.Num(high))
	step := wide / float64(max(len(form), 10))
	for i, f := range form {
		tall := max(3, (high-4)*float64(f.Points)/float64(best))
		class := "bar-all"
		if f.Won {
			class = "f-" + c.String()
		}
		fmt.Fprintf(&b, `<rect class="%s" x="%s" y="%s" width="%s" height="%s" rx="2"/>`, class, svg.Num(float64(i)*step), svg.Num(high-tall), svg.Num(step-2), svg.Num(tall))
	}
	b.WriteString("</svg>")
	return template.HTML(b.String())
}
