package after

import (
	"html/template"
	"time"

	"github.com/labstack/echo/v4"

	"tilewatch/engine/nabit/history"
	"tilewatch/web"
	"tilewatch/web/board"
	"tilewatch/web/invite"
	"tilewatch/web/retold"
	"tilewatch/web/scoreboard"
)

// resultPage is what the result's template reads.
type resultPage struct {
	page
	*standing
	Won          won
	Game, Title  string
	When         template.HTML
	Lasted       string
	Board, Chart template.HTML
	Live         string
	Text         string             // the result in one line, to be shared
	Phones       *invite.Invitation // to this page; nil: their way here is not known
	Manage       managed

	// Of a game that is told by its page.
	Story, Card template.HTML

	// Of a game with a history of its own.
	Judge   string // the word list that the game began with; empty: none
	Did     []did
	Owners  []owned
	BGStats template.URL
	Review  bool
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
	m, class, name := p.newResult(c, k), "after-result", "result.html"
	if k.retold != nil {
		class, name = "after-result after-retold", "retold.html"
	}
	return p.answer(c, web.Page{Title: m.T("after.result"), Class: class, Back: "/games", Wide: true}, name, m, "share.js", "when.js")
}

func (p *pages) newResult(c echo.Context, k *kept) resultPage {
	pg := p.pageOf(c, k)
	m := resultPage{page: pg, standing: pg.standing(k), Game: k.info.Game, Lasted: pg.length(k, 0), Live: p.live(k.info.Game), Phones: p.server.Phones("/games/" + k.info.Game)}
	if !k.began().IsZero() {
		m.When = pg.moment(k.began())
		if long := k.ended().Sub(k.began()); long > time.Minute && long < 24*time.Hour {
			m.Lasted = pg.length(k, long)
		}
	}
	m.Wins, m.Manage = pg.headline(k, m.standing), p.managing(c, pg, k.info, k.life(), m.Rows)
	m.Text = m.Wins + ". " + m.Why
	m.Won = p.won(c, k)
	if k.retold != nil {
		m.tell(k.retold)
	} else {
		m.Review = p.Words != nil
		m.show(k)
	}
	return m
}

// tell adds what a game's page draws and tells.
func (m *resultPage) tell(g *retold.Game) {
	look := scoreboard.Look{Texts: m.Texts}
	drawn := g.By.Parts(g.State(), look)
	m.Title, m.Board, m.Card, m.Chart = g.By.Title(), drawn["board"], drawn["words"], m.retoldChart(g)
	if teller, tells := g.By.(scoreboard.Teller); tells {
		m.Story = teller.Story(g.Steps, look)
	}
}

// show adds what a history knows.
func (m *resultPage) show(k *kept) {
	last := k.Steps[len(k.Steps)-1]
	m.Title, m.BGStats = k.info.Title, template.URL(bgStats(k, m.page))
	m.Board, m.Chart = drawBoard(finalStacks(k.Game), board.Options{Label: m.T("board.label", "n", len(last.Stacks))}), m.pointsChart(k.Game)
	if list := k.State.List; list != nil {
		m.Judge = m.T("list.which", "name", list.Name)
	}
	for _, d := range k.Did() {
		row := did{Player: d, Name: m.Name(d.Color), Pace: "–"}
		if pace, known := d.Pace(); known {
			row.Pace = span(m.Texts, pace)
		}
		m.Did = append(m.Did, row)
	}
	m.Owners = m.owners(k.State.Board, k.Players())
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
