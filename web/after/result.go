package after

import (
	"html/template"
	"time"

	"github.com/labstack/echo/v4"

	"tilewatch/engine/nabit/history"
	"tilewatch/web"
	"tilewatch/web/board"
	"tilewatch/web/invite"
)

// resultPage is what the result's template reads.
type resultPage struct {
	page
	*standing
	Game, Title string
	When        template.HTML
	Lasted      string
	Judge       string // the word list that the game began with; empty: none
	Board       template.HTML
	Chart       template.HTML
	Did         []did
	Owners      []owned
	BGStats     template.URL
	Live        string
	Review      bool
	Text        string             // the result in one line, to be shared
	Phones      *invite.Invitation // to this page; nil: their way here is not known
	Manage      managed
}

// did is what one player did, ready to be read.
type did struct {
	history.Player
	Name string
	Pace string
}

func (p *pages) result(c echo.Context) error {
	k, err := p.told(c)
	if err != nil {
		return err
	}
	if k.retold != nil {
		return p.retoldResult(c, k)
	}
	m := p.newResult(c, k)
	return p.answer(c, web.Page{Title: m.T("after.result"), Class: "after-result", Back: "/games", Wide: true}, "result.html", m, "share.js", "when.js")
}

func (p *pages) newResult(c echo.Context, k *kept) resultPage {
	pg := p.pageOf(c, k)
	last := k.Steps[len(k.Steps)-1]
	m := resultPage{
		page: pg, standing: pg.stand(k.Scores(), k.State.Options, k.over()), Game: k.info.Game, Title: k.info.Title,
		Lasted: pg.T("after.turns", "n", k.Turns()), Live: p.live(k.info.Game), Review: p.Words != nil, BGStats: template.URL(bgStats(k, pg)),
		Board: drawBoard(finalStacks(k.Game), board.Options{Label: pg.T("board.label", "n", len(last.Stacks))}), Chart: pg.pointsChart(k.Game),
	}
	if list := k.State.List; list != nil {
		m.Judge = pg.T("list.which", "name", list.Name)
	}
	if !k.Began.IsZero() {
		m.When = pg.moment(k.Began)
		if long := k.Ended.Sub(k.Began); long > time.Minute && long < 24*time.Hour {
			m.Lasted = pg.T("after.lasted", "n", k.Turns(), "time", span(pg.Texts, long))
		}
	}
	m.Wins = pg.headline(k, m.standing)
	m.Manage = p.managing(c, pg, k.info, k.life(), m.Rows)
	for _, d := range k.Did() {
		row := did{Player: d, Name: pg.Name(d.Color), Pace: "–"}
		if pace, known := d.Pace(); known {
			row.Pace = span(pg.Texts, pace)
		}
		m.Did = append(m.Did, row)
	}
	m.Owners = pg.owners(k.State.Board, k.Players())
	m.Text, m.Phones = m.Wins+". "+m.Why, p.server.Phones("/games/"+k.info.Game)
	return m
}

// finalStacks are the board as it lies at the end, nothing marked.
func finalStacks(g *history.Game) []board.Stack {
	for i := len(g.Steps) - 1; i >= 0; i-- {
		if s := g.Steps[i]; !s.Withdrawn {
			s.Placements = nil
			return stacksOf(s)
		}
	}
	return nil
}
