package vision

import (
	"math/rand/v2"
	"slices"
	"testing"

	"tilewatch/calibration"
	"tilewatch/engine"
)

// lineOf is a row of stacks of which faces, edges and borders tell something at random.
func lineOf(stacksInLine int, rng *rand.Rand) *bordered {
	above := pose{cam: calibration.Pinhole(1280, 720, 1000), sizes: sizesOf(nil), x: vec3{1, 0, 0}, y: vec3{0, 1, 0}, z: vec3{0, 0, 1}, t: vec3{0, 0, 500}}
	s := &structure{pose: above, cells: stacks{}, evidence: map[engine.Place]*placeEvidence{}}
	for col := range stacksInLine {
		at := engine.Place{Col: col}
		e := &placeEvidence{best: 1 + rng.IntN(engine.MaxHeight)}
		for l := range e.height {
			e.height[l] = 6 * rng.NormFloat64()
			e.view[l].inside = true
			for side := range e.view[l].here {
				e.view[l].here[side] = 2 * rng.NormFloat64()
			}
		}
		s.cells[at], s.evidence[at] = e.best, e
	}
	var all []border
	for a := range stacksInLine - 1 {
		b := border{a: a, b: a + 1}
		for x := range b.favors {
			for y := range b.favors[x] {
				b.favors[x][y] = rng.NormFloat64()
			}
		}
		all = append(all, b)
	}
	s.edges = s.edgeLikelihood()
	return &bordered{s, s.cells.places(), newBorders(stacksInLine, all)}
}

// with are the same stacks with other heights.
func (b *bordered) with(cells stacks) *bordered {
	c := b.clone()
	c.cells, c.evidence = cells, b.evidence
	c.edges = c.edgeLikelihood()
	return &bordered{&c, b.places, b.borders}
}

func TestNoOtherHeightOfOneStackExplainsMoreThanThoseClimbedTo(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for n := range 50 {
		b := lineOf(6, rng)
		end := b.with(b.climbed())
		most := end.explained()
		if first := b.explained(); most < first {
			t.Fatalf("line %d: %v explain %g, less than %g of %v", n, end.cells, most, first, b.cells)
		}
		for _, at := range b.places {
			for level := 1; level <= engine.MaxHeight; level++ {
				cells := end.clone().cells
				cells[at] = level
				if worth := b.with(cells).explained(); worth > most+1e-9 && b.evidence[at].height[level-1] > noFace {
					t.Errorf("line %d: with %v %d high %g is explained, more than %g", n, at, level, worth, most)
				}
			}
		}
	}
}

func TestAHeightThatLettersTellIsNotClimbedFrom(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for range 20 {
		b := lineOf(4, rng)
		at := b.places[1]
		b.structure.told = stacks{at: b.cells[at]}
		if cells := b.climbed(); cells[at] != b.cells[at] {
			t.Errorf("%v is %d high, letters tell %d", at, cells[at], b.cells[at])
		}
	}
}

// What goes with all others is told first, also where another height is likelier by itself.
func TestHeightsAreToldThatExplainMostTogether(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	otherwise := 0
	for range 50 {
		b := lineOf(6, rng)
		b = b.with(b.climbed())
		likeliest := b.likeliest()
		for at, e := range b.toldByAll(nil).evidence {
			told := *e.told
			for l := range told {
				told[l] += b.prior(at, l+1)
			}
			if best := slices.Index(told[:], slices.Max(told[:])) + 1; best != b.cells[at] || e.best != best {
				t.Errorf("%d high is told, %d explains most", best, b.cells[at])
			}
			if likeliest[at] != b.cells[at] {
				otherwise++
			}
		}
	}
	if otherwise == 0 {
		t.Error("each height is the likeliest by itself: nothing was tested")
	}
}
