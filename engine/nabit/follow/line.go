package follow

import (
	"cmp"
	"slices"
	"time"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/follow/hypothesis"
	"tilewatch/engine/nabit/follow/record"
)

// line begins a line of that type at the newest observation.
func (f *Follower) line(t Type) Line {
	return Line{Type: t, Frame: f.frame, TimeS: seconds(f.now)}
}

func seconds(d time.Duration) float64 { return float64(d.Milliseconds()) / 1000 }

// withBoard adds the board and its score.
func (f *Follower) withBoard(l Line) Line {
	l.Board, l.Scores = nabit.BoardCells(f.board()), f.scores()
	if f.unsettled() {
		unsettled := true
		l.Provisional = &unsettled
	}
	return l
}

// unsettled reports whether a turn or a bank that the scores rest on may still change.
func (f *Follower) unsettled() bool {
	return f.game.Banks.AnyInDoubt() || slices.ContainsFunc(f.game.Turns, func(t record.Turn) bool { return t.Provisional && !t.Revoked })
}

func (f *Follower) scores() []nabit.Score {
	if scores := f.game.State().Scores; scores != nil {
		return scores
	}
	return []nabit.Score{}
}

// turnLine reports a turn: a play, or an amended one. warnings may be nil.
func (f *Follower) turnLine(t Type, played record.Turn, warnings []nabit.Violation) Line {
	l := f.withBoard(f.line(t))
	l.Turn, l.Player, l.Placements = played.Number, played.Play.Color, slices.Clone(played.Play.Placements)
	l.Words = []string{}
	for _, w := range nabit.NewWords(played.Before, played.After, played.Play) {
		l.Words = append(l.Words, w.Text)
	}
	l.Nabbed = append([]nabit.Nab{}, nabit.Nabbed(played.Before, played.After, played.Play)...)
	l.Violations = append([]nabit.Violation{}, nabit.Check(played.Before, played.Play)...)
	for _, w := range warnings {
		l.Warnings = append(l.Warnings, engine.Warning{Code: string(w.Rule), Message: w.Message()})
	}
	provisional := played.Provisional || f.unsettled()
	l.Confidence, l.Provisional = round(played.Confidence), &provisional
	return l
}

func round(x float64) float64 { return float64(int(x*1000+0.5)) / 1000 }

// mostCandidates is how many answers a question offers: they fit on a phone's page.
const mostCandidates = 3

// candidates returns the hypotheses that a person may choose from, likeliest first.
func candidates(hypotheses []hypothesis.Hypothesis, posteriors map[string]float64) []Candidate {
	out := []Candidate{}
	offered := map[string]bool{}
	for _, h := range hypotheses {
		if key := h.Key(); !offered[key] && len(out) < mostCandidates {
			offered[key] = true
			c := Candidate{TakenBack: h.Back, Confidence: round(posteriors[key]), Placements: []nabit.Placement{}}
			if len(h.Plays) > 0 {
				c.Player, c.Placements = h.Plays[0].Color, h.Plays[0].Placements
			}
			out = append(out, c)
		}
	}
	slices.SortStableFunc(out, func(a, b Candidate) int { return cmp.Compare(b.Confidence, a.Confidence) })
	return out
}
