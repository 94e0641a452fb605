package after

import (
	"html/template"
	"time"

	"github.com/labstack/echo/v4"

	"tilewatch/engine"
	"tilewatch/web"
	"tilewatch/web/chart"
	"tilewatch/web/invite"
	"tilewatch/web/retold"
)

// resultPage is what the result's template reads.
type resultPage struct {
	page
	*retold.Standing
	retold.Result
	Won         won
	Game, Title string
	Named       bool // the page says which game it is
	When        template.HTML
	Lasted      string
	Chart       template.HTML
	Live        string
	Text        string             // the result in one line, to be shared
	Phones      *invite.Invitation // to this page; nil: their way here is not known
	Manage      managed
	Review      bool
}

func (p *pages) result(c echo.Context) error {
	k, err := p.told(c)
	if err != nil {
		return err
	}
	m, class := p.newResult(c, k), "after-result"
	if m.Named {
		class += " after-retold"
	}
	return p.answer(c, web.Page{Title: m.T("after.result"), Class: class, Back: "/games", Wide: true}, "result.html", m, "share.js", "when.js")
}

// points draws everybody's points after each step; nothing where somebody came later.
func (p page) points(k *kept) template.HTML {
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
	return chart.Points(p.T("after.chart.label", "who", p.Names(g.Players)), g.Players, series, turns)
}

func (p *pages) newResult(c echo.Context, k *kept) resultPage {
	pg, g := p.pageOf(c, k), k.About()
	m := resultPage{page: pg, Standing: k.Standing(pg.Reader), Result: k.Result(pg.Reader), Game: k.info.Game, Title: k.info.Title, Named: g.Named,
		Chart: pg.points(k), Live: p.live(k.info.Game), Phones: p.server.Phones("/games/" + k.info.Game)}
	if g.Named {
		m.Title = g.Title
	}
	took := time.Duration(0)
	if !g.Began.IsZero() {
		m.When = pg.moment(g.Began)
		if long := g.Ended.Sub(g.Began); long > time.Minute && long < 24*time.Hour {
			took = long
		}
	}
	_, can := k.Kept.(reviewed)
	m.Review, m.Lasted = can && p.Words != nil, k.Length(pg.Reader, took)
	m.Wins, m.Manage = pg.headline(k, m.Standing), p.managing(c, pg, k.info, g.Life, m.Rows)
	m.Text = m.Wins + ". " + m.Why
	m.Won = p.won(c, k)
	return m
}
