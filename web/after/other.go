package after

import (
	"context"
	"slices"

	"tilewatch/engine"
	"tilewatch/engine/game"
	"tilewatch/engine/journal"
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
