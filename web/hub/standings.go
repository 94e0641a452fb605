package hub

import (
	"cmp"
	"slices"
	"strings"

	"tilewatch/engine"
	"tilewatch/web/scoreboard"
	"tilewatch/web/text"
)

// standings are all players over all rounds: a table's first game of the event is its first round, and so on.
type standings struct {
	Rounds []int
	Rows   []standing
	Going  int // games that are not over: they do not count yet
}

// standing is one player's row.
type standing struct {
	Place  int // from 1; equals share it
	Name   string
	Color  engine.Color // of those whom nobody named
	Played int
	Wins   string  // a shared win is a part of one
	wins   float64 // the same
	Points int
	Rounds []roundScore // one for each round
}

// roundScore is what a player did in one round.
type roundScore struct {
	Table string // empty: did not play
	Total int
	Won   bool
	Going bool
}

// stand adds up the games. Players with the same name are the same person, also at another table; players without a name are known by table and
// color.
func stand(results []Result, t *text.Texts) standings {
	s := standings{}
	rounds, rows := map[string]int{}, map[string]*standing{}
	for _, r := range results {
		rounds[r.Table]++
		round := rounds[r.Table]
		for len(s.Rounds) < round {
			s.Rounds = append(s.Rounds, len(s.Rounds)+1)
		}
		if !r.Over {
			s.Going++
		}
		winners := 0
		for _, row := range r.Rows {
			if row.Winner {
				winners++
			}
		}
		for _, row := range r.Rows {
			key, name := keyOf(r, row, t)
			known := rows[key]
			if known == nil {
				known = &standing{Name: name}
				rows[key] = known
			}
			known.add(r, row, round, winners)
		}
	}
	for _, row := range rows {
		s.Rows = append(s.Rows, *row)
		for len(s.Rounds) < len(row.Rounds) {
			s.Rounds = append(s.Rounds, len(s.Rounds)+1)
		}
	}
	s.order(t)
	return s
}

// Top are the best so many.
func (s standings) Top(n int) []standing { return s.Rows[:min(n, len(s.Rows))] }

func keyOf(r Result, row Row, t *text.Texts) (key, name string) {
	if name = strings.TrimSpace(row.Name); name != "" {
		return "name " + strings.ToLower(name), name
	}
	name = t.Say("hub.nameless", "table", r.Table, "color", t.Say("color."+row.Color.String()))
	return "table " + r.Table + " " + row.Color.String(), name
}

// add counts one game of the player. Who played twice in a round has the second game in the next free one.
func (s *standing) add(r Result, row Row, round, winners int) {
	for len(s.Rounds) < round || s.Rounds[round-1].Table != "" {
		if len(s.Rounds) < round {
			s.Rounds = append(s.Rounds, roundScore{})
		} else {
			round++
		}
	}
	s.Color = row.Color
	s.Rounds[round-1] = roundScore{r.Table, row.Total, row.Winner, !r.Over}
	if !r.Over {
		return
	}
	s.Played++
	s.Points += row.Total
	if row.Winner {
		s.wins += 1 / float64(winners)
	}
}

// order ranks by wins, then by points.
func (s *standings) order(t *text.Texts) {
	slices.SortFunc(s.Rows, func(a, b standing) int {
		return cmp.Or(-compareRank(a, b), strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)))
	})
	for i := range s.Rows {
		row := &s.Rows[i]
		if row.Place = i + 1; i > 0 && compareRank(s.Rows[i-1], *row) == 0 {
			row.Place = s.Rows[i-1].Place
		}
		row.Wins = t.Decimal(row.wins, 0, 2)
		for len(row.Rounds) < len(s.Rounds) {
			row.Rounds = append(row.Rounds, roundScore{})
		}
	}
}

func compareRank(a, b standing) int {
	return cmp.Or(cmp.Compare(a.wins, b.wins), cmp.Compare(a.Points, b.Points))
}

// ranked are the players with the best first; equals stay in turn order.
func ranked(players []scoreboard.Player) []scoreboard.Player {
	players = slices.Clone(players)
	slices.SortStableFunc(players, func(a, b scoreboard.Player) int { return cmp.Compare(b.Total, a.Total) })
	return players
}
