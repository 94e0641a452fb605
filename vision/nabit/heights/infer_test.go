package heights

import (
	"math/rand/v2"
	"slices"
	"testing"

	"tilewatch/calibration"
	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/lattice"
	"tilewatch/vision/nabit/hypothesis"
)

// lineOf is a row of stacks with random log-likelihoods of faces, edges and borders.
func lineOf(stacksInLine int, rng *rand.Rand) *heightModel {
	above := camerapose.Pose{Cam: calibration.Pinhole(1280, 720, 1000), Sizes: camerapose.SizesOf(nil), X: camerapose.Vec3{1, 0, 0}, Y: camerapose.Vec3{0, 1, 0}, Z: camerapose.Vec3{0, 0, 1}, T: camerapose.Vec3{0, 0, 500}}
	s := &hypothesis.Hypothesis{Pose: above, Cells: lattice.Levels{}, Evidence: map[engine.Place]*hypothesis.Evidence{}}
	for col := range stacksInLine {
		at := engine.Place{Col: col}
		e := &hypothesis.Evidence{Best: 1 + rng.IntN(engine.MaxHeight)}
		for l := range e.Height {
			e.Height[l] = 6 * rng.NormFloat64()
			e.Face[l].Inside = true
			for side := range e.Face[l].Here {
				e.Face[l].Here[side] = 2 * rng.NormFloat64()
			}
		}
		s.Cells[at], s.Evidence[at] = e.Best, e
	}
	var all []pairFactor
	for a := range stacksInLine - 1 {
		b := pairFactor{a: a, b: a + 1}
		for x := range b.potential {
			for y := range b.potential[x] {
				b.potential[x][y] = rng.NormFloat64()
			}
		}
		all = append(all, b)
	}
	s.EdgeScore = s.EdgesLogLikelihood()
	return &heightModel{s, s.Cells.Places(), newFactorGraph(stacksInLine, all)}
}

// with are the same stacks with other heights.
func (m *heightModel) with(cells lattice.Levels) *heightModel {
	c := m.Clone()
	c.Cells, c.Evidence = cells, m.Evidence
	c.EdgeScore = c.EdgesLogLikelihood()
	return &heightModel{&c, m.places, m.graph}
}

func TestNoSingleChangeImprovesACoordinateAscent(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for n := range 50 {
		b := lineOf(6, rng)
		end := b.with(b.coordinateAscent())
		most := end.logPosterior()
		if first := b.logPosterior(); most < first {
			t.Fatalf("line %d: %v explain %g, less than %g of %v", n, end.Cells, most, first, b.Cells)
		}
		for _, at := range b.places {
			for level := 1; level <= engine.MaxHeight; level++ {
				cells := end.Clone().Cells
				cells[at] = level
				if worth := b.with(cells).logPosterior(); worth > most+1e-9 && b.Evidence[at].Height[level-1] > hypothesis.NoFace {
					t.Errorf("line %d: with %v %d high %g is explained, more than %g", n, at, level, worth, most)
				}
			}
		}
	}
}

// The height of the joint optimum leads, also where the marginal of a single height prefers another.
func TestTheJointOptimumLeadsTheMarginals(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	otherwise := 0
	for range 50 {
		b := lineOf(6, rng)
		b = b.with(b.coordinateAscent())
		likeliest := b.independentModes()
		for at, e := range b.withMarginals(nil).Evidence {
			heights := *e.Heights
			for l := range heights {
				heights[l] += b.LevelPrior(at, l+1)
			}
			if best := slices.Index(heights[:], slices.Max(heights[:])) + 1; best != b.Cells[at] || e.Best != best {
				t.Errorf("the evidence has %d high first, the joint optimum %d", best, b.Cells[at])
			}
			if likeliest[at] != b.Cells[at] {
				otherwise++
			}
		}
	}
	if otherwise == 0 {
		t.Error("each height is the likeliest by itself: nothing was tested")
	}
}
