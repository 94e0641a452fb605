package learn

import (
	"math"
	"math/rand/v2"

	"gocv.io/x/gocv"

	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/lattice"
	"tilewatch/vision/linear"
	"tilewatch/vision/nabit/hidden"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/nabit/tilemap"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

// PartExamples are what the map's worth for faces that stacks hide in part is fitted to. No scene of theirs may be of a table that the map has learned
// from.
type PartExamples struct{ all []partExample }

// partExample is what is seen of a partly hidden face, or of an empty place, and the truth.
type partExample struct {
	look  float64
	signs tilemap.Signs
	right bool
}

// Add adds the examples of one scene, so many views of each.
func (e *PartExamples) Add(s Scene, times int, rng *rand.Rand) error {
	return picture.WithRaster(s.Picture, func(r *picture.Raster, _ gocv.Mat) error {
		m, err := tilemap.Of(r)
		if err != nil {
			return err
		}
		truth := s.pose()
		for range times {
			p := FineNoise.perturb(&truth, truth.Camera(0, 0, 1), rng)
			e.add(r, m, s.Heights, &p)
		}
		return nil
	})
}

// add adds the faces that stacks hide in part, and the empty places, at the level that looks most like such a face.
func (e *PartExamples) add(r *picture.Raster, m *tilemap.Map, stacks lattice.Levels, p *camerapose.Pose) {
	h := hypothesis.Hypothesis{Pose: *p, Cells: stacks}
	beside := stacks.Boundary()
	h.Evidence = hypothesis.EvaluateAll(r, append(stacks.Places(), beside...), func(at engine.Place) *hypothesis.Evidence {
		return hypothesis.Evaluate(r, tileface.FineClassifier(), &h, at)
	})
	plastic, table := h.KnownHues(stacks, math.Inf(-1))
	if len(plastic) == 0 || len(table) == 0 {
		return
	}
	for _, at := range stacks.Places() {
		if part, ok := hidden.PartOf(r, &h, at, stacks[at], plastic, table); ok {
			e.all = append(e.all, partExample{part.Look, m.SignsOfPart(part.Seen), true})
		}
	}
	for _, at := range beside {
		best := partExample{look: math.Inf(-1)}
		for level := 1; level < engine.MaxHeight; level++ {
			if part, ok := hidden.PartOf(r, &h, at, level, plastic, table); ok && part.Look > best.look {
				best.look, best.signs = part.Look, m.SignsOfPart(part.Seen)
			}
		}
		if !math.IsInf(best.look, -1) {
			e.all = append(e.all, best)
		}
	}
}

// Len is the number of examples.
func (e *PartExamples) Len() int { return len(e.all) }

// Fit are the weights under which the examples are likeliest (logistic regression, by iteratively reweighted least squares), and how reliable they are.
func (e *PartExamples) Fit() (w hidden.Weights, reliability string) {
	for range fitRounds {
		n := linear.NewNormal(partWeights)
		for i := range partWeights {
			n.AddOne(i, 0, ridge)
		}
		for _, x := range e.all {
			odds := w.Of(x.look, x.signs)
			p := 1 / (1 + math.Exp(-odds))
			v := max(p*(1-p), ridge)
			n.Add([]float64{x.look, x.signs.Tile, x.signs.Middle, 1}, odds+(float64(one(x.right))-p)/v, v)
		}
		if x, ok := n.Solve(); ok {
			w = hidden.Weights{Look: x[0], Tile: x[1], Middle: x[2], Offset: x[3]}
		}
	}
	return w, reliabilityOf(len(e.all), func(i int) (odds float64, right bool) {
		return w.Of(e.all[i].look, e.all[i].signs), e.all[i].right
	})
}

const partWeights = 4 // of hidden.Weights
