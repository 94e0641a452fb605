package hypothesis

import (
	"tilewatch/engine"
	"tilewatch/engine/nabit/follow/evidence"
)

const (
	// contraryLetter is the log-probability below which a face surely does not show a letter. Hand-set.
	contraryLetter = -5.0
	// legibleTrust is the trust from which the face can contradict a letter. Hand-set.
	legibleTrust = 0.5
)

// BorneOut reports whether the view fits the hypothesis's board clearly better than the believed one, and shows no other letters.
func (s State) BorneOut(v evidence.View, h Hypothesis) bool {
	t := s.scorer(v)
	places := map[engine.Place]bool{}
	for p := range h.Board {
		places[p] = h.Board[p] != t.board[p]
	}
	for p := range t.board {
		places[p] = h.Board[p] != t.board[p]
	}
	gain := 0.0
	for p, differs := range places {
		if m, seen := v.Looks[p]; differs && seen && h.Board[p].Height > 0 && m.Trust(h.Board[p].Height) > legibleTrust && m.LetterOf(h.Board[p]) < contraryLetter {
			return false
		}
		if differs {
			gain += t.cell(p, h.Board[p]) - t.cell(p, t.board[p])
		}
	}
	return gain > clearGain
}
