package after

import (
	"html/template"
	"slices"
	"time"

	"github.com/labstack/echo/v4"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/history"
	"tilewatch/web"
	"tilewatch/web/board"
)

// resultPage is what the result's template reads.
type resultPage struct {
	page
	*standing
	Game, Title string
	When, Time  string
	Lasted      string
	Board       template.HTML
	Chart       template.HTML
	Did         []did
	Owners      []owned
	BGStats     template.URL
	Live        string
	Review      bool
	Text        string // the result in one line, to be shared
}

// standing is who stands where.
type standing struct {
	Over    bool
	Winners []engine.Color
	Wins    string // the headline
	Why     string
	Rows    []rankRow
}

// rankRow is one player of the final list.
type rankRow struct {
	nabit.Score
	Place  int // from 1; equal results share it
	Name   string
	Winner bool
	Mark   string   // what a crown says to the ear; set in lists
	Parts  []string // what the points are made of
	Top    string   // what breaks ties, where it did
}

// did is what one player did, ready to be read.
type did struct {
	history.Player
	Name string
	Pace string
}

func (p *pages) result(c echo.Context) error {
	k, err := p.game(c)
	if err != nil {
		return err
	}
	m := p.newResult(c, k)
	return p.answer(c, web.Page{Title: m.T("after.result"), Class: "after-result", Back: "/games", Wide: true}, "result.html", m, "share.js")
}

func (p *pages) newResult(c echo.Context, k *kept) resultPage {
	pg := p.pageOf(c, k)
	last := k.Steps[len(k.Steps)-1]
	m := resultPage{
		page: pg, standing: pg.stand(k.Scores(), k.State.Options, k.State.Over), Game: k.info.Game, Title: k.info.Title,
		Lasted: pg.T("after.turns", "n", k.Turns()), Live: p.live(k), Review: p.Words != nil, BGStats: template.URL(bgStats(k, pg)),
		Board: drawBoard(finalStacks(k.Game), board.Options{Label: pg.T("board.label", "n", len(last.Stacks))}), Chart: pg.pointsChart(k.Game),
	}
	if !k.Began.IsZero() {
		m.When, m.Time = date(pg.Texts, k.Began), clock(k.Began)
		if long := k.Ended.Sub(k.Began); long > time.Minute && long < 24*time.Hour {
			m.Lasted = pg.T("after.lasted", "n", k.Turns(), "time", span(pg.Texts, long))
		}
	}
	for _, d := range k.Did() {
		row := did{Player: d, Name: pg.Name(d.Color), Pace: "–"}
		if pace, known := d.Pace(); known {
			row.Pace = span(pg.Texts, pace)
		}
		m.Did = append(m.Did, row)
	}
	m.Owners = pg.owners(k.State.Board, k.Players())
	m.Text = m.Wins + ". " + m.Why
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

// stand ranks the scores and says who wins and why.
func (p page) stand(scores []nabit.Score, o nabit.Options, over bool) *standing {
	d := history.Decide(scores, o)
	ranked := rank(scores, d)
	if !over {
		d.Winners = nil
	}
	st := &standing{Over: over, Winners: d.Winners, Wins: p.wins(d.Winners)}
	if len(ranked) > 0 {
		st.Why = p.decided(d, ranked)
	}
	for i, s := range ranked {
		row := rankRow{Score: s, Place: i + 1, Name: p.Name(s.Color), Winner: slices.Contains(d.Winners, s.Color)}
		if i > 0 && equal(s, ranked[i-1], d) {
			row.Place = st.Rows[i-1].Place
		}
		row.Parts = append(row.Parts, p.T("after.score.words", "n", s.Words))
		if s.Banked > 0 {
			row.Parts = append(row.Parts, p.T("after.score.banked", "n", s.Banked))
		}
		if s.Out > 0 {
			row.Parts = append(row.Parts, p.T("after.score.out"))
		}
		if slices.Contains(d.Tied, s.Color) {
			row.Top = p.T("after.score.top", "n", tieCount(s, d))
			if d.By == nabit.WordsTopped {
				row.Top = p.T("after.tie.count.words_topped", "who", row.Name, "n", tieCount(s, d))
			}
		}
		st.Rows = append(st.Rows, row)
	}
	return st
}

// rank puts the best first.
func rank(scores []nabit.Score, d history.Decision) []nabit.Score {
	ranked := slices.Clone(scores)
	slices.SortStableFunc(ranked, func(a, b nabit.Score) int {
		if a.Total != b.Total {
			return b.Total - a.Total
		}
		return tieCount(b, d) - tieCount(a, d)
	})
	return ranked
}

func tieCount(s nabit.Score, d history.Decision) int {
	if d.By == nabit.WordsTopped {
		return s.WordsTopped
	}
	return s.TopTiles
}

func equal(a, b nabit.Score, d history.Decision) bool {
	return a.Total == b.Total && tieCount(a, d) == tieCount(b, d)
}
