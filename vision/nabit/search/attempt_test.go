package search

import (
	"slices"
	"testing"

	"tilewatch/vision/nabit/background"
	"tilewatch/vision/nabit/hypothesis"
)

// efforts are those of a plan's attempts, in order.
func efforts(p plan) (all []hypothesis.Effort) {
	for _, a := range p {
		all = append(all, a.effort)
	}
	return all
}

func TestPlan(t *testing.T) {
	cloths := excluded{cloth: background.Cloth{{0.1, 0.2}}}
	for _, c := range []struct {
		name string
		made func(*Finder) plan
		want []hypothesis.Effort
		past excluded
	}{
		{"each effort has its turn", func(f *Finder) plan { return newPlan(hypothesis.UsualEffort, hypothesis.UtmostEffort, f.past) },
			[]hypothesis.Effort{hypothesis.UsualEffort, hypothesis.MapEffort, hypothesis.CarefulEffort, hypothesis.ThoroughEffort, hypothesis.UtmostEffort}, excluded{}},
		{"a second search begins with more effort", func(f *Finder) plan { return newPlan(hypothesis.CarefulEffort, hypothesis.CarefulEffort, f.past) },
			[]hypothesis.Effort{hypothesis.CarefulEffort}, excluded{}},
		{"what shows no more is passed over", func(f *Finder) plan {
			return newPlan(hypothesis.CarefulEffort, hypothesis.UtmostEffort, f.past).beyond(hypothesis.ThoroughEffort)
		},
			[]hypothesis.Effort{hypothesis.UtmostEffort}, excluded{}},
		{"an attempt on a cloth is repeated off it, and so are all after it", func(f *Finder) plan {
			p := newPlan(hypothesis.MapEffort, hypothesis.CarefulEffort, f.past)
			return p[1:].repeating(p[0], cloths, "tiles may lie on it")
		}, []hypothesis.Effort{hypothesis.MapEffort, hypothesis.CarefulEffort}, cloths},
		{"a later search of the picture passes over the cloth, too", func(f *Finder) plan {
			f.past = cloths
			return newPlan(hypothesis.ThoroughEffort, hypothesis.UtmostEffort, f.past)
		}, []hypothesis.Effort{hypothesis.ThoroughEffort, hypothesis.UtmostEffort}, cloths},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := c.made(new(Finder))
			if got := efforts(p); !slices.Equal(got, c.want) {
				t.Errorf("efforts %v, want %v", got, c.want)
			}
			for _, a := range p {
				if a.why == "" {
					t.Errorf("effort %d has no reason", a.effort)
				}
				if !slices.Equal(a.past.cloth, c.past.cloth) || !slices.Equal(a.past.sizes, c.past.sizes) {
					t.Errorf("effort %d passes over %v, want %v", a.effort, a.past, c.past)
				}
			}
		})
	}
}
