package retold

import (
	"strings"

	"tilewatch/web/scoreboard"
	"tilewatch/web/text"
)

// Drawing is the board after the step as its page draws it, as SVG; empty where the page draws none.
func (g *Game) Drawing(step int, t *text.Texts) string {
	s := g.Steps[step].State
	html := string(g.By.Parts(&s, scoreboard.Look{Texts: t})["board"])
	_, rest, begins := strings.Cut(html, "<svg")
	inner, _, ends := strings.Cut(rest, "</svg>")
	if !begins || !ends {
		return ""
	}
	return "<svg" + inner + "</svg>"
}
