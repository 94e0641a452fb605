package follow

import (
	"slices"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/follow/hypothesis"
	"tilewatch/engine/nabit/follow/record"
	"tilewatch/engine/nabit/follow/review"
)

// accept records the hypothesis as what happened, and reports it.
func (f *Follower) accept(h hypothesis.Hypothesis, sure float64, provisional bool) []Line {
	var lines []Line
	plays := h.Plays
	for _, l := range h.Late {
		lines = append(lines, f.complete(l))
	}
	for back := range h.Back {
		if back == h.Back-1 && len(plays) > 0 && !f.game.Last().Revoked && amends(f.game.Last().Play, plays[0]) {
			lines = append(lines, f.amend(plays[0], sure, provisional))
			plays = plays[1:]
			continue
		}
		lines = append(lines, f.withdraw(sure))
	}
	if len(plays) > 0 {
		f.game.Reinstate()
	}
	for _, p := range plays {
		lines = append(lines, f.uncover(p)...)
		lines = append(lines, f.play(p, sure, provisional || h.Guessed(p))...)
	}
	f.rest.key, f.rest.agreed = hypothesis.NothingKey, 1
	return lines
}

// acceptInDoubt accepts a hypothesis with tiles that are in doubt.
func (f *Follower) acceptInDoubt(h hypothesis.Hypothesis, sure float64) []Line {
	lines := f.accept(h, sure, true)
	if len(h.Plays) > 0 {
		f.game.Last().InDoubt = true
	}
	return lines
}

// play records a turn.
func (f *Follower) play(p nabit.Play, sure float64, provisional bool) []Line {
	f.belief.Guess(f.rest.window.View(), p)
	f.game.Append(record.Turn{Play: p, Confidence: sure, Provisional: provisional, At: f.now})
	a := f.game.Apply(nabit.Event{Type: nabit.Played, Player: p.Color, Placements: p.Placements})
	if a.OK {
		f.game.Last().Number = a.Turn
	}
	f.untouched = true
	f.game.Awaited = engine.NoColor
	var lines []Line
	for _, color := range a.Skipped {
		l := f.line(Skipped)
		l.Player = color
		lines = append(lines, l)
	}
	return append(lines, f.turnLine(Played, *f.game.Last(), append(a.Warnings, tooManyTiles(a.Violations)...)))
}

// tooManyTiles keeps the violations of the players' tile counts, which the board alone does not show: a reading is wrong, now or
// earlier.
func tooManyTiles(violations []nabit.Violation) []nabit.Violation {
	return slices.DeleteFunc(slices.Clone(violations), func(v nabit.Violation) bool { return v.Rule != nabit.TooManyTiles })
}

// withdraw removes the last turn, which its player took back; the player is to move again.
func (f *Follower) withdraw(sure float64) Line {
	gone := f.game.Withdraw()
	f.forget(gone)
	l := f.withBoard(f.line(Withdrawn))
	l.Player, l.Turn, l.Confidence = gone.Play.Color, gone.Number, round(sure)
	return l
}

// forget drops the letter evidence for the turn's tiles.
func (f *Follower) forget(gone record.Turn) {
	for _, t := range gone.Play.Placements {
		f.belief.Forget(t.Place, t.Height)
	}
}

// amend replaces the last turn by another reading of it.
func (f *Follower) amend(p nabit.Play, sure float64, provisional bool) Line {
	last := f.game.Last()
	f.forget(*last)
	f.belief.Guess(f.rest.window.View(), p)
	last.Play, last.After = p, nabit.Place(last.Before, p)
	last.Confidence, last.Provisional, last.InDoubt = sure, provisional, false
	f.game.Apply(nabit.Event{Type: nabit.Corrected, Turn: last.Number, Player: p.Color, Placements: p.Placements})
	return f.turnLine(Amended, *last, nil)
}

// amends reports whether the turn seen now is the reported one, read better or grown, and not another one in its place.
func amends(reported, seen nabit.Play) bool {
	return reported.Color == seen.Color && (hypothesis.Within(reported, seen) || hypothesis.Within(seen, reported))
}

// uncover corrects the tiles that the play covers with the same letter: no play does that, so they were misread. The evidence from when
// they lay on top gives their second best letter.
func (f *Follower) uncover(p nabit.Play) []Line {
	var lines []Line
	for _, t := range p.Placements {
		old := f.board()[t.Place]
		if old.Height == 0 || old.Blank || old.Letter != t.Letter {
			continue
		}
		if other := review.Other(f.belief, t.Place, old, t.Letter); other != 0 {
			lines = append(lines, f.correct(t.Place, other, false))
		}
	}
	return lines
}

// correct gives the top tile at p another letter, in the turn that laid it and in all boards since.
func (f *Follower) correct(p engine.Place, letter engine.Letter, blank bool) Line {
	laid := f.game.Rewrite(p, letter, blank)
	if laid == nil {
		f.game.Rebuild()
		return f.withBoard(f.line(Amended))
	}
	t := *laid
	f.game.Apply(nabit.Event{Type: nabit.Corrected, Turn: t.Number, Placements: t.Play.Placements})
	return f.turnLine(Amended, t, nil)
}

// complete adds a tile to the earlier turn that laid it.
func (f *Follower) complete(l record.LateTile) Line {
	t := f.game.Complete(l)
	f.game.Apply(nabit.Event{Type: nabit.Corrected, Turn: t.Number, Player: t.Play.Color, Placements: t.Play.Placements})
	return f.turnLine(Amended, *t, nil)
}
