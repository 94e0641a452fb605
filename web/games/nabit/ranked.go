package nabit

import (
	"slices"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/history"
	"tilewatch/web/retold"
)

// stand ranks the scores and says who wins and why.
func (p reader) stand(scores []nabit.Score, o nabit.Options, over bool) *retold.Standing {
	d := history.Decide(scores, o)
	ranked := slices.Clone(scores) // the best first
	slices.SortStableFunc(ranked, func(a, b nabit.Score) int { return d.By.Compare(b, a) })
	if !over {
		d.Winners = nil
	}
	st := retold.NewStanding(p.Reader, d.Winners, over)
	if len(ranked) > 0 && (!over || len(d.Winners) > 0) {
		st.Why = p.decided(d, ranked)
	}
	for i, s := range ranked {
		row := retold.Rank{Points: retold.Points{Color: s.Color, Total: s.Total}, Place: i + 1, Name: p.Name(s.Color), Winner: slices.Contains(d.Winners, s.Color)}
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
			row.Top = p.T("after.score.top", "n", s.Breaks(d.By))
			if d.By == nabit.WordsTopped {
				row.Top = p.T("after.tie.count.words_topped", "who", row.Name, "n", s.Breaks(d.By))
			}
		}
		st.Rows = append(st.Rows, row)
	}
	st.Placed()
	return st
}

// equal says whether two share a place: the same points, and what breaks ties made neither of them the winner alone.
func equal(a, b nabit.Score, d history.Decision) bool {
	return a.Total == b.Total && slices.Contains(d.Winners, a.Color) == slices.Contains(d.Winners, b.Color)
}

// decided says who wins and why: how many points more, or how a tie was broken.
func (p reader) decided(d history.Decision, ranked []nabit.Score) string {
	if len(d.Winners) == 0 {
		return p.T("after.undecided")
	}
	best := ranked[0].Total
	if len(d.Tied) == 0 {
		lead := best
		if len(ranked) > 1 {
			lead -= ranked[1].Total
		}
		return p.Led(d.Winners, best, lead)
	}
	var counts []string
	for i, c := range d.Tied {
		counts = append(counts, p.T("after.tie.count."+string(d.By), "who", p.Name(c), "n", d.Counts[i]))
	}
	tie := p.T("after.tie", "who", p.Names(d.Tied), "points", p.T("after.points", "n", best), "counts", p.List(counts))
	if d.Shared {
		return tie + " " + p.T("after.tie.shared", "who", p.Names(d.Winners))
	}
	return tie + " " + p.T("after.tie.won", "who", p.Names(d.Winners))
}

// owned is a player with the words controlled.
type owned struct {
	Color engine.Color
	Name  string
	Words []string
}

// owners are the players with the words they control.
func (p reader) owners(b engine.Board, players []engine.Color) []owned {
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
