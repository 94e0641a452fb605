package vision

import (
	"maps"
	"testing"

	"tilewatch/engine"
)

// evidenceOf is that of a place that is a tile with this log-likelihood ratio, one high.
func evidenceOf(tile float64) *placeEvidence { return &placeEvidence{tile: tile, best: 1} }

func TestGrowthGoesOnFromWhatIsSure(t *testing.T) {
	a, b := engine.Place{Col: 1}, engine.Place{Col: 2}
	for _, c := range []struct {
		name       string
		at, before float64
		want       bool
	}{
		{"a tile leads on", 5, 5, true},
		{"a tile past a weak place leads on", 5, -2, true},
		{"a weak place past a tile leads on", -2, 5, true},
		{"two weak places in a row do not", -2, -2, false},
		{"a faint place does not", -6, 5, false},
		{"the table does not", -20, 5, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := outgrowth{kept: stacks{}, weak: stacks{}, faint: stacks{}}
			g.sort(a, evidenceOf(c.before))
			g.sort(b, evidenceOf(c.at))
			if got := g.leadsOn(b, map[engine.Place]engine.Place{b: a}); got != c.want {
				t.Errorf("it leads on: %v, want %v", got, c.want)
			}
		})
	}
}

func TestWeakPlacesStayWhereTheyLink(t *testing.T) {
	row := func(col int) engine.Place { return engine.Place{Col: col} }
	s := &structure{evidence: map[engine.Place]*placeEvidence{}}
	g := outgrowth{kept: stacks{}, weak: stacks{}, faint: stacks{}}
	for col, tile := range []float64{5, 5, -2, 5, -2} { // the weak one at the end links nothing
		e := evidenceOf(tile)
		e.view[0].ink = 1 // they show letters
		s.evidence[row(col)] = e
		g.sort(row(col), e)
	}
	s.keep(&g)
	if want := (stacks{row(0): 1, row(1): 1, row(2): 1, row(3): 1}); !maps.Equal(s.cells, want) {
		t.Errorf("cells %v, want %v", s.cells, want)
	}
	if e := s.evidence[row(2)]; e.tile < tileAccepted || e.whole {
		t.Errorf("the place that links is a tile by %.1f, whole %v; want a tile that is looked at again", e.tile, e.whole)
	}
	if want := 5.0 + 5 + 1 + 5; s.score != want {
		t.Errorf("score %.1f, want %.1f", s.score, want)
	}
}

func TestAClothTakesWhatHasItsColor(t *testing.T) {
	green, red := rgb{60, 160, 50}, rgb{50, 60, 170}
	known := cloth{hueOf(green)}
	for _, c := range []struct {
		name  string
		cloth cloth
		color rgb
		tile  float64
		want  float64
	}{
		{"a face of the cloth's color is the cloth", known, green, 5, -holeMost},
		{"what is surely a tile stays one", known, green, 12, 12},
		{"a face of another color stays a tile", known, red, 5, 5},
		{"where no cloth is known, all stay", nil, green, 5, 5},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := evidenceOf(c.tile)
			e.view[0].plastic = c.color
			if c.cloth.discount(e); e.tile != c.want {
				t.Errorf("a tile by %.1f, want %.1f", e.tile, c.want)
			}
		})
	}
	marks := []mark{{plastic: green}, {plastic: red}}
	if left := known.off(marks); len(left) != 1 || left[0].plastic != red || len(marks) != 2 {
		t.Errorf("%d marks lie off the cloth, want the red one", len(left))
	}
}

func TestASizeWithoutLettersIsRefused(t *testing.T) {
	prior := fieldPrior{refused: []float64{0.05}}
	for _, c := range []struct {
		pitch float64
		want  bool
	}{{0.05, true}, {0.056, true}, {0.045, true}, {0.06, false}, {0.04, false}} {
		if got := prior.refuses(c.pitch); got != c.want {
			t.Errorf("tiles of %.3f are refused: %v, want %v", c.pitch, got, c.want)
		}
	}
}

func TestAKnownTableIsTheOnlyPlane(t *testing.T) {
	tilted := vec3{0, 0.3, 1}.unit()
	prior := fieldPrior{ground: &ground{down: tilted}}
	if all := prior.planes(nil, nil); len(all) != 1 || all[0].down != tilted {
		t.Errorf("planes %v, want only the one known", all)
	}
}
