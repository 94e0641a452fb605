package still

import (
	"testing"

	"tilewatch/engine"
)

// photographed is a table as a photo from above shows it: 50 pixels from place to place, the letters' right and down along two directions of the photo.
func photographed(right, down [2]float64, rows ...string) Reading {
	r := table(rows...)
	for i := range r.Cells {
		c := &r.Cells[i]
		for k, at := range [4][2]float64{{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}} {
			x, y := float64(c.Col)+at[0], float64(c.Row)+at[1]
			c.Corners[k] = [2]float64{500 + 50*(x*right[0]+y*down[0]), 400 + 50*(x*right[1]+y*down[1])}
		}
	}
	return r
}

func TestOneMorePhotoIsTakenFromWhereDoubtfulStacksAreInSight(t *testing.T) {
	upright, turned := [2][2]float64{{1, 0}, {0, 1}}, [2][2]float64{{0, 1}, {-1, 0}} // turned: the letters' right is the photo's lower side
	between := []engine.Place{{Row: 0, Col: 0}, {Row: 1, Col: 1}}
	for _, c := range []struct {
		name  string
		axes  [2][2]float64
		doubt []engine.Place
		high  []engine.Place // five tiles
		want  string
	}{
		{"all heights are sure", upright, nil, nil, ""},
		{"two sides of a word's end are seen from a corner", upright, []engine.Place{{Row: 0, Col: 2}}, nil, "lower right"},
		{"a tall neighbor hides", upright, []engine.Place{{Row: 0, Col: 1}}, between, "top"},
		{"the sides are those of the photo, however the board lies in it", turned, []engine.Place{{Row: 0, Col: 1}}, between, "right"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := photographed(c.axes[0], c.axes[1], "Gr Or Ar", ".. Xr ..")
			for _, p := range c.high {
				r.at(p.Row, p.Col).Height = 5
			}
			for _, p := range c.doubt {
				r.at(p.Row, p.Col).Settle(Sureness{1, 1, 0.5, 1})
			}
			l, got := r.Outlook(engine.NoColor).Look, ""
			if l != nil {
				got = l.From
			}
			if got != c.want {
				t.Fatalf("from the %q, want %q", got, c.want)
			}
			for k, side := range Sides {
				if l == nil || side != got {
					continue
				}
				to, along := direction(k), [2]float64{l.Arrow[0][0] - l.Arrow[1][0], l.Arrow[0][1] - l.Arrow[1][1]}
				if along[0]*to[0]+along[1]*to[1] < 100 {
					t.Errorf("the arrow from %v to %v does not begin at the %s", l.Arrow[0], l.Arrow[1], got)
				}
			}
		})
	}
}
