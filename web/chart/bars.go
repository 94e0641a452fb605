package chart

import (
	"fmt"
	"html/template"
	"strings"

	"tilewatch/engine"
	"tilewatch/web/board"
	"tilewatch/web/svg"
)

// Record is what a player has won; Says is that in words.
type Record struct {
	Name, Says  string
	Color       engine.Color
	Games, Wins int
}

// Wins draws a bar for each player: the games played, and of these the wins in the player's ink.
func Wins(label string, all []Record) template.HTML {
	const rowHigh, left, wide = 40.0, 132.0, 440.0
	most := 1
	for _, r := range all {
		most = max(most, r.Games)
	}
	var b strings.Builder
	begin(&b, "chart", label, wide, rowHigh*float64(len(all)))
	for i, r := range all {
		y := rowHigh * float64(i)
		room := wide - left - 52
		fmt.Fprintf(&b, `<g><title>%s</title><svg x="0" y="%s" width="28" height="28">%s</svg>`, svg.Escape(r.Says), svg.Num(y+6), swatchIn(r.Color))
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

// Won is one game of a player.
type Won struct {
	Points int
	Won    bool // the game
}

// Form draws a player's points in the games one after the other, the wins filled.
func Form(label string, c engine.Color, form []Won) template.HTML {
	const wide, high, most = 200.0, 44.0, 24
	if len(form) > most {
		form = form[len(form)-most:]
	}
	best := 1
	for _, f := range form {
		best = max(best, f.Points)
	}
	var b strings.Builder
	begin(&b, "form", label, wide, high, ` preserveAspectRatio="xMinYMax meet"`)
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
