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

// PartExamples are what the log-odds of faces that stacks hide in part are fitted to. No scene of theirs may be of a table that the map has learned from.
type PartExamples struct{ all []partExample }

// partExample is a place, as it would be at each level at which stacks would hide a part of it, and the index of the true one; -1: it is empty.
type partExample struct {
	levels []partLevel
	truth  int
}

// partLevel is what is seen of such a face: its edges and color, the map's signs, one; and the level's log-prior.
type partLevel struct {
	x     [partWeights]float64
	prior float64
}

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
	h.Evidence = hypothesis.EvaluateAll(r, append(stacks.Places(), beside...), func(at engine.Place) *hypothesis.Evidence {
		return hypothesis.Evaluate(r, tileface.FineClassifier(), &h, at)
	})
	plastic, table := h.KnownHues(stacks, math.Inf(-1))
	if len(plastic) == 0 || len(table) == 0 {
		return
	}
	for _, at := range append(stacks.Places(), beside...) {
		if h.Evidence[at].Tile > hypothesis.TileAccepted {
			continue // the face classifiers find it
		}
		x := partExample{truth: -1}
		for level := 1; level < engine.MaxHeight; level++ {
			part, ok := hidden.PartOf(r, &h, at, level, plastic, table)
			if !ok {
				continue
			}
			if level == stacks[at] {
				x.truth = len(x.levels)
			}
			signs := m.SignsOfPart(part.Seen)
			x.levels = append(x.levels, partLevel{[partWeights]float64{part.Look, signs.Tile, signs.Middle, 1}, camerapose.HeightPrior[level-1]})
		}
		if len(x.levels) > 0 && (x.truth >= 0) == (stacks[at] > 0) {
			e.all = append(e.all, x)
		}
	}
}

// Len is the number of examples.
func (e *PartExamples) Len() int { return len(e.all) }

// Fit are the weights under which the places' levels are likeliest, that of an empty place among them (conditional logit, McFadden 1974, by Newton's
// method), and how reliable they are.
func (e *PartExamples) Fit() (hidden.Weights, string) {
	var w [partWeights]float64
	for range fitRounds {
		n := linear.NewNormal(partWeights)
		for i := range partWeights {
			n.AddOne(i, 0, ridge)
		}
		for _, x := range e.all {
			x.addTo(n, &w)
		}
		step, ok := n.Solve()
		for i := range step {
			w[i] += step[i]
		}
		if !ok {
			break
		}
	}
	return hidden.Weights{Look: w[0], Tile: w[1], Middle: w[2], Offset: w[3]}, reliabilityOf(len(e.all), func(i int) (odds float64, right bool) {
		var sum float64
		for _, l := range e.all[i].levels {
			sum += math.Exp(l.odds(&w))
		}
		return math.Log(sum), e.all[i].truth >= 0
	})
}

func (l *partLevel) odds(w *[partWeights]float64) float64 {
	sum := l.prior
	for i, x := range l.x {
		sum += w[i] * x
	}
	return sum
}

// addTo adds the example to the normal equations of a step from weights.
func (e *partExample) addTo(n *linear.Normal, w *[partWeights]float64) {
	chances, sum := make([]float64, len(e.levels)), 1.0
	for i := range e.levels {
		chances[i] = math.Exp(e.levels[i].odds(w))
		sum += chances[i]
	}
	var mean [partWeights]float64
	for i := range e.levels {
		chances[i] /= sum
		for k, x := range e.levels[i].x {
			mean[k] += chances[i] * x
		}
	}
	add := func(x [partWeights]float64, chance float64, right bool) {
		for k := range x {
			x[k] -= mean[k]
		}
		chance = max(chance, ridge)
		n.Add(x[:], (float64(one(right))-chance)/chance, chance)
	}
	add([partWeights]float64{}, 1/sum, e.truth < 0)
	for i := range e.levels {
		add(e.levels[i].x, chances[i], i == e.truth)
	}
}
