package after

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"tilewatch/engine"
	"tilewatch/engine/dabble"
	"tilewatch/engine/game"
	"tilewatch/engine/journal"
	"tilewatch/engine/lexicon"
	"tilewatch/engine/snag"
	"tilewatch/engine/tabit"
)

// others are the other games' rules: of their games the list tells the points.
var others = map[string]func() game.Table{
	"snag":  func() game.Table { return snag.Game{}.Table(nil) },
	"tabit": func() game.Table { return tabit.Game{}.Table(nil) },
	"dabble": func() game.Table {
		words, err := lexicon.OpenFor("dabble", "")
		if err != nil {
			return dabble.Game{}.Table(nil)
		}
		return dabble.Game{}.Table(words)
	},
}

// standings are the common part of the other games' states.
type standings struct {
	Scores []struct {
		Player any `json:"player"` // a name, or a number
		Total  int `json:"total"`
	} `json:"scores"`
	Over    bool     `json:"over"`
	Series  *bool    `json:"series_over"`
	Winners []any    `json:"winners"`
	Won     []string `json:"won"`
	Champs  []any    `json:"series_winners"`
}

// won are the winners of all of it; nobody while it goes on.
func (s standings) won() []string {
	winners := s.Winners
	if s.Series != nil {
		winners = s.Champs
	}
	var names []string
	for _, w := range winners {
		names = append(names, fmt.Sprint(w))
	}
	if s.Won != nil {
		names = s.Won
	}
	if !s.over() {
		return nil
	}
	return names
}

// over tells whether all of it is: of a series that of all its games.
func (s standings) over() bool {
	if s.Series != nil {
		return *s.Series
	}
	return s.Over
}

// otherRows are the players of another game with their points, the best first; false if that cannot be told.
func (s *shelf) otherRows(ctx context.Context, info journal.Info) (rows []rankRow, over, ok bool) {
	rules, known := others[info.Kind]
	if !known {
		return nil, false, false
	}
	whole, err := info.Load(ctx, s.journal)
	if err != nil {
		return nil, false, false
	}
	table := rules()
	for _, e := range whole.Events {
		table.Handle(e.Payload)
	}
	data, err := json.Marshal(table.State())
	var st standings
	if err != nil || json.Unmarshal(data, &st) != nil || len(st.Scores) == 0 {
		return nil, false, false
	}
	for i, score := range st.Scores {
		row := rankRow{Name: fmt.Sprint(score.Player)}
		row.Color, row.Total = engine.PlayerColors[i%len(engine.PlayerColors)], score.Total // as the live pages seat them
		row.Winner = slices.Contains(st.won(), row.Name)
		rows = append(rows, row)
	}
	slices.SortStableFunc(rows, func(a, b rankRow) int { return b.Total - a.Total })
	return rows, st.over(), true
}
