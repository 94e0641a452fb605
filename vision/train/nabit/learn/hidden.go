package learn

import (
	"math"
	"math/rand/v2"

	"gocv.io/x/gocv"

	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/lattice"
	"tilewatch/vision/nabit/hidden"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/nabit/tilemap"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

// PartExamples are what the log-odds of faces that stacks hide in part are fitted to: places, as they would be at each level at which stacks would hide a
// part of them. No scene of theirs may be of a table that the map has learned from.
type PartExamples struct{ all choices }

// partWeights is how many hidden.Weights has.
const partWeights = 4

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

// add adds the places of the stacks and those beside them, at each level at which stacks would hide a face of theirs in part.
func (e *PartExamples) add(r *picture.Raster, m *tilemap.Map, stacks lattice.Levels, p *camerapose.Pose) {
	h := hypothesis.Hypothesis{Pose: *p, Cells: stacks}
	beside := stacks.Boundary()
	h.EvaluateAt(r, append(stacks.Places(), beside...), func(at engine.Place) *hypothesis.Evidence {
		return hypothesis.Evaluate(r, tileface.FineClassifier(), &h, at)
	})
	plastic, table := h.KnownHues(stacks)
	if len(plastic) == 0 || len(table) == 0 {
		return
	}
	for _, at := range append(stacks.Places(), beside...) {
		if h.Evidence[at].Tile > hypothesis.TileAccepted {
			continue // the face classifiers find it
		}
		x := choice{truth: none}
		for level := 1; level < engine.MaxHeight; level++ {
			part, ok := hidden.PartOf(r, &h, at, level, plastic, table)
			if !ok {
				continue
			}
			if level == stacks[at] {
				x.truth = len(x.options)
			}
			signs := m.SignsOfPart(part.Seen)
			x.options = append(x.options, option{[]float64{part.Look, signs.Tile, signs.Middle, 1}, camerapose.HeightPrior[level-1]})
		}
		if len(x.options) > 0 && (x.truth != none) == (stacks[at] > 0) {
			e.all = append(e.all, x)
		}
	}
}

// Len is the number of examples.
func (e *PartExamples) Len() int { return len(e.all) }

// Fit are the weights under which the places' levels are likeliest, that of an empty place among them, and how reliable they are.
func (e *PartExamples) Fit() (hidden.Weights, string) {
	w := e.all.fit(partWeights, ridge)
	return hidden.Weights{Look: w[0], Tile: w[1], Middle: w[2], Offset: w[3]}, reliabilityOf(len(e.all), func(i int) (odds float64, right bool) {
		var sum float64
		for _, l := range e.all[i].options {
			sum += math.Exp(l.odds(w))
		}
		return math.Log(sum), e.all[i].truth != none
	})
}
