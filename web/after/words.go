package after

import (
	"fmt"
	"html/template"
	"math"
	"strings"
	"time"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/history"
	"tilewatch/web/parts"
	"tilewatch/web/text"
)

// decided says who wins and why: how many points more, or how a tie was broken.
func (p page) decided(d history.Decision, ranked []nabit.Score) string {
	if len(d.Winners) == 0 {
		return p.T("after.undecided")
	}
	best := ranked[0].Total
	if len(d.Tied) == 0 {
		lead := best
		if len(ranked) > 1 {
			lead -= ranked[1].Total
		}
		return p.T("after.lead", "who", p.Names(d.Winners), "points", p.T("after.points", "n", best), "lead", p.T("after.more", "n", lead))
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

// wins is the headline.
func (p page) wins(winners []engine.Color, over bool) string {
	switch {
	case len(winners) == 0 && over:
		return p.T("over.nobody")
	case len(winners) == 0:
		return p.stage(engine.InPlay)
	}
	return p.T("after.wins", "n", len(winners), "who", p.Names(winners))
}

// headline says who won, or how far a game has come that has not ended.
func (p page) headline(k *kept, st *standing) string {
	if life := k.life(); !st.Over && life != "" {
		return p.stage(life)
	}
	return st.Wins
}

// stage is how far a game has come that has not ended.
func (p page) stage(life engine.Life) string { return parts.Capital(p.T("life." + string(life))) }

// moment is a time as its place says it, which the page's script tells in the reader's zone.
func (p page) moment(at time.Time) template.HTML {
	if at.IsZero() {
		return ""
	}
	return template.HTML(fmt.Sprintf(`<time datetime="%s" data-when>%s, %s</time>`, at.UTC().Format(time.RFC3339), template.HTMLEscapeString(p.Date(at)), clock(at)))
}

func clock(at time.Time) string { return at.Local().Format("15:04") }

// span is a duration as people say it: "1 h 12 min", "48 s".
func span(t *text.Texts, d time.Duration) string {
	switch {
	case d <= 0:
		return "–"
	case d < time.Minute:
		return t.Say("after.seconds", "n", int(math.Round(d.Seconds())))
	case d < 10*time.Minute:
		return t.Say("after.minsec", "m", int(d.Minutes()), "s", fmt.Sprintf("%02d", int(d.Seconds())%60))
	case d < time.Hour:
		return t.Say("after.minutes", "n", int(math.Round(d.Minutes())))
	}
	return t.Say("after.hours", "h", int(d.Hours()), "m", int(d.Minutes())%60)
}

// deed says what the step was: "Ana plays TAME and TRY".
func (p page) deed(s history.Step) string {
	who := p.Name(s.Player)
	switch s.Kind {
	case "":
		return p.T("after.step.start")
	case nabit.Played:
		if len(s.Turn.Words) == 0 {
			return p.T("after.step.tiles", "who", who)
		}
		return p.T("after.step.play", "who", who, "words", p.List(s.Turn.Words))
	case nabit.Exchanged:
		if s.Count == 0 {
			return p.T("after.step.exchange.some", "who", who)
		}
		return p.T("after.step.exchange", "who", who, "n", s.Count)
	case nabit.Passed:
		return p.T("after.step.pass", "who", who)
	}
	return p.T("after.step.skipped", "who", who)
}

// further are what else belongs to the step, a sentence each.
func (p page) further(s history.Step) []string {
	var all []string
	who := p.Name(s.Player)
	for _, n := range s.Nabbed {
		if len(n.From) > 0 {
			all = append(all, p.T("after.step.nab", "who", who, "word", n.Word, "from", p.Names(n.From)))
		} else {
			all = append(all, p.T("after.step.nab.free", "who", who, "word", n.Word))
		}
	}
	if s.Banked {
		all = append(all, p.T("after.step.bank", "who", who))
	}
	if s.Announced {
		all = append(all, p.T("after.step.announced", "who", who))
	}
	if s.Caught {
		all = append(all, p.T("after.step.caught", "who", who))
	}
	if c := s.Challenge; c != nil {
		all = append(all, p.T("after.step.challenge."+string(c.Verdict), "by", p.Name(c.By), "words", p.List(c.Words)))
		if c.List != nil {
			all = append(all, p.T("list.which", "name", c.List.Name))
		}
	}
	if s.Withdrawn && s.Challenge == nil {
		all = append(all, p.T("after.step.withdrawn", "who", who))
	}
	return all
}

// correction says what a turn was taken for.
func (p page) correction(c history.Correction) string {
	by := "person"
	if c.Seen {
		by = "camera"
	}
	was := p.T("after.was.none")
	switch {
	case len(c.Was.Words) > 0:
		was = strings.Join(c.Was.Words, ", ")
	case len(c.Was.Placements) > 0:
		was = p.T("after.was.tiles")
	}
	return p.T("after.corrected."+by, "was", was)
}
