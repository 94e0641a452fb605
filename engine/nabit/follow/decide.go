package follow

import (
	"slices"

	"tilewatch/engine"
	"tilewatch/engine/nabit/follow/evidence"
	"tilewatch/engine/nabit/follow/hypothesis"
	"tilewatch/engine/nabit/follow/review"
	"tilewatch/engine/reading"
)

// Posteriors at which the follower decides, and observations in a row that must agree. Hand-set; the filmed games exercise them.
const (
	noDoubt, noDoubtAfter         = 0.98, 2
	littleDoubt, littleDoubtAfter = 0.9, 4
	// leastSure is the posterior from which an explanation is kept as provisional when time runs out.
	leastSure = 0.5
	// settledTurn is the posterior of a provisional turn's letters from which it is settled.
	settledTurn = 0.9
)

// reviewAt are the numbers of observations in a row without news at which the follower reviews recorded letters: a longer look weighs
// more. Hand-set.
var reviewAt = []int{4, 12, 28}

// decide accepts what the window settles, asks, or waits.
func (f *Follower) decide() []Line {
	v := f.rest.window.View()
	hypotheses := f.state().Explain(v)
	top := hypotheses[0]
	if key := top.Key(); key == f.rest.key {
		f.rest.agreed += f.looks()
	} else {
		f.rest.key, f.rest.agreed = key, f.looks()
	}
	if top.Nothing() {
		return append(f.review(v), f.askIfUnclear(hypotheses)...)
	}
	sure := f.posterior(v, hypotheses)
	usual := len(top.Board) > 0 && top.Legal(&f.game.Ledger)
	// A hand that rests a moment may cover tiles that seem to be gone, unless somebody announced that they would go.
	quick := usual && (top.Back == 0 || len(top.Plays) > 0 || f.TakingBack() != engine.NoColor)
	tiles, agreed, lain := hypothesis.Posterior(hypotheses), f.rest.agreed, f.lain()
	switch late, soon := lain >= f.opts.Patience, 2*lain >= f.opts.Patience; {
	case quick && agreed >= noDoubtAfter && sure >= noDoubt, quick && agreed >= littleDoubtAfter && sure >= littleDoubt,
		agreed >= wellSeen && soon && sure >= noDoubt:
		return f.accept(top, sure, false)
	case usual && soon && agreed >= wellSeen && tiles >= littleDoubt: // the letters may follow
		return f.accept(top, sure, true)
	case late && agreed >= settledAfter && tiles >= leastSure:
		return append(f.acceptInDoubt(top, sure), f.ask(hypotheses, sure)...)
	}
	return f.askIfUnclear(hypotheses)
}

// askIfUnclear asks once about a table that lies still and has no clear explanation.
func (f *Follower) askIfUnclear(hypotheses []hypothesis.Hypothesis) []Line {
	if f.rest.asked || f.lain() < f.opts.Patience || hypothesis.Posterior(hypotheses) >= littleDoubt {
		return nil
	}
	return f.ask(hypotheses, hypothesis.Posterior(hypotheses))
}

// posterior returns the probability that the first hypothesis and all its new letters are right.
func (f *Follower) posterior(v evidence.View, hypotheses []hypothesis.Hypothesis) float64 {
	sure := hypothesis.Posterior(hypotheses) * f.state().LettersPosterior(v, hypotheses[0])
	if len(f.board()) == 0 {
		sure *= f.upright
	}
	return sure
}

// TakingBack is who still has to take tiles back, of a play that was challenged or undone; NoColor: nobody.
func (f *Follower) TakingBack() engine.Color {
	if last := f.game.Last(); last != nil && last.Revoked {
		return last.Play.Color
	}
	return engine.NoColor
}

// review looks again at the record while the table stays as it is: it corrects letters that the longer look contradicts, and settles
// provisional turns.
func (f *Follower) review(v evidence.View) []Line {
	if !slices.Contains(reviewAt, f.rest.agreed) {
		return nil
	}
	words := review.Reread(f.state(), v)
	var lines []Line
	for _, p := range f.board().Places() {
		if f.game.Revoked(p) {
			continue
		}
		letter, blank, wrong := review.Misread(f.state(), words, p)
		if wrong {
			lines = append(lines, f.correct(p, letter, blank))
		}
	}
	return append(lines, f.settleTurns(v, words)...)
}

// settleTurns settles the provisional turns without further doubts. It reports the last turn, or asks about it.
func (f *Follower) settleTurns(v evidence.View, words reading.Crossword) []Line {
	for i := range f.game.Turns {
		t := &f.game.Turns[i]
		if !t.Provisional || t.InDoubt && !review.SeenWhole(f.board(), v, *t) {
			continue
		}
		sure, last := review.TurnPosterior(words, *t), i == len(f.game.Turns)-1
		if sure >= settledTurn {
			t.Provisional, t.InDoubt, t.Confidence = false, false, sure
		}
		switch {
		case last && t.Provisional:
			return f.askLetter(words, *t)
		case last:
			return []Line{f.turnLine(Amended, *t, nil)}
		}
	}
	return nil
}
