package after

import (
	"html/template"
	"net/url"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"tilewatch/engine"
	"tilewatch/engine/journal"
	"tilewatch/web"
	"tilewatch/web/access"
	"tilewatch/web/retold"
)

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
	Rows         []retold.Rank // best first; empty if nobody knows
	Over, Broken bool
	Named        bool // of one of several games, or of one that nobody can tell
	Turns        string
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
	m := listPage{page: p.page(c), List: c.QueryParam("list"), ReadOnly: journal.Unopened(p.Journal) != nil}
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
	pg, life := p.page(c), p.games.life(c.Request().Context(), info)
	if row.Over = life == engine.Ended; life != "" && !row.Over {
		row.Stage = pg.T("life." + string(life))
	}
	if row.Named && p.Games != nil && p.games.marks(c.Request().Context(), info).Title == "" {
		if drawn := p.Games.Drawn(info.Kind); drawn != nil && strings.HasPrefix(info.Title, drawn.Title()+", ") {
			row.Title = drawn.Title() // its own has the server's time in it
		}
	}
	row.Manage = p.managing(c, pg, info, life, row.Rows)
	return row
}

// readRow is the row without its actions.
func (p *pages) readRow(c echo.Context, info journal.Info) listRow {
	k, pg := p.games.read(c.Request().Context(), info), p.page(c)
	row := listRow{Game: info.Game, Title: info.Title, When: pg.moment(info.Created), Broken: k.err != nil, Named: k.err == nil && k.Kept == nil}
	if k.Kept == nil {
		return row
	}
	pg = p.pageOf(c, k)
	row.Rows, row.Named = pg.crowned(k.Standing(pg.Reader).Rows), k.About().Named
	if !row.Named {
		row.Turns = k.Length(pg.Reader, 0)
	}
	return row
}

// crowned gives the winners' rows what a screen reader says.
func (p page) crowned(rows []retold.Rank) []retold.Rank {
	for i := range rows {
		if rows[i].Winner {
			rows[i].Mark = p.T("player.winner")
		}
	}
	return rows
}
