package after

import (
	"cmp"
	"context"
	"html/template"
	"maps"
	"net/url"
	"slices"
	"strconv"

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
	// Kinds and Years are the choices of what is counted; none where there is nothing to choose.
	Kinds, Years []choice
	// One says that all games counted are of one kind: points of several do not compare. Words says that it has words and stacks.
	One, Words bool
}

// choice is one of several views of a page.
type choice struct {
	Name, Address string
	Here          bool
}

// playerRow is one player over all games.
type playerRow struct {
	retold.Player
	Pace    string
	Average string
	Form    template.HTML
	Versus  []string // how the player did against others
}

// mostVersus is how many others a player is compared with.
const mostVersus = 6

// span is which games are counted: of a kind and a year, if these are set.
type span struct {
	kind string
	year int
}

// address is the page of the span.
func (s span) address() string {
	values := url.Values{}
	if s.kind != "" {
		values.Set("game", s.kind)
	}
	if s.year != 0 {
		values.Set("year", strconv.Itoa(s.year))
	}
	if len(values) == 0 {
		return "/players"
	}
	return "/players?" + values.Encode()
}

func (p *pages) players(c echo.Context) error {
	m := playersPage{page: p.page(c)}
	which := span{kind: c.QueryParam("game")}
	which.year, _ = strconv.Atoi(c.QueryParam("year")) // what is no year is all of them
	sum, all, err := p.tally(c.Request().Context(), which)
	if err != nil {
		return err
	}
	m.Games = sum.Games
	m.choose(p.Games, which, all)
	kinds := map[string]bool{}
	for s := range all {
		if which.takes(s) {
			kinds[s.kind] = true
		}
	}
	m.One, m.Words = len(kinds) == 1, len(kinds) == 1 && kinds["nabit"]
	var records []chart.Record
	for _, d := range sum.Players() {
		d.Name = cmp.Or(d.Name, m.Name(d.Color))
		row := playerRow{Player: d, Pace: m.Pace(d), Average: m.Decimal(d.Average(), 1, 1), Form: chart.Form(m.T("after.stats.form"), d.Color, d.Form)}
		for _, v := range d.Against[:min(len(d.Against), mostVersus)] {
			row.Versus = append(row.Versus, m.T("after.stats.against", "who", cmp.Or(v.Name, m.Name(v.Color)), "ahead", v.Ahead, "behind", v.Behind))
		}
		m.All = append(m.All, row)
		records = append(records, chart.Record{Name: d.Name, Says: m.T("after.stats.row", "who", d.Name, "wins", d.Wins, "n", d.Games), Color: d.Color, Games: d.Games, Wins: d.Wins})
	}
	m.Chart = chart.Wins(m.T("after.stats.chart"), records)
	return p.answer(c, web.Page{Title: m.T("after.stats"), Class: "after-players", Back: "/games", Wide: true}, "players.html", m)
}

// takes says whether a game of another span's kind and year is counted.
func (s span) takes(one span) bool {
	return (s.kind == "" || s.kind == one.kind) && (s.year == 0 || s.year == one.year)
}

// choose lists the kinds and years of the games that there are, with the present choice marked.
func (m *playersPage) choose(games Games, now span, all map[span]int) {
	kinds, years := map[string]bool{}, map[int]bool{}
	for s := range all {
		kinds[s.kind], years[s.year] = true, true
	}
	if len(kinds) > 1 || now.kind != "" {
		m.Kinds = append(m.Kinds, choice{m.T("after.stats.all"), span{year: now.year}.address(), now.kind == ""})
		for _, kind := range slices.Sorted(maps.Keys(kinds)) {
			m.Kinds = append(m.Kinds, choice{games.Drawn(kind).Title(), span{kind, now.year}.address(), now.kind == kind})
		}
	}
	if len(years) > 1 || now.year != 0 {
		m.Years = append(m.Years, choice{m.T("after.stats.ever"), span{kind: now.kind}.address(), now.year == 0})
		for _, year := range slices.Backward(slices.Sorted(maps.Keys(years))) {
			m.Years = append(m.Years, choice{strconv.Itoa(year), span{now.kind, year}.address(), now.year == year})
		}
	}
}

// tally adds up all finished games of a span, and counts those of each kind and year.
func (p *pages) tally(ctx context.Context, which span) (sum retold.Tally, all map[span]int, err error) {
	infos, err := p.games.list(ctx, countedGames)
	if err != nil {
		return sum, nil, err
	}
	infos = infos[:min(len(infos), counted)]
	slices.Reverse(infos) // so that the newest name and color count
	all = map[span]int{}
	for _, info := range infos {
		if ctx.Err() != nil {
			return sum, nil, ctx.Err()
		}
		did := p.games.sum(ctx, info)
		if did == nil {
			continue
		}
		one := span{info.Kind, info.Created.Year()}
		if all[one]++; which.takes(one) {
			sum.Add(did...)
		}
	}
	return sum, all, nil
}
