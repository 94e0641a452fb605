package scenetest

import (
	"math"
	"testing"
)

// Share counts what is right of what there is.
type Share struct{ Right, Of int }

// Count counts one case.
func (s *Share) Count(right bool) {
	s.Of++
	if right {
		s.Right++
	}
}

// Rate is the share that is right.
func (s Share) Rate() float64 { return float64(s.Right) / max(float64(s.Of), 1) }

// least is the smallest share that is as good as the measured one: one standard error below it, sqrt(p(1-p)/n), and at least one case, for a set without
// a mistake may lose one for five that are gained elsewhere. Cells of one board are wrong together, so n counts the boards, not the cells.
func least(measured Share, boards int) float64 {
	p := measured.Rate()
	return p - max(1/float64(measured.Of), math.Sqrt(p*(1-p)/float64(boards)))
}

// AsMeasured fails the test if the share is worse than what was measured of the same set, by more than a change may lose that gains elsewhere. The measured
// share is of so many boards.
func (s Share) AsMeasured(t *testing.T, what string, measured Share, boards int) {
	t.Helper()
	t.Logf("%s: %d of %d; measured %d of %d, on %d boards", what, s.Right, s.Of, measured.Right, measured.Of, boards)
	if bound := least(measured, boards); s.Rate() < bound-1e-9 {
		t.Errorf("%s: %d of %d right, which is %.4f; measured were %d of %d on %d boards, so want %.4f", what, s.Right, s.Of, s.Rate(), measured.Right, measured.Of, boards, bound)
	}
}
