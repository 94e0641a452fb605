package tabit

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"tilewatch/engine"
	"tilewatch/engine/game"
)

// agreed is how many looks in a row must say the same before it counts.
const agreed = 2

// tabSure is the log-likelihood ratio from which on the TABIT card counts as seen.
const tabSure = 2.0

// downPatience is how long cards that lie face down may keep a tab waiting: then they are scored without, as the rules say.
const downPatience = 20 * time.Second

// Follow begins to follow a game.
func (Game) Follow(game.Words, []string) game.Follower[Look] { return &follower{} }

// follower reports what the board shows whenever it has changed, and the tab when the TABIT card is seen.
type follower struct {
	memory   memory
	last     []Seen // what the looks say
	tabit    bool   // the latest saw the TABIT card
	same     int    // how many looks in a row said that
	reported []Seen // what was reported last
	drawn    time.Duration
	waiting  bool // the TABIT card was drawn, and not all cards were face up since
	tabbed   bool // the round's tab was reported; until cards are turned down, or taken away, no other is
	tabs     int
}

// See takes the next look.
func (f *follower) See(m game.Moment, look Look) []game.Line {
	look = f.memory.add(look)
	now := look.Players(DefaultOptions)
	tabit := look.Tabit > tabSure
	if m.Stirred || f.same == 0 || !alike(now, f.last) || tabit != f.tabit {
		f.same = 0
	}
	f.same += m.Looks()
	f.last, f.tabit = now, tabit
	if f.same < agreed {
		return nil
	}
	var lines []game.Line
	if !alike(now, f.reported) {
		f.reported = slices.Clone(now)
		f.tabbed = f.tabbed && !dealt(now)
		lines = append(lines, f.line(m, Shown, now))
	}
	return append(lines, f.tab(m)...)
}

// tab is the line of a tab, once the TABIT card lies in the middle and all cards are turned up, or nobody turns them up.
func (f *follower) tab(m game.Moment) []game.Line {
	if !f.tabit || f.tabbed || len(f.last) == 0 {
		f.waiting = f.waiting && f.tabit
		return nil
	}
	if !f.waiting {
		f.waiting, f.drawn = true, m.Time
	}
	if down(f.last) && m.Time-f.drawn < downPatience {
		return nil
	}
	f.waiting, f.tabbed = false, true
	f.tabs++
	return []game.Line{f.line(m, Tabbed, f.last)}
}

// line is what was seen, as a line and as an event for the game.
func (f *follower) line(m game.Moment, kind string, players []Seen) game.Line {
	l := game.LineAt(m, kind, struct {
		Players []Seen `json:"players"`
	}{players})
	event, err := json.Marshal(struct {
		Type    string `json:"type"`
		Seen    bool   `json:"seen"`
		Players []Seen `json:"players"`
	}{kind, true, players})
	if err == nil { // plain data always marshals
		l.Events = []json.RawMessage{event}
	}
	l.Text = strings.Join(describe(players), "; ")
	return l
}

// Settled says that another look at the same table would add nothing.
func (f *follower) Settled() bool { return f.same >= agreed && !f.waiting }

// Finish sums up. A film that ends with all cards face up, and no TABIT card ever seen, ends with what they are worth.
func (f *follower) Finish(m game.Moment) []game.Line {
	var lines []game.Line
	if f.tabs == 0 && f.same >= agreed && len(f.last) > 1 && !down(f.last) {
		l := f.line(m, Tabbed, f.last)
		l.Fields = struct {
			Players     []Seen `json:"players"`
			Provisional bool   `json:"provisional"`
		}{f.last, true}
		lines = append(lines, l)
		f.tabs++
	}
	summary := game.LineAt(m, game.Summary, struct {
		Tabs    int    `json:"tabs"`
		Players []Seen `json:"players"`
	}{f.tabs, append([]Seen{}, f.last...)})
	summary.Text = engine.Count(f.tabs, "tab") + " seen"
	return append(lines, summary)
}

// alike reports whether two looks show the same cards.
func alike(a, b []Seen) bool {
	return slices.EqualFunc(a, b, func(x, y Seen) bool { return x.Seat == y.Seat && x.Spread == y.Spread })
}

// down reports whether a card lies face down.
func down(players []Seen) bool {
	return slices.ContainsFunc(players, func(p Seen) bool { return p.Down() > 0 })
}

// dealt reports whether a new round has been dealt: most cards lie face down again, or are gone.
func dealt(players []Seen) bool {
	n := 0
	for _, p := range players {
		n += p.Down()
	}
	return n >= each*len(players)
}
