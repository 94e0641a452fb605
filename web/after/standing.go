package after

import (
	"slices"
	"time"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/history"
	"tilewatch/web/scoreboard"
)

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
	Place  int    // from 1; equal results share it
	Shown  string // "1", or "=2" where others share it
	Name   string
	Winner bool
	Mark   string   // what a crown says to the ear; set in lists
	Parts  []string // what the points are made of
	Top    string   // what breaks ties, where it did
}

// standing is who stands where in a game that was kept.
func (p page) standing(k *kept) *standing {
	if k.retold != nil {
		return p.standOf(k)
	}
	return p.stand(k.Scores(), k.State.Options, k.over())
}

// standOf is who stands where at the end, the best first.
func (p page) standOf(k *kept) *standing {
	s := k.retold.State()
	st := &standing{Over: k.over(), Winners: s.Winners, Wins: p.wins(s.Winners, k.over())}
	for _, player := range s.Players {
		row := rankRow{Place: player.Rank, Name: p.Name(player.Color), Winner: slices.Contains(s.Winners, player.Color)}
		row.Color, row.Total = player.Color, player.Total
		st.Rows = append(st.Rows, row)
	}
	slices.SortStableFunc(st.Rows, func(a, b rankRow) int { return b.Total - a.Total })
	st.Rows = placed(st.Rows)
	if len(s.Winners) == 1 && len(st.Rows) > 1 {
		lead := p.T("after.more", "n", st.Rows[0].Total-st.Rows[1].Total)
		st.Why = p.T("after.lead", "who", p.Names(s.Winners), "points", p.T("after.points", "n", st.Rows[0].Total), "lead", lead)
	}
	return st
}

// length says how many turns or steps a game has, and how long it took if that is known.
func (p page) length(k *kept, took time.Duration) string {
	switch {
	case k.retold != nil && took == 0:
		return p.T("after.retold.steps", "n", k.steps()-1)
	case k.retold != nil:
		return p.T("after.retold.lasted", "n", k.steps()-1, "time", span(p.Texts, took))
	case took == 0:
		return p.T("after.turns", "n", k.Turns())
	}
	return p.T("after.lasted", "n", k.Turns(), "time", span(p.Texts, took))
}

// stand ranks the scores and says who wins and why.
func (p page) stand(scores []nabit.Score, o nabit.Options, over bool) *standing {
	d := history.Decide(scores, o)
	ranked := rank(scores, d)
	if !over {
		d.Winners = nil
	}
	st := &standing{Over: over, Winners: d.Winners, Wins: p.wins(d.Winners, over)}
	if len(ranked) > 0 && (!over || len(d.Winners) > 0) {
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
	st.Rows = placed(st.Rows)
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

// equal says whether two share a place: the same points, and what breaks ties made neither of them the winner alone.
func equal(a, b nabit.Score, d history.Decision) bool {
	return a.Total == b.Total && slices.Contains(d.Winners, a.Color) == slices.Contains(d.Winners, b.Color)
}

// placed writes the places as people read them, as the live pages do.
func placed(rows []rankRow) []rankRow {
	for i, r := range rows {
		shared := slices.ContainsFunc(rows, func(o rankRow) bool { return o.Place == r.Place && o.Color != r.Color })
		rows[i].Shown = scoreboard.Place(r.Place, shared)
	}
	return rows
}

// owned is a player with the words controlled.
type owned struct {
	Color engine.Color
	Name  string
	Words []string
}

// owners are the players with the words they control.
func (p page) owners(b engine.Board, players []engine.Color) []owned {
	words := nabit.ControlledWords(b)
	var all []owned
	for _, c := range players {
		o := owned{Color: c, Name: p.Name(c)}
		for _, w := range words {
			if slices.Contains(w.Controllers, c) {
				o.Words = append(o.Words, w.Text)
			}
		}
		slices.Sort(o.Words)
		all = append(all, o)
	}
	return all
}
