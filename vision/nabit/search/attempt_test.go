package search

import (
	"slices"
	"testing"

	"tilewatch/vision/nabit/background"
	"tilewatch/vision/nabit/hypothesis"
)

// efforts are those of a plan's attempts, in order.
func efforts(p Plan) (all []hypothesis.Effort) {
	for _, a := range p {
		all = append(all, a.Effort)
	}
	return all
}

func TestPlan(t *testing.T) {
	cloths := Excluded{Cloth: background.Cloth{{0.1, 0.2}}}
	for _, c := range []struct {
		name string
		made func(*Finder) Plan
		want []hypothesis.Effort
		past Excluded
	}{
		{"each effort has its turn", func(f *Finder) Plan { return f.Plan(hypothesis.UsualEffort, hypothesis.UtmostEffort) },
			[]hypothesis.Effort{hypothesis.UsualEffort, hypothesis.CarefulEffort, hypothesis.ThoroughEffort, hypothesis.UtmostEffort}, Excluded{}},
		{"a second search begins with more effort", func(f *Finder) Plan { return f.Plan(hypothesis.CarefulEffort, hypothesis.CarefulEffort) },
			[]hypothesis.Effort{hypothesis.CarefulEffort}, Excluded{}},
		{"what shows no more is passed over", func(f *Finder) Plan {
			return f.Plan(hypothesis.CarefulEffort, hypothesis.UtmostEffort).Beyond(hypothesis.ThoroughEffort)
		},
			[]hypothesis.Effort{hypothesis.UtmostEffort}, Excluded{}},
		{"an attempt on a cloth is repeated off it, and so are all after it", func(f *Finder) Plan {
			p := f.Plan(hypothesis.UsualEffort, hypothesis.CarefulEffort)
			return p[1:].Repeating(p[0], cloths, "tiles may lie on it")
		}, []hypothesis.Effort{hypothesis.UsualEffort, hypothesis.CarefulEffort}, cloths},
		{"a later search of the picture passes over the cloth, too", func(f *Finder) Plan {
			f.Past = cloths
			return f.Plan(hypothesis.ThoroughEffort, hypothesis.UtmostEffort)
		}, []hypothesis.Effort{hypothesis.ThoroughEffort, hypothesis.UtmostEffort}, cloths},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := c.made(new(Finder))
			if got := efforts(p); !slices.Equal(got, c.want) {
				t.Errorf("efforts %v, want %v", got, c.want)
			}
			for _, a := range p {
				if a.Why == "" {
					t.Errorf("effort %d has no reason", a.Effort)
				}
				if !slices.Equal(a.Past.Cloth, c.past.Cloth) || !slices.Equal(a.Past.Sizes, c.past.Sizes) {
					t.Errorf("effort %d passes over %v, want %v", a.Effort, a.Past, c.past)
				}
			}
		})
	}
}
