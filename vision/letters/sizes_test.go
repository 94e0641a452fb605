package letters

import (
	"testing"

	"tilewatch/vision/letters/candidate"
)

func TestLettersOnTilesSayHowSmallOthersAre(t *testing.T) {
	of := func(long, letter, body float64) (m candidate.Candidate) {
		m.W, m.H, m.Letter[0], m.Body = long/2, long, letter, body
		return m
	}
	sure := func(n int) (letters []candidate.Candidate) {
		for i := range n {
			letters = append(letters, of(40+float64(i), 0.9, 4))
		}
		return letters
	}
	for rule, c := range map[string]struct {
		letters []candidate.Candidate
		want    float64
	}{
		"nothing does":                     {nil, 0},
		"a few letters do not":             {sure(enoughSure - 1), 0},
		"enough letters do":                {sure(enoughSure), smallShare * 41},
		"letters that may be print do not": {append(sure(enoughSure-1), of(400, 0.9, 1)), 0},
		"marks on tiles do not":            {append(sure(enoughSure-1), of(400, 0.5, 4)), 0},
	} {
		if got := leastLong(c.letters); got != c.want {
			t.Errorf("%s: %.1f pixels, want %.1f", rule, got, c.want)
		}
	}
}

func TestCandidatesAreCountedDownToASize(t *testing.T) {
	var marks []candidate.Candidate
	for _, long := range []float64{90, 60, 60, 20} {
		var m candidate.Candidate
		m.W, m.H = long, long/3
		marks = append(marks, m)
	}
	for long, want := range map[float64]int{0: 4, 20: 3, 59: 3, 60: 1, 100: 0} {
		if got := largerThan(marks, long); got != want {
			t.Errorf("%d are larger than %.0f, want %d", got, long, want)
		}
	}
}
