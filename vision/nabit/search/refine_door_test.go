package search

import (
	"testing"

	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/nabit/marks"
)

// shifted moves a hypothesis by so many pitches, away from others.
func shifted(s *hypothesis.Hypothesis, rows float64) *hypothesis.Hypothesis {
	s.T = s.Camera(0, rows, 0)
	return s
}

func TestTheMostProbableHypothesisWins(t *testing.T) {
	for _, c := range []struct {
		name         string
		first, other *hypothesis.Hypothesis
		wins         bool // the other one
	}{
		{"the higher posterior wins", foundLine(10, 4), foundLine(10, 5), true},
		{"the lower one does not", foundLine(10, 5), foundLine(10, 4), false},
		{"on a tie the earlier one stays", foundLine(10, 4), foundLine(10, 4), false},
		{"of two lines the larger one wins", foundLine(4, 8), shifted(foundLine(6, 8), 5), true},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.first.Marks, c.other.Marks = make([]marks.Mark, 1), make([]marks.Mark, 2) // their names
			got := mostProbable(*c.first, []hypothesis.Hypothesis{*c.other})
			if wins := len(got.Marks) == 2; wins != c.wins {
				t.Errorf("the other one wins: %v, want %v", wins, c.wins)
			}
		})
	}
}

func TestEachHypothesisIsChanged(t *testing.T) {
	all := forEach(make([]hypothesis.Hypothesis, 5), func(s *hypothesis.Hypothesis) { s.Score++ })
	for i := range all {
		if all[i].Score != 1 {
			t.Errorf("hypothesis %d is changed %.0f times", i, all[i].Score)
		}
	}
}
