package ocr

import (
	"math"
	"testing"

	"tilewatch/engine"
	"tilewatch/ocr/internal/facetest"
)

func TestPairNeedsBothReaders(t *testing.T) {
	if _, err := NewPair(nil, nil); err == nil {
		t.Error("a pair of nothing made, want an error")
	}
}

func TestClearFacesAreNotShownToTheSecondReader(t *testing.T) {
	p := readers(t)["pair"].(*Pair)
	for _, letter := range "AERS" {
		if _, err := p.Read(drawn(t, letter, facetest.Plain())); err != nil {
			t.Fatal(err)
		}
	}
	if got := p.Report(); got.Faces != 4 || got.Asked != 0 {
		t.Errorf("report %+v, want 4 faces and none asked", got)
	}
}

// between are likelihoods of a turn in which O leads Q by so much and D is third.
func between(lead float64) (v engine.LetterLikelihoods) {
	for c := range v {
		v[c] = -6
	}
	v['O'-'A'], v['Q'-'A'], v['D'-'A'] = 2, 2-lead, 0.5
	return v
}

func TestTheSecondReaderTipsTheScaleOnly(t *testing.T) {
	class := func(r rune) int { return int(r - 'A') }
	for _, tt := range []struct {
		rule string
		lead float64
		says answer
		best rune
		want Report
	}{
		{"it decides between two that are nearly alike", 0.3, answer{class('Q'), 0.95}, 'Q', Report{Asked: 1, Answered: 1, Decided: 1}},
		{"it agrees", 0.3, answer{class('O'), 0.95}, 'O', Report{Asked: 1, Answered: 1, Agreed: 1}},
		{"it does not overrule a clear lead", 1.1, answer{class('Q'), 0.95}, 'O', Report{Asked: 1, Answered: 1}},
		{"a letter that the first reader does not think of is not heeded", 0.3, answer{class('X'), 0.99}, 'O', Report{Asked: 1, Answered: 1}},
		{"nothing read changes nothing", 0.3, answer{-1, 0}, 'O', Report{Asked: 1}},
		{"an unsure answer changes nothing", 0.3, answer{class('Q'), 0.5}, 'O', Report{Asked: 1}},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			var p Pair
			v := between(tt.lead)
			before := sumLetters(&v)
			p.heed(&v, tt.says)
			if best, _ := bestLetters(&v); best != class(tt.best) {
				t.Errorf("best is %c, want %c", 'A'+best, tt.best)
			}
			if p.Report() != tt.want {
				t.Errorf("report %+v, want %+v", p.Report(), tt.want)
			}
			if after := sumLetters(&v); math.Abs(after-before) > 1e-9 || v[engine.BlankIndex] != -6 {
				t.Errorf("letters together %.3f, blank %.3f; want %.3f and -6 as before", after, v[engine.BlankIndex], before)
			}
		})
	}
}

func TestOnlyPlausibleTurnsWithTwoNearLettersAreDoubtful(t *testing.T) {
	var l Letters
	for k := range l {
		l[k] = between(3)
	}
	l[1] = between(0.2)
	l[2] = between(0.2)
	for c := range l[2] {
		l[2][c] -= 9
	}
	if got := doubtfulTurns(&l); len(got) != 1 || got[0] != 1 {
		t.Errorf("doubtful turns %v, want only 1", got)
	}
}
