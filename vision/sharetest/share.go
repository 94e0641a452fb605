// Package sharetest holds a set of pictures to its totals. A single picture is bound by what must never happen only: a change that reads five boards more
// and one less must be able to land.
package sharetest

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
// a mistake may lose one for five that are gained elsewhere.
func least(measured Share, independent int) float64 {
	p := measured.Rate()
	return p - max(1/float64(measured.Of), math.Sqrt(p*(1-p)/float64(independent)))
}

// AsMeasured fails the test if the share is worse than what was measured of the same set, by more than a change may lose that gains elsewhere. The measured
// share is of so many independent cases: of the boards where what lies on one board is wrong together, else of all.
func (s Share) AsMeasured(t *testing.T, what string, measured Share, independent int) {
	t.Helper()
	bound := least(measured, independent)
	t.Logf("%s: %d of %d; measured %d of %d, %d independent: at least %.4f", what, s.Right, s.Of, measured.Right, measured.Of, independent, bound)
	if s.Rate() < bound-1e-9 {
		t.Errorf("%s: %d of %d right, which is %.4f; measured were %d of %d, so want %.4f", what, s.Right, s.Of, s.Rate(), measured.Right, measured.Of, bound)
	}
}
