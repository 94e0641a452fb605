package scenetest

import (
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

// AtLeast fails the test if the share is below its bound.
func (s Share) AtLeast(t *testing.T, what string, least float64) {
	t.Helper()
	if s.Rate() < least {
		t.Errorf("%s: %d of %d right, which is %.3f and less than %.3f", what, s.Right, s.Of, s.Rate(), least)
	}
}
