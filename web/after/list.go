package after

import (
	"context"
	"fmt"
	"html/template"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"tilewatch/engine"
	"tilewatch/engine/journal"
	"tilewatch/engine/nabit/history"
	"tilewatch/web"
	"tilewatch/web/access"
)

// listed is how many games one page lists.
const listed = 25

// listPage is what the list's template reads.
type listPage struct {
	page
	Games        []listRow
	Older, Newer string   // addresses; empty: none
	List         string   // "hidden", "deleted", or the usual one
	Others       []string // further lists that have games
	ReadOnly     bool     // the data folder cannot be written
	Done         string   // what was just done to a game; empty: nothing
	Back, Of     string   // what takes it back, and the game
}

// lists are the lists of games by their names.
var lists = map[string]filter{"hidden": hiddenGames, "deleted": deletedGames}

// address is the list from a game on.
func (m listPage) address(from int) string {
	values := url.Values{"from": {strconv.Itoa(from)}}
	if m.List != "" {
		values.Set("list", m.List)
	}
	return "/games?" + values.Encode()
}

// done is the notice of the action in the address, if there is one.
func (p *pages) done(c echo.Context, m *listPage) {
	do := c.QueryParam("done")
	known, ok := changes[do]
	if ok && p.may(c, known.by, c.QueryParam("game")) {
		m.Done, m.Back, m.Of = m.T("after.done."+do, "n", int(engine.DeletedFor.Hours()/24)), known.back, c.QueryParam("game")
	}
}

// listRow is one game.
type listRow struct {
	Game, Title  string
	When         template.HTML
	Rows         []rankRow // best first; empty if nobody knows
	Over, Broken bool
	Other        bool // of another kind
	Turns        string
	Live         string
	Stage        string // how far it has come, unless it has ended
	Manage       managed
}

func (p *pages) list(c echo.Context) error {
	ctx := c.Request().Context()
	which, host := lists[c.QueryParam("list")], p.server.Role(c, p.Table) >= access.RoleHost
	if which == deletedGames && !host {
		return access.ErrRole(access.RoleHost)
	}
	all, err := p.games.lists(ctx, which, hiddenGames, deletedGames)
	if err != nil {
		return err
	}
	games := all[0]
	from, err := strconv.Atoi(c.QueryParam("from"))
	if err != nil || from < 0 || from >= len(games) {
		from = 0
	}
	m := listPage{page: page{p.server.Texts(c), nil}, List: c.QueryParam("list"), ReadOnly: journal.Unopened(p.Journal) != nil}
	p.done(c, &m)
	for i, name := range []string{"hidden", "deleted"} {
		if lists[name] != which && len(all[1+i]) > 0 && (host || lists[name] != deletedGames) {
			m.Others = append(m.Others, name)
		}
	}
	to := min(from+listed, len(games))
	for _, info := range games[from:to] {
		m.Games = append(m.Games, p.listRow(c, info))
	}
	if to < len(games) {
		m.Older = m.address(to)
	}
	if from > 0 {
		m.Newer = m.address(max(0, from-listed))
	}
	return p.answer(c, web.Page{Title: m.T("after.games"), Class: "after-list"}, "list.html", m, "when.js")
}

func (p *pages) listRow(c echo.Context, info journal.Info) listRow {
	row := p.readRow(c, info)
	pg, life := page{p.server.Texts(c), nil}, p.games.life(c.Request().Context(), info)
	if row.Over = life == engine.Ended; life != "" && !row.Over {
		row.Stage = pg.T("life." + string(life))
	}
	if row.Other && p.Games != nil && p.games.marks(c.Request().Context(), info).Title == "" {
		if drawn := p.Games.Drawn(info.Kind); drawn != nil && strings.HasPrefix(info.Title, drawn.Title()+", ") {
			row.Title = drawn.Title() // its own has the server's time in it
		}
	}
	row.Manage = p.managing(c, pg, info, life, row.Rows)
	return row
}

// readRow is the row without its actions.
func (p *pages) readRow(c echo.Context, info journal.Info) listRow {
	k := p.games.read(c.Request().Context(), info)
	pg := page{p.server.Texts(c), nil}
	row := listRow{Game: info.Game, Title: info.Title, When: pg.moment(info.Created), Broken: k.err != nil, Other: k.err == nil && k.Game == nil}
	if k.Game == nil && k.retold == nil {
		return row
	}
	pg = p.pageOf(c, k)
	row.Rows = pg.crowned(pg.standing(k).Rows)
	if !row.Other {
		row.Turns, row.Live = pg.T("after.turns", "n", k.Turns()), p.live(k.info.Game)
	}
	return row
}

// crowned gives the winners' rows what a screen reader says.
func (p page) crowned(rows []rankRow) []rankRow {
	for i := range rows {
		if rows[i].Winner {
			rows[i].Mark = p.T("player.winner")
		}
	}
	return rows
}

// playersPage is what the statistics' template reads.
type playersPage struct {
	page
	Games int
	All   []playerRow
	Chart template.HTML
}

// playerRow is one player over all games.
type playerRow struct {
	history.Player
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
	m := playersPage{page: page{p.server.Texts(c), nil}}
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
	var sum history.Tally
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
		row := playerRow{Player: d, Name: d.Name, Pace: "–", Average: pg.Decimal(d.Average(), 1, 1), form: form[formKey(d)]}
		if row.Name == "" {
			row.Name = pg.Name(d.Color)
		}
		if pace, known := d.Pace(); known {
			row.Pace = span(pg.Texts, pace)
		}
		row.Form = formChart(d.Color, pg.T("after.stats.form"), row.form)
		all = append(all, row)
	}
	return all, games, nil
}

// formKey is the same for all games of a player.
func formKey(p history.Player) string {
	if p.Name == "" {
		return fmt.Sprint(engine.Color(p.Color))
	}
	return "name " + engine.NameKey(p.Name)
}
