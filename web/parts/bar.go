package parts

import (
	"fmt"
	"html/template"
	"strings"

	"tilewatch/web/board"
	"tilewatch/web/scoreboard"
)

// bar draws a player's points one by one: words in the owner's ink, banked tiles as rings, because nobody can take
// them, and a star for going out. Dots show
// the room that is left. longest is how many points the full width holds.
func bar(p scoreboard.Player, longest int) template.HTML {
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="points" viewBox="0 0 %d 20" preserveAspectRatio="xMinYMid meet" aria-hidden="true" focusable="false">`, longest*22)
	ink := board.InkOf(p.Color)
	for i := range p.Total {
		x := i*22 + 1
		switch {
		case i < p.Words:
			fmt.Fprintf(&b, `<rect class="f-%s" fill="%s" x="%d" y="1" width="18" height="18" rx="4"/>`, p.Color, ink.Fill, x)
		case i < p.Words+p.Banked:
			fmt.Fprintf(&b, `<rect class="k-%s coin" fill="none" stroke="%s" stroke-width="5" x="%d" y="3.5" width="13" height="13" rx="6.5"/>`, p.Color, ink.Fill, x+2)
		default:
			fmt.Fprintf(&b, `<path class="f-%s" fill="%s" d="M%d 0l3 6 7 1-5 5 1 7-6-3-6 3 1-7-5-5 7-1z"/>`, p.Color, ink.Fill, x+9)
		}
	}
	fmt.Fprintf(&b, `<path class="track" stroke-width="5" stroke-linecap="round" d="M%d 10`, p.Total*22+10)
	for range longest - p.Total {
		b.WriteString("h0m22 0")
	}
	b.WriteString(`"/></svg>`)
	return template.HTML(b.String())
}
