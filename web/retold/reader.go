package retold

import (
	"fmt"
	"math"
	"slices"
	"time"

	"tilewatch/engine"
	"tilewatch/web/parts"
	"tilewatch/web/scoreboard"
	"tilewatch/web/text"
)

// Reader is who reads about a game: the language, and what the players are called.
type Reader struct {
	*text.Texts
	Called func(engine.Color) string // empty, or nil: the color is the name
}

// ReaderOf reads about that game; nil: about none in particular.
func ReaderOf(k Kept, t *text.Texts) Reader {
	if k == nil {
		return Reader{Texts: t}
	}
	return Reader{t, func(c engine.Color) string { return k.Name(c, t) }}
}

// T is the sentence for the key, in the reader's language.
func (r Reader) T(key string, pairs ...any) string { return r.Say(key, pairs...) }

// Name is what the player is called.
func (r Reader) Name(c engine.Color) string {
	if r.Called != nil {
		if name := r.Called(c); name != "" {
			return name
		}
	}
	return r.Say("color." + c.String())
}

// Names are several players in a row.
func (r Reader) Names(colors []engine.Color) string {
	names := make([]string, len(colors))
	for i, c := range colors {
		names[i] = r.Name(c)
	}
	return r.List(names)
}

// Span is a duration as people say it: "1 h 12 min", "48 s".
func (r Reader) Span(d time.Duration) string {
	switch {
	case d <= 0:
		return "–"
	case d < time.Minute:
		return r.Say("after.seconds", "n", int(math.Round(d.Seconds())))
	case d < 10*time.Minute:
		return r.Say("after.minsec", "m", int(d.Minutes()), "s", fmt.Sprintf("%02d", int(d.Seconds())%60))
	case d < time.Hour:
		return r.Say("after.minutes", "n", int(math.Round(d.Minutes())))
	}
	return r.Say("after.hours", "h", int(d.Hours()), "m", int(d.Minutes())%60)
}

// Stage is how far a game has come that has not ended.
func (r Reader) Stage(life engine.Life) string { return parts.Capital(r.T("life." + string(life))) }

// Pace is how long a player's turn takes.
func (r Reader) Pace(p Player) string {
	if pace, known := p.Pace(); known {
		return r.Span(pace)
	}
	return "–"
}

// Standing is who stands where.
type Standing struct {
	Over    bool
	Winners []engine.Color
	Wins    string // the headline
	Why     string
	Rows    []Rank
}

// Rank is one player of the final list.
type Rank struct {
	Points
	Place  int    // from 1; equal results share it
	Shown  string // "1", or "=2" where others share it
	Name   string
	Winner bool
	Mark   string   // what a crown says to the ear; set in lists
	Parts  []string // what the points are made of
	Top    string   // what breaks ties, where it did
}

// NewStanding is without players yet.
func NewStanding(r Reader, winners []engine.Color, over bool) *Standing {
	s := &Standing{Over: over, Winners: winners}
	switch {
	case len(winners) == 0 && over:
		s.Wins = r.T("over.nobody")
	case len(winners) == 0:
		s.Wins = r.Stage(engine.InPlay)
	default:
		s.Wins = r.T("after.wins", "n", len(winners), "who", r.Names(winners))
	}
	return s
}

// Led says who wins by how many points; best is the winners' total, and lead what the next one lacks.
func (r Reader) Led(winners []engine.Color, best, lead int) string {
	return r.T("after.lead", "who", r.Names(winners), "points", r.T("after.points", "n", best), "lead", r.T("after.more", "n", lead))
}

// Placed writes the places as people read them, as the live pages do.
func (s *Standing) Placed() {
	for i, row := range s.Rows {
		shared := slices.ContainsFunc(s.Rows, func(o Rank) bool { return o.Place == row.Place && o.Color != row.Color })
		s.Rows[i].Shown = scoreboard.Place(row.Place, shared)
	}
}
