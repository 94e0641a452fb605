package after

import (
	"fmt"
	"html/template"
	"time"

	"tilewatch/web/retold"
)

// headline says who won, or how far a game has come that has not ended.
func (p page) headline(k *kept, st *retold.Standing) string {
	if life := k.About().Life; !st.Over && life != "" {
		return p.Stage(life)
	}
	return st.Wins
}

// moment is a time as its place says it, which the page's script tells in the reader's zone.
func (p page) moment(at time.Time) template.HTML {
	if at.IsZero() {
		return ""
	}
	return template.HTML(fmt.Sprintf(`<time datetime="%s" data-when>%s, %s</time>`, at.UTC().Format(time.RFC3339), template.HTMLEscapeString(p.Date(at)), clock(at)))
}

func clock(at time.Time) string { return at.Local().Format("15:04") }
