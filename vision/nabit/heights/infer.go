package heights

import (
	"maps"
	"math"
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/lattice"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

// Weights of single faces among the factors, in log-likelihood. Hand-set; testdata/nabit/steps guards them.
const (
	facePriorWeight = 0.5   // weight of the prior of heights: face classifiers have learned part of it
	faceFloor       = -12.0 // least log-likelihood of a height relative to the face's likeliest
	faceDoubt       = -6.0  // below this, the face did not set the stack's present height
	refits          = 2     // refits of the pose in each of inferFrom's two ways
	jointBonus      = 0.3   // lead of the joint optimum's height over the likeliest other one
)

// heightModel is a hypothesis with the factor graph of its borders.
type heightModel struct {
	*hypothesis.Hypothesis
	places []engine.Place
	graph  *factorGraph
}

// newHeightModel samples all borders of a hypothesis and builds their factor graph.
func newHeightModel(r *picture.Raster, s *hypothesis.Hypothesis) *heightModel {
	places := s.Cells.Places()
	b := &heightModel{s, places, factorGraphOf(places, Steps(r, s, s.Cells))}
	b.graph.addDrops(places, Drops(r, s, s.Cells))
	return b
}

// InferHeights is the last stage of reading heights: it returns the hypothesis with the levels that explain faces, edges and borders
// best, and with the log-marginals of each stack's height in its evidence. Other levels need another pose, so it refits the pose to
// them. From nearly above, or where edges do not fit the pose, it also starts from distant levels and tilts.
func InferHeights(r *picture.Raster, s *hypothesis.Hypothesis) *hypothesis.Hypothesis {
	b, tried := inferFrom(r, s, nil)
	var others []*heightModel
	if s.Z[2] > math.Cos(hypothesis.SteepTilt) || !b.Converged() {
		b, others = multistart(r, b, tried)
	}
	return b.withMarginals(others)
}

// inferFrom improves the levels in two ways, by independent modes of the marginals and by coordinate ascent, each with a refitted pose,
// and returns the best model. It skips levels in known, and returns known with the levels it tried.
func inferFrom(r *picture.Raster, s *hypothesis.Hypothesis, known []lattice.Levels) (best *heightModel, tried []lattice.Levels) {
	first := newHeightModel(r, s)
	best, tried = first, append(slices.Clip(known), s.Cells)
	for _, better := range []func(*heightModel) lattice.Levels{(*heightModel).independentModes, (*heightModel).coordinateAscent} {
		b := first
		for range refits {
			cells := better(b)
			if !cells.TouchesTable() || slices.ContainsFunc(tried, func(c lattice.Levels) bool { return maps.Equal(c, cells) }) {
				break
			}
			tried = append(tried, cells)
			c := b.Clone()
			c.PutAll(cells)
			Refit(r, &c)
			if b = newHeightModel(r, &c); b.logPosterior() > best.logPosterior() {
				best = b
			}
		}
	}
	return best, tried
}

// Refit fits the pose to the hypothesis's present levels and evaluates all places under it.
func Refit(r *picture.Raster, s *hypothesis.Hypothesis) {
	hypothesis.FitEdges(r, s, tileface.NarrowEdgeNet(), camerapose.TableHold)
	s.Reevaluate(r)
}

// logPosterior is the hypothesis's log-posterior plus the weighted log-potential of its borders.
func (m *heightModel) logPosterior() float64 {
	return m.Hypothesis.LogPosterior() + stepWeight*m.graph.logPotential(m.Cells.LevelsOf(m.places))
}

// logMarginals are the log-marginals of each stack's height, from faces and borders.
func (m *heightModel) logMarginals() []engine.HeightLikelihoods {
	unaries := make([]engine.HeightLikelihoods, len(m.places))
	for i, at := range m.places {
		unaries[i] = faceUnary(m.Hypothesis, at)
		for l, drop := range m.graph.unary[i] {
			unaries[i][l] += drop
		}
	}
	return propagate(unaries, m.graph.pairs)
}

// mixtureLogMarginals mix the log-marginals of this model and the others, each weighted by its tempered posterior (Bayesian model
// averaging).
func (m *heightModel) mixtureLogMarginals(others []*heightModel) []engine.HeightLikelihoods {
	all := m.logMarginals()
	most := m.logPosterior()
	for _, o := range others {
		if !maps.Equal(o.Cells, m.Cells) {
			addWeighted(all, o.logMarginals(), modeTemper*min(o.logPosterior()-most, 0))
		}
	}
	return all
}

// addWeighted adds another model's distributions with a log-weight to all.
func addWeighted(all, other []engine.HeightLikelihoods, logWeight float64) {
	for i := range all {
		for l := range all[i] {
			all[i][l] = logAdd(all[i][l], other[i][l]+logWeight)
		}
	}
}

// logAdd is the logarithm of the sum of two numbers given by their logarithms.
func logAdd(a, b float64) float64 {
	a, b = max(a, b), min(a, b)
	return a + math.Log1p(math.Exp(b-a))
}

// faceUnary are a stack's unary log-potentials, by its face. Where a letter or the bridge between parts set the level, not the face,
// the level set counts, blurred by the pose's error.
func faceUnary(s *hypothesis.Hypothesis, at engine.Place) engine.HeightLikelihoods {
	height := faceLogLikelihoods(s, at, s.Evidence[at])
	for l := range height {
		height[l] += facePriorWeight * s.LevelPrior(at, l+1)
	}
	top := slices.Max(height[:])
	for l := range height {
		height[l] = max(height[l]-top, faceFloor)
	}
	if own := s.Cells[at] - 1; height[own] < faceDoubt || s.Bridged[at] > 0 {
		for l, byPoseError := range poseErrorLogLikelihoods(s, at, own+1) {
			height[l] = max(byPoseError, faceFloor)
		}
	}
	return height
}

// independentModes takes each stack's likeliest height by its own marginal.
func (m *heightModel) independentModes() lattice.Levels {
	cells := maps.Clone(m.Cells)
	for i, height := range m.logMarginals() {
		at := m.places[i]
		if best := slices.Index(height[:], slices.Max(height[:])); m.Evidence[at].Face[best].Inside {
			cells[at] = best + 1
		}
	}
	return cells
}

// coordinateAscent changes one height at a time to the one that raises the log-posterior most, until none does (iterated conditional
// modes; Besag 1986).
func (m *heightModel) coordinateAscent() lattice.Levels {
	c := m.Clone()
	levels := c.Cells.LevelsOf(m.places)
	for range ascentRounds {
		changed := false
		for i, at := range m.places {
			if m.Bridged[at] > 0 {
				continue
			}
			best, most := levels[i], math.Inf(-1)
			for l := range engine.MaxHeight {
				if e := m.Evidence[at]; l+1 != levels[i] && (e.Height[l] <= hypothesis.NoFace || !e.Face[l].Inside) {
					continue
				}
				c.Put(at, l+1)
				if worth := localLogPosterior(&c, at) + stepWeight*m.graph.localLogPotential(levels, i, l+1); worth > most {
					best, most = l+1, worth
				}
			}
			changed = changed || best != levels[i]
			c.Put(at, best)
			levels[i] = best
		}
		if !changed {
			break
		}
	}
	return c.Cells
}

// localLogPosterior is the part of the log-posterior that one stack's height changes: its face, and the edges that it shows or hides.
func localLogPosterior(s *hypothesis.Hypothesis, at engine.Place) float64 {
	sum := s.FaceLogLikelihood(at) + s.EdgesLogLikelihoodAt(at)
	for _, step := range lattice.SideSteps {
		if beside := at.Add(step); s.Cells[beside] > 0 {
			sum += s.EdgesLogLikelihoodAt(beside)
		}
	}
	return sum
}

// withMarginals stores the mixture's log-marginals in the evidence. The level of the joint optimum stays ahead by jointBonus; where a
// single height's marginal prefers another, both remain nearly equally likely, which puts the stack in doubt.
func (m *heightModel) withMarginals(others []*heightModel) *hypothesis.Hypothesis {
	c := m.Clone()
	c.KeepRackLines(m.RackLines)
	for i, height := range m.mixtureLogMarginals(others) {
		at := m.places[i]
		own := m.Cells[at] - 1
		height[own] = slices.Max(height[:]) + jointBonus
		for l := range height {
			height[l] -= m.LevelPrior(at, l+1) // readers of Heights add the prior
		}
		c.Note(at, m.Evidence[at].Settle(own+1, height))
	}
	return &c
}
