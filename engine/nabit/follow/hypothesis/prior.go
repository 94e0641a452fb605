package hypothesis

import (
	"math"
	"slices"
	"time"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/follow/evidence"
	"tilewatch/engine/nabit/follow/record"
	"tilewatch/engine/reading"
)

// Log-priors, nats: how much more evidence the rarer hypotheses need. Hand-set, relative to playPrior and to the bounds of the
// evidence; the filmed and the disturbed games exercise them.
const (
	playPrior        = -3.0  // a turn
	tilePrior        = -0.7  // each of its tiles
	outOfTurnPrior   = -2.5  // another player's turn
	strangerPrior    = -9.0  // a color that does not play
	newcomerPrior    = -3.0  // a color that may play, but of which nothing lay on the table
	brokenRulePrior  = -5.0  // a play that breaks a rule
	secondBlankPrior = -8.0  // a second blank of one player, who has one
	apartPrior       = -80.0 // tiles apart from the structure: no turn, however clearly the picture shows them
	shrinkPrior      = -9.0  // a turn whose player took a part of it back
	backPrior        = -4.0  // a turn taken back
	mendPrior        = -1.5  // a provisional turn that was another one
	growPrior        = -2.0  // a turn that grew soon after it was reported: its player was not done
	latePrior        = -10.0 // a turn that grew later
	exchangedPrior   = -6.0  // a tile exchanged for another in its place
	hastyPrior       = -2.0  // two turns between two looks
	handlessPrior    = -6.0  // a turn although nothing moved
)

// notDone is how long a player may pause within a turn. Hand-set.
const notDone = 2500 * time.Millisecond

// playPrior returns the log-prior of the play after the hypothesis so far, whatever its letters are.
func (t scorer) playPrior(h Hypothesis, p nabit.Play) float64 {
	prior := playPrior + tilePrior*float64(len(p.Placements))
	last := t.Last()
	switch {
	case len(h.Plays) > 0:
		prior += hastyPrior + t.turnPrior(t.NextTo(h.Plays[len(h.Plays)-1].Color), p.Color)
	case h.Back == 1 && p.Color == last.Play.Color && overlap(p, last.Play):
		prior += t.changePrior(last, p)
	case h.Back > 0:
		prior += hastyPrior
	default:
		prior += t.turnPrior(t.Expected(), p.Color)
		if t.Untouched {
			prior += handlessPrior
		}
	}
	if slices.ContainsFunc(p.Placements, isBlank) && t.hasLaidBlank(h, p.Color) {
		prior += secondBlankPrior
	}
	for _, v := range nabit.Check(h.Board, p) {
		switch v.Rule {
		case nabit.NotConnected:
			prior += apartPrior
		case nabit.SameLetter:
			prior += t.sameLetterPrior(v.Places[0], h.Board[v.Places[0]])
		default:
			prior += brokenRulePrior
		}
	}
	return prior
}

// sameLetterPrior returns the log-prior of a tile that covers the recorded one by the same letter. That breaks a rule, unless the recorded tile was
// misread: the less likely, the surer its own letter was seen.
func (t scorer) sameLetterPrior(p engine.Place, c engine.Cell) float64 {
	known, face, other := t.Belief.Of(p, c.Height)[0], evidence.Face(c), math.Inf(-1)
	for i, v := range known {
		if i != face {
			other = max(other, v)
		}
	}
	return brokenRulePrior + max(-evidence.LetterBound, min(0, other-known[face]))
}

// overlap reports whether the plays have a place in common.
func overlap(a, b nabit.Play) bool {
	return slices.ContainsFunc(a.Placements, func(t nabit.Placement) bool {
		return slices.ContainsFunc(b.Placements, func(u nabit.Placement) bool { return u.Place == t.Place })
	})
}

func isBlank(t nabit.Placement) bool { return t.Blank }

// hasLaidBlank reports whether the player has laid a blank in the turns that the hypothesis leaves standing, or in its own plays.
func (s State) hasLaidBlank(h Hypothesis, player engine.Color) bool {
	for _, earlier := range s.Turns[:len(s.Turns)-h.Back] {
		if earlier.Play.Color == player && slices.ContainsFunc(earlier.Play.Placements, isBlank) {
			return true
		}
	}
	for _, c := range s.Start {
		if c.Blank && c.Color == player {
			return true
		}
	}
	return slices.ContainsFunc(h.Plays, func(e nabit.Play) bool {
		return e.Color == player && slices.ContainsFunc(e.Placements, isBlank)
	})
}

// changePrior returns the log-prior of the player's last turn having been this play: the follower took it for another one, or the
// player was not done. It is relative to a turn taken back, which this is not.
func (t scorer) changePrior(last *record.Turn, p nabit.Play) float64 {
	// The last turn has paid its own prior already.
	prior := -playPrior - tilePrior*float64(min(len(p.Placements), len(last.Play.Placements))) - t.wordPrior(last.Before, last.Play)
	switch {
	case last.Provisional:
		prior += mendPrior - backPrior
	case Within(last.Play, p) && t.Now-last.At < notDone:
		prior += growPrior - backPrior
	case Within(last.Play, p):
		prior += latePrior - backPrior
	case Within(p, last.Play):
		prior += shrinkPrior - backPrior
	}
	return prior
}

// turnPrior returns the log-prior of mover moving where expected should.
func (t scorer) turnPrior(expected, mover engine.Color) float64 {
	switch {
	case len(t.Players) > 0 && !slices.Contains(t.Players, mover):
		return strangerPrior
	case len(t.Players) == 0 && !t.hasLaid(mover):
		return t.firstPrior(mover)
	case expected != engine.NoColor && expected != mover:
		return outOfTurnPrior
	}
	return 0
}

// hasLaid reports whether a tile of the color lies in the structure, or did.
func (t scorer) hasLaid(color engine.Color) bool {
	order, _ := t.Order()
	for _, c := range t.Start {
		if c.Color == color {
			return true
		}
	}
	return slices.Contains(order, color)
}

// firstPrior returns the log-prior of a color's first turn where nobody said who plays: who does has a rack, or a bank, and moves before any other
// does so again.
func (t scorer) firstPrior(mover engine.Color) float64 {
	_, whole := t.Order()
	switch {
	case t.Present[mover] && !whole:
		return 0
	case t.Present[mover]:
		return outOfTurnPrior
	case whole:
		return strangerPrior
	case len(t.Present) > 0:
		return newcomerPrior
	}
	return 0
}

// wordPrior returns the log-prior of the play's new words: a string that is no word costs more the longer it is.
func (t scorer) wordPrior(before engine.Board, p nabit.Play) float64 {
	if t.Words == nil {
		return 0
	}
	prior := 0.0
	for _, w := range nabit.NewWords(before, nabit.Place(before, p), p) {
		if !reading.MayBeWord(t.Words, w.Text) {
			prior -= reading.RunCost(len(w.Text))
		}
	}
	return prior
}
