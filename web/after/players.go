package after

import (
	"context"
	"fmt"
	"html/template"
	"slices"

	"github.com/labstack/echo/v4"

	"tilewatch/engine"
	"tilewatch/web"
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
	Name    string
	Pace    string
	Average string
	Form    template.HTML
	form    []formPoint
}

// formPoint is one game of a player.
type formPoint struct {
	Points int
	Won    bool
}

func (p *pages) players(c echo.Context) error {
	m := playersPage{page: p.page(c)}
	var err error
	if m.All, m.Games, err = p.tally(c.Request().Context(), m.page); err != nil {
		return err
	}
	if len(m.All) > 0 {
		m.Chart = m.winsChart(m.All)
	}
	return p.answer(c, web.Page{Title: m.T("after.stats"), Class: "after-players", Back: "/games", Wide: true}, "players.html", m)
}

// tally adds up all finished games.
func (p *pages) tally(ctx context.Context, pg page) (all []playerRow, games int, err error) {
	infos, err := p.games.list(ctx, countedGames)
	if err != nil {
		return nil, 0, err
	}
	infos = infos[:min(len(infos), counted)]
	slices.Reverse(infos) // so that the newest name and color count
	var sum retold.Tally
	form := map[string][]formPoint{}
	for _, info := range infos {
		if ctx.Err() != nil {
			return nil, 0, ctx.Err()
		}
		did := p.games.sum(ctx, info)
		if did == nil {
			continue
		}
		games++
		for _, d := range did {
			sum.Add(d)
			form[formKey(d)] = append(form[formKey(d)], formPoint{d.Points, d.Wins > 0})
		}
	}
	for _, d := range sum.Players() {
		row := playerRow{Player: d, Name: d.Name, Pace: pg.Pace(d), Average: pg.Decimal(d.Average(), 1, 1), form: form[formKey(d)]}
		if row.Name == "" {
			row.Name = pg.Name(d.Color)
		}
		row.Form = formChart(d.Color, pg.T("after.stats.form"), row.form)
		all = append(all, row)
	}
	return all, games, nil
}

// formKey is the same for all games of a player.
func formKey(p retold.Player) string {
	if p.Name == "" {
		return fmt.Sprint(engine.Color(p.Color))
	}
	return "name " + engine.NameKey(p.Name)
}
