package search

import (
	"testing"

	"tilewatch/vision/nabit/candidate"
	"tilewatch/vision/nabit/marks"
)

// fieldOf is a field of candidates at columns of one row, with these scores.
func fieldOf(scores map[int]float64) candidate.Field {
	s := foundLine(1, 4)
	f := field(s)
	for col := -10; col <= 10; col++ {
		score, ok := scores[col]
		if !ok {
			continue
		}
		p := s.PoseAt(float64(col), 0, 0)
		c := candidate.Candidate{Mark: marks.Mark{At: p.Pixel(0, 0, 1), Size: 20}, Score: score}
		c.At, c.Turn = f.PlaceOn(&p)
		f.Candidates = append(f.Candidates, c)
	}
	return f
}

func TestSingleLettersLinkToNoOther(t *testing.T) {
	for _, c := range []struct {
		name   string
		scores map[int]float64
		want   []float64
	}{
		{"the likeliest comes first", map[int]float64{-6: 2, 0: 4, 6: 3}, []float64{4, 3, 2}},
		{"linked candidates are none", map[int]float64{-6: 2, 0: 4, 1: 3}, []float64{2}},
		{"a doubtful candidate is none", map[int]float64{-6: singleLeast, 0: 4}, []float64{4}},
		{"nothing", nil, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := fieldOf(c.scores)
			all := singleLetters(candidate.NewLinker(&f, candidate.LinkSlip))
			if len(all) != len(c.want) {
				t.Fatalf("%d single letters, want %d", len(all), len(c.want))
			}
			for i := range all {
				if all[i].Score != c.want[i] {
					t.Errorf("single letter %d has the score %g, want %g", i, all[i].Score, c.want[i])
				}
			}
		})
	}
}

func TestWhatIsNewNeedsNoSingleLetters(t *testing.T) {
	best := foundLine(5, 9)
	h := &hunt{Finder: new(Finder), none: isEmpty, best: best}
	if h.tryBesideSingleLetters(); h.best != best {
		t.Error("a new structure is dropped")
	}
	h = &hunt{Finder: new(Finder), none: isEmpty}
	if h.tryBesideSingleLetters(); h.best != nil {
		t.Error("something is found in nothing")
	}
	h = &hunt{Finder: new(Finder), none: isEmpty, onlyKnown: true}
	if h.tryBesideSingleLetters(); h.best != nil {
		t.Error("something is found without candidates")
	}
}
