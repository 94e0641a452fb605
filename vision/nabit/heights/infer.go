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

const (
	facePriorWeight = 0.5   // how much of what is usual counts among faces, some of which the judges know
	faceFloor       = -12.0 // one face tells no more (logarithm)
	faceDoubt       = -6.0  // ... less than this of its own height, and it did not tell it
	refits          = 2     // how often the pose is fitted to other heights
	jointBonus      = 0.3   // how much likelier (logarithm) a height is because it explains most with all others
)

// stepField is a structure with what is seen across its borders.
type heightModel struct {
	*hypothesis.Hypothesis
	places []engine.Place
	graph  *factorGraph
}

// acrossBorders looks across all borders.
func newHeightModel(r *picture.Raster, s *hypothesis.Hypothesis) *heightModel {
	places := s.Cells.Places()
	b := &heightModel{s, places, factorGraphOf(places, Steps(r, s, s.Cells))}
	b.graph.addDrops(places, Drops(r, s, s.Cells))
	return b
}

// InferHeights is the structure with the heights that explain most of what is seen of faces, of their edges and across borders, each told by all
// of that. With other heights goes another pose; seen from nearly above, or where edges do not lie as they should, that is sought far and wide.
func InferHeights(r *picture.Raster, s *hypothesis.Hypothesis) *hypothesis.Hypothesis {
	b, tried := inferFrom(r, s, nil)
	var others []*heightModel
	if s.Z[2] > math.Cos(hypothesis.SteepTilt) || !b.Converged() {
		b, others = multistart(r, b, tried)
	}
	return b.withMarginals(others)
}

// inferFrom is the structure with other heights and the pose that goes with them, if that explains more. It passes by heights that were
// tried, and also returns those that now are.
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
			c.Cells, c.Evidence = cells, maps.Clone(b.Evidence)
			Refit(r, &c)
			if b = newHeightModel(r, &c); b.logPosterior() > best.logPosterior() {
				best = b
			}
		}
	}
	return best, tried
}

// Refit fits the pose to the heights told, and looks at all places under it.
func Refit(r *picture.Raster, s *hypothesis.Hypothesis) {
	hypothesis.FitEdges(r, s, tileface.NarrowEdgeNet(), camerapose.TableHold)
	s.RackLines = nil // they were looked for under another pose
	for at, e := range hypothesis.EvaluateAll(r, s.Cells.Places(), func(at engine.Place) *hypothesis.Evidence {
		return hypothesis.Evaluate(r, tileface.FineClassifier(), s, at)
	}) {
		if level, ok := s.LetterLevels[at]; ok {
			e.ApplyLetter(level)
		}
		e.Tile, e.BlankPenalty = s.Evidence[at].Tile, s.Evidence[at].BlankPenalty // a tile it is, by more than its edges
		s.Evidence[at] = e
	}
	s.EdgeScore = s.EdgesLogLikelihood()
}

// logPosterior is how likely the picture is with this structure, what is seen across its borders included.
func (b *heightModel) logPosterior() float64 {
	return b.Hypothesis.LogPosterior() + stepWeight*b.graph.logPotential(b.Cells.LevelsOf(b.places))
}

// heightLogLikelihoods are how likely each stack has each height (logarithm), by its face and by all borders.
func (b *heightModel) logMarginals() []engine.HeightLikelihoods {
	alone := make([]engine.HeightLikelihoods, len(b.places))
	for i, at := range b.places {
		alone[i] = faceUnary(b.Hypothesis, at)
		for l, told := range b.graph.unary[i] {
			alone[i][l] += told
		}
	}
	return propagate(alone, b.graph.pairs)
}

// mixtureOfHeights are the heights as this structure and others tell them, each as far as it explains the picture.
func (b *heightModel) mixtureLogMarginals(others []*heightModel) []engine.HeightLikelihoods {
	all := b.logMarginals()
	most := b.logPosterior()
	for _, o := range others {
		if !maps.Equal(o.Cells, b.Cells) {
			addWeighted(all, o.logMarginals(), modeTemper*min(o.logPosterior()-most, 0))
		}
	}
	return all
}

// addMixture adds to what is told of all heights what another structure of that likelihood (logarithm) tells.
func addWeighted(all, told []engine.HeightLikelihoods, likely float64) {
	for i := range all {
		for l := range all[i] {
			all[i][l] = logAdd(all[i][l], told[i][l]+likely)
		}
	}
}

// logAdd is the logarithm of the sum of what has these two.
func logAdd(a, b float64) float64 {
	a, b = max(a, b), min(a, b)
	return a + math.Log1p(math.Exp(b-a))
}

// unary is how likely a stack has each height by its face (logarithm). One that its letter or what lies around it tells, not its face, is as
// high as that has it.
func faceUnary(s *hypothesis.Hypothesis, at engine.Place) engine.HeightLikelihoods {
	height := faceLogLikelihoods(s, at, s.Evidence[at])
	for l := range height {
		height[l] += facePriorWeight * s.LevelPrior(at, l+1)
	}
	top := slices.Max(height[:])
	for l := range height {
		height[l] = max(height[l]-top, faceFloor)
	}
	if own := s.Cells[at] - 1; height[own] < faceDoubt || s.Bridged[at] > 0 || s.LetterLevels[at] > 0 {
		for l, slipped := range poseErrorLogLikelihoods(s, at, own+1) {
			height[l] = max(slipped, faceFloor)
		}
	}
	return height
}

// independentModes are the heights that are likeliest, each by itself.
func (b *heightModel) independentModes() lattice.Levels {
	cells := maps.Clone(b.Cells)
	for i, height := range b.logMarginals() {
		at := b.places[i]
		if best := slices.Index(height[:], slices.Max(height[:])); b.Evidence[at].Face[best].Inside {
			cells[at] = best + 1
		}
	}
	return cells
}

// coordinateAscent are the heights that explain most together, as far as changing one at a time leads there.
func (b *heightModel) coordinateAscent() lattice.Levels {
	c := b.Clone()
	levels := c.Cells.LevelsOf(b.places)
	for range ascentRounds {
		changed := false
		for i, at := range b.places {
			if b.Bridged[at] > 0 || b.LetterLevels[at] > 0 {
				continue
			}
			best, most := levels[i], math.Inf(-1)
			for l := range engine.MaxHeight {
				if e := b.Evidence[at]; l+1 != levels[i] && (e.Height[l] <= hypothesis.NoFace || !e.Face[l].Inside) {
					continue
				}
				c.Cells[at] = l + 1
				if worth := localLogPosterior(&c, at) + stepWeight*b.graph.localLogPotential(levels, i, l+1); worth > most {
					best, most = l+1, worth
				}
			}
			changed = changed || best != levels[i]
			c.Cells[at], levels[i] = best, best
		}
		if !changed {
			break
		}
	}
	return c.Cells
}

// localLogPosterior is the part of what is explained that a stack's height changes: its face, and all edges that it shows or hides.
func localLogPosterior(s *hypothesis.Hypothesis, at engine.Place) float64 {
	sum := s.FaceLogLikelihood(at) + s.EdgesLogLikelihoodAt(at)
	for _, step := range lattice.SideSteps {
		if beside := at.Add(step); s.Cells[beside] > 0 {
			sum += s.EdgesLogLikelihoodAt(beside)
		}
	}
	return sum
}

// withMarginals is the structure in which each stack's height is told by all that is seen, and by other structures as far as they explain the
// picture, too. Where another is likelier by itself than the one that goes with all others, it is in doubt.
func (b *heightModel) withMarginals(others []*heightModel) *hypothesis.Hypothesis {
	c := b.Clone()
	c.RackLines, c.Evidence = b.RackLines, maps.Clone(b.Evidence)
	for i, height := range b.mixtureLogMarginals(others) {
		at, e := b.places[i], *b.Evidence[b.places[i]]
		own := b.Cells[at] - 1
		height[own] = slices.Max(height[:]) + jointBonus
		e.Best, e.Complete = own+1, e.Complete && e.Best == own+1
		for l := range height {
			height[l] -= b.LevelPrior(at, l+1) // which is added by whom it is told
		}
		e.Heights = &height
		c.Evidence[at] = &e
	}
	return &c
}
