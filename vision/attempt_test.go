package vision

import (
	"slices"
	"testing"
)

// efforts are those of a plan's attempts, in order.
func (p plan) efforts() (all []effort) {
	for _, a := range p {
		all = append(all, a.effort)
	}
	return all
}

func TestPlan(t *testing.T) {
	cloths := excluded{cloth: cloth{{0.1, 0.2}}}
	for _, c := range []struct {
		name string
		made func(*finder) plan
		want []effort
		past excluded
	}{
		{"each effort has its turn", func(f *finder) plan { return f.plan(usual, utmost) },
			[]effort{usual, careful, thorough, utmost}, excluded{}},
		{"a second search begins with more effort", func(f *finder) plan { return f.plan(careful, careful) },
			[]effort{careful}, excluded{}},
		{"what shows no more is passed over", func(f *finder) plan { return f.plan(careful, utmost).beyond(thorough) },
			[]effort{utmost}, excluded{}},
		{"an attempt on a cloth is repeated off it, and so are all after it", func(f *finder) plan {
			p := f.plan(usual, careful)
			return p[1:].repeating(p[0], cloths, "tiles may lie on it")
		}, []effort{usual, careful}, cloths},
		{"a later search of the picture passes over the cloth, too", func(f *finder) plan {
			f.past = cloths
			return f.plan(thorough, utmost)
		}, []effort{thorough, utmost}, cloths},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := c.made(new(finder))
			if got := p.efforts(); !slices.Equal(got, c.want) {
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
