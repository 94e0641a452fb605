package after

import (
	"cmp"
	"context"
	"html/template"
	"slices"

	"github.com/labstack/echo/v4"

	"tilewatch/web"
	"tilewatch/web/chart"
	"tilewatch/web/retold"
)

// playersPage is what the statistics' template reads.
type playersPage struct {
	page
	Games int
	All   []playerRow
	Chart template.HTML
}

// playerRow is one player over all games.
type playerRow struct {
	retold.Player
	Pace    string
	Average string
	Form    template.HTML
}

func (p *pages) players(c echo.Context) error {
	m := playersPage{page: p.page(c)}
	sum, err := p.tally(c.Request().Context())
	if err != nil {
		return err
	}
	m.Games = sum.Games
	var records []chart.Record
	for _, d := range sum.Players() {
		d.Name = cmp.Or(d.Name, m.Name(d.Color))
		m.All = append(m.All, playerRow{d, m.Pace(d), m.Decimal(d.Average(), 1, 1), chart.Form(m.T("after.stats.form"), d.Color, d.Form)})
		records = append(records, chart.Record{Name: d.Name, Says: m.T("after.stats.row", "who", d.Name, "wins", d.Wins, "n", d.Games), Color: d.Color, Games: d.Games, Wins: d.Wins})
	}
	m.Chart = chart.Wins(m.T("after.stats.chart"), records)
	return p.answer(c, web.Page{Title: m.T("after.stats"), Class: "after-players", Back: "/games", Wide: true}, "players.html", m)
}

// tally adds up all finished games.
func (p *pages) tally(ctx context.Context) (sum retold.Tally, err error) {
	infos, err := p.games.list(ctx, countedGames)
	if err != nil {
		return sum, err
	}
	infos = infos[:min(len(infos), counted)]
	slices.Reverse(infos) // so that the newest name and color count
	for _, info := range infos {
		if ctx.Err() != nil {
			return sum, ctx.Err()
		}
		if did := p.games.sum(ctx, info); did != nil {
			sum.Add(did...)
		}
	}
	return sum, nil
}
