package after

import (
	"context"
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"tilewatch/engine"
	"tilewatch/engine/game"
	"tilewatch/engine/journal"
	"tilewatch/web"
)

// otherRows are the players of a game that is not retold with their points, the best first; false if nobody knows them.
func (s *shelf) otherRows(ctx context.Context, info journal.Info) (rows []rankRow, over, ok bool) {
	if s.played == nil {
		return nil, false, false
	}
	table := s.played.Rules(info.Kind)
	if table == nil {
		return nil, false, false
	}
	whole, err := info.Load(ctx, s.journal)
	if err != nil {
		return nil, false, false
	}
	for _, e := range whole.Events {
		game.Again(table, e.Payload)
	}
	st, ok := game.StandingsOf(table.State())
	if !ok {
		return nil, false, false
	}
	for i, p := range st.Players {
		row := rankRow{Name: p.Player, Winner: p.Won}
		row.Color, row.Total = engine.PlayerColors[i%len(engine.PlayerColors)], p.Total // as the live pages seat them
		rows = append(rows, row)
	}
	slices.SortStableFunc(rows, func(a, b rankRow) int { return b.Total - a.Total })
	for i := range rows {
		if rows[i].Place = i + 1; i > 0 && rows[i].Total == rows[i-1].Total {
			rows[i].Place = rows[i-1].Place
		}
	}
	return placed(rows), st.Over, true
}

// otherPage is what the template of such a game's result reads.
type otherPage struct {
	page
	*standing
	Game, Title string
	Live        string
	Manage      managed
}

// otherResult is the result of a game that is not retold: who won, and how all stand.
func (p *pages) otherResult(c echo.Context, k *kept) error {
	rows, over, ok := p.games.otherRows(c.Request().Context(), k.info)
	if !ok {
		return echo.NewHTTPError(http.StatusNotFound, "this game's score is unknown: export it with /games/"+k.info.Game+"/export/ndjson")
	}
	st, names := &standing{Over: over, Rows: rows}, map[engine.Color]string{}
	for _, r := range rows {
		if names[r.Color] = r.Name; r.Winner {
			st.Winners = append(st.Winners, r.Color)
		}
	}
	pg := page{p.server.Texts(c), func(c engine.Color) string { return names[c] }}
	st.Wins = pg.wins(st.Winners)
	life := p.games.life(c.Request().Context(), k.info)
	if st.Over = life == engine.Ended; !st.Over && life != "" {
		st.Wins = pg.stage(life)
	}
	m := otherPage{page: pg, standing: st, Manage: p.managing(c, pg, k.info, life, rows), Game: k.info.Game, Title: k.info.Title, Live: p.live(k)}
	return p.answer(c, web.Page{Title: m.T("after.result"), Class: "after-result", Back: "/games", Wide: true}, "other.html", m)
}
