package search

import (
	"maps"
	"testing"

	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/lattice"
	"tilewatch/vision/nabit/candidate"
	"tilewatch/vision/nabit/hypothesis"
)

// evidenceOf is that of a place that is a tile with this log-likelihood ratio, one high.
func evidenceOf(tile float64) *hypothesis.Evidence { return &hypothesis.Evidence{Tile: tile, Best: 1} }

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
			g := hypothesis.Growth{Kept: lattice.Levels{}, Weak: lattice.Levels{}, Faint: lattice.Levels{}}
			g.Sort(a, evidenceOf(c.before))
			g.Sort(b, evidenceOf(c.at))
			if got := g.Expands(b, map[engine.Place]engine.Place{b: a}); got != c.want {
				t.Errorf("it leads on: %v, want %v", got, c.want)
			}
		})
	}
}

func TestWeakPlacesStayWhereTheyLink(t *testing.T) {
	row := func(col int) engine.Place { return engine.Place{Col: col} }
	s := &hypothesis.Hypothesis{Evidence: map[engine.Place]*hypothesis.Evidence{}}
	g := hypothesis.Growth{Kept: lattice.Levels{}, Weak: lattice.Levels{}, Faint: lattice.Levels{}}
	for col, tile := range []float64{5, 5, -2, 5, -2} { // the weak one at the end links nothing
		e := evidenceOf(tile)
		e.Face[0].Ink = 1 // they show letters
		s.Evidence[row(col)] = e
		g.Sort(row(col), e)
	}
	s.Keep(&g)
	if want := (lattice.Levels{row(0): 1, row(1): 1, row(2): 1, row(3): 1}); !maps.Equal(s.Cells, want) {
		t.Errorf("cells %v, want %v", s.Cells, want)
	}
	if e := s.Evidence[row(2)]; e.Tile < hypothesis.TileAccepted || e.Complete {
		t.Errorf("the place that links is a tile by %.1f, whole %v; want a tile that is looked at again", e.Tile, e.Complete)
	}
	if want := 5.0 + 5 + 1 + 5; s.Score != want {
		t.Errorf("score %.1f, want %.1f", s.Score, want)
	}
}

func TestAKnownTableIsTheOnlyPlane(t *testing.T) {
	tilted := camerapose.Vec3{0, 0.3, 1}.Unit()
	prior := candidate.FieldPrior{Plane: &camerapose.PlanePrior{Down: tilted}}
	if all := prior.Planes(nil, nil); len(all) != 1 || all[0].Down != tilted {
		t.Errorf("planes %v, want only the one known", all)
	}
}
