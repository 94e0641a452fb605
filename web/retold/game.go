package retold

import (
	"html/template"
	"slices"
	"time"

	"tilewatch/engine"
	"tilewatch/web/scoreboard"
	"tilewatch/web/svg"
	"tilewatch/web/text"
)

var _ Kept = (*Game)(nil)

// About implements Kept.
func (g *Game) About() About {
	return About{Began: g.Began(), Ended: g.Ended(), Life: g.life, Players: scoreboard.ColorsOf(g.now.Players),
		Steps: len(g.Steps), Turns: len(g.Steps) - 1, Title: g.By.Title(), Named: true}
}

// Name implements Kept.
func (g *Game) Name(c engine.Color, t *text.Texts) string { return g.now.NameOf(c, t) }

// Length implements Kept.
func (g *Game) Length(r Reader, took time.Duration) string {
	if took == 0 {
		return r.T("after.retold.steps", "n", len(g.Steps)-1)
	}
	return r.T("after.retold.lasted", "n", len(g.Steps)-1, "time", r.Span(took))
}

// Standing implements Kept.
func (g *Game) Standing(r Reader) *Standing {
	st := NewStanding(r, g.now.Winners, g.life == engine.Ended)
	for _, p := range g.now.Players {
		st.Rows = append(st.Rows, Rank{Points: Points{p.Color, p.Total}, Place: p.Rank, Name: r.Name(p.Color), Winner: slices.Contains(g.now.Winners, p.Color)})
	}
	slices.SortStableFunc(st.Rows, func(a, b Rank) int { return b.Total - a.Total })
	st.Placed()
	if len(st.Winners) == 1 && len(st.Rows) > 1 {
		st.Why = r.Led(st.Winners, st.Rows[0].Total, st.Rows[0].Total-st.Rows[1].Total)
	}
	return st
}

// Points implements Kept.
func (g *Game) Points(step int) (turn int, points []Points) {
	for _, p := range g.Steps[step].State.Players {
		points = append(points, Points{p.Color, p.Total})
	}
	return step, points
}

// Moment implements Kept.
func (g *Game) Moment(step, _ int, r Reader) Moment {
	s := &g.Steps[step]
	m := Moment{Number: s.Number, Player: s.Player, Heading: g.Deed(step, r.Texts), Deed: g.Sentence(step, r.Texts)}
	m.Board = g.By.Parts(&s.State, scoreboard.Look{Texts: r.Texts})["board"]
	if step == 0 {
		m.Heading = r.T("after.step.start")
		return m
	}
	if !s.At.IsZero() && !g.Steps[step-1].At.IsZero() {
		if took := s.At.Sub(g.Steps[step-1].At); took >= time.Second && took < 24*time.Hour {
			m.Took = r.T("after.step.took", "time", r.Span(took))
		}
	}
	m.Notes = []string{r.Told(s.Seen)}
	return m
}

// Told says whether the camera saw the step, or somebody told it.
func (r Reader) Told(seen bool) string {
	return r.T("after.step." + map[bool]string{true: "seen", false: "told"}[seen])
}

// Marks implements Kept: points stand out, in the lane of whoever has won them.
func (g *Game) Marks(lanes []engine.Color) (marks []Mark) {
	for _, s := range g.Steps[1:] {
		of := Mark{Lane: slices.Index(lanes, s.Player), High: 4, Class: "f-" + s.Player.String()}
		if i := slices.IndexFunc(s.Points, func(n int) bool { return n > 0 }); i >= 0 {
			of = Mark{Lane: i, High: 9, Class: "f-" + s.State.Players[i].Color.String()}
		}
		marks = append(marks, of)
	}
	return marks
}

// Result implements Kept: the score card, and how the game went.
func (g *Game) Result(r Reader) Result {
	look := scoreboard.Look{Texts: r.Texts}
	drawn := g.By.Parts(&g.now, look)
	section := func(class, head string, body template.HTML) template.HTML {
		if body == "" {
			return ""
		}
		return `<section class="sheet-card ` + template.HTML(class) + `">` + template.HTML(head) + body + "</section>"
	}
	story := template.HTML("")
	if narrator, narrates := g.By.(scoreboard.Narrator); narrates {
		story = narrator.Story(g.Steps, look)
	}
	title := "<h3>" + template.HTMLEscapeString(r.T("after.retold.story")) + "</h3>"
	return Result{Board: drawn["board"], Before: []template.HTML{section("scorecard", "", drawn["words"]), section("wide story", title, story)}}
}

// Picture implements Kept.
func (g *Game) Picture(t *text.Texts) (p Picture, err error) {
	if drawing := g.Drawing(len(g.Steps)-1, t); drawing != "" {
		p.SVG, p.Wide, p.High, err = svg.Flat(drawing, "#1b2330", "#e6dfcf")
	}
	return p, err
}
