package after

import (
	"html/template"
	"slices"
	"time"

	"github.com/labstack/echo/v4"

	"tilewatch/engine"
	"tilewatch/web"
	"tilewatch/web/invite"
	"tilewatch/web/retold"
	"tilewatch/web/scoreboard"
)

// retoldPage is what the template of a result reads, of a game that has no history of its own: its page draws and tells it.
type retoldPage struct {
	page
	*standing
	Game, Title  string
	When         template.HTML
	Lasted       string
	Board, Chart template.HTML
	Story, Card  template.HTML
	Live         string
	Text         string             // the result in one line, to be shared
	Phones       *invite.Invitation // to this page; nil: their way here is not known
	Manage       managed
}

func (p *pages) retoldResult(c echo.Context, k *kept) error {
	g, pg := k.retold, p.pageOf(c, k)
	look := scoreboard.Look{Texts: pg.Texts}
	drawn := g.By.Parts(g.State(), look)
	m := retoldPage{page: pg, standing: pg.standOf(k), Game: k.info.Game, Title: g.By.Title(), Live: p.live(k.info.Game), Board: drawn["board"], Card: drawn["words"],
		Lasted: pg.T("after.retold.steps", "n", len(g.Steps)-1), Chart: pg.retoldChart(g), Phones: p.server.Phones("/games/" + k.info.Game)}
	if !g.Began().IsZero() {
		m.When = pg.moment(g.Began())
		if long := g.Ended().Sub(g.Began()); long > time.Minute && long < 24*time.Hour {
			m.Lasted = pg.T("after.retold.lasted", "n", len(g.Steps)-1, "time", span(pg.Texts, long))
		}
	}
	if teller, tells := g.By.(scoreboard.Teller); tells {
		m.Story = teller.Story(g.Steps, look)
	}
	m.Wins, m.Manage = pg.headline(k, m.standing), p.managing(c, pg, k.info, k.life(), m.Rows)
	m.Text = m.Wins + ". " + m.Why
	return p.answer(c, web.Page{Title: m.T("after.result"), Class: "after-result after-retold", Back: "/games", Wide: true}, "retold.html", m, "share.js", "when.js")
}

// standOf is who stands where at the end, the best first.
func (p page) standOf(k *kept) *standing {
	s := k.retold.State()
	st := &standing{Over: k.over(), Winners: s.Winners, Wins: p.wins(s.Winners, k.over())}
	for _, player := range s.Players {
		row := rankRow{Place: player.Rank, Name: p.Name(player.Color), Winner: slices.Contains(s.Winners, player.Color)}
		row.Color, row.Total = player.Color, player.Total
		st.Rows = append(st.Rows, row)
	}
	slices.SortStableFunc(st.Rows, func(a, b rankRow) int { return b.Total - a.Total })
	st.Rows = placed(st.Rows)
	if len(s.Winners) == 1 && len(st.Rows) > 1 {
		lead := p.T("after.more", "n", st.Rows[0].Total-st.Rows[1].Total)
		st.Why = p.T("after.lead", "who", p.Names(s.Winners), "points", p.T("after.points", "n", st.Rows[0].Total), "lead", lead)
	}
	return st
}

func (p page) retoldChart(g *retold.Game) template.HTML {
	series := map[engine.Color][]int{}
	for _, step := range g.Steps {
		for _, player := range step.State.Players {
			series[player.Color] = append(series[player.Color], player.Total)
		}
	}
	for _, points := range series {
		if len(points) != len(g.Steps) { // somebody came later
			return ""
		}
	}
	return p.chart(scoreboard.ColorsOf(g.State().Players), series, len(g.Steps), func(step int) int { return step })
}

// retoldMoment is one step of its replay.
func (p *pages) retoldMoment(c echo.Context, k *kept, index int) moment {
	g, s := k.retold, &k.retold.Steps[index]
	m := moment{page: p.pageOf(c, k), Game: k.info.Game, Index: index, All: len(g.Steps) - 1, Number: s.Number, Player: s.Player, Sure: -1}
	m.Heading, m.Deed = g.Deed(index, m.Texts), g.Sentence(index, m.Texts)
	if index == 0 {
		m.Heading = m.T("after.step.start")
	} else if !s.At.IsZero() && !g.Steps[index-1].At.IsZero() {
		if took := s.At.Sub(g.Steps[index-1].At); took >= time.Second && took < 24*time.Hour {
			m.Took = m.T("after.step.took", "time", span(m.Texts, took))
		}
	}
	for i, player := range s.State.Players {
		score := stepScore{Color: player.Color, Name: m.Name(player.Color), Total: player.Total, Moves: player.Color == s.Player}
		if i < len(s.Points) {
			score.Delta = s.Points[i]
		}
		m.Scores = append(m.Scores, score)
	}
	drawn := g.By.Parts(&s.State, scoreboard.Look{Texts: m.Texts})
	m.Board = drawn["board"]
	if index > 0 {
		m.Notes = append(m.Notes, m.T("after.step."+map[bool]string{true: "seen", false: "told"}[s.Seen]))
	}
	p.pictured(c, k, s.Number, &m)
	return m
}

// retoldReplay is its replay.
func (p *pages) retoldReplay(c echo.Context, k *kept, index int) replayPage {
	g := k.retold
	m := replayPage{moment: p.retoldMoment(c, k, index), Last: len(g.Steps) - 1, Finished: k.over(), Live: p.live(k.info.Game), Lanes: scoreboard.ColorsOf(g.State().Players)}
	var marks []mark
	for _, s := range g.Steps[1:] {
		of := mark{Lane: slices.Index(m.Lanes, s.Player), High: 4, Class: "f-" + s.Player.String()}
		if i := slices.IndexFunc(s.Points, func(n int) bool { return n > 0 }); i >= 0 {
			of = mark{Lane: i, High: 9, Class: "f-" + s.State.Players[i].Color.String()}
		}
		marks = append(marks, of)
	}
	m.Strip = strip(marks, len(m.Lanes))
	return m
}
