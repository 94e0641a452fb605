package heights

import (
	"math"

	"tilewatch/engine"
	"tilewatch/vision/camerapose"
)

// jointState is one state of the ascent: the levels by the model's places, and the motion of the pose.
type jointState struct {
	levels       []int
	delta        camerapose.Delta
	logPosterior float64
	anchor       []int // each level stays within one of these; nil: levels are free
}

// predictedOffset is the offset at which a moved pose expects the edge, in pitches outward.
func (e *jointEdge) predictedOffset(moved *camerapose.Delta, numbers int) (outward float64) {
	by := &e.jacobian // spelled out: nothing of the ascent takes longer
	outward = by[0]*moved[0] + by[1]*moved[1] + by[2]*moved[2] + by[3]*moved[3] + by[4]*moved[4] + by[5]*moved[5]
	if numbers > camerapose.PoseNumbers {
		outward = outward + by[6]*moved[6] + by[7]*moved[7] + by[8]*moved[8] + by[9]*moved[9] + by[10]*moved[10] + by[11]*moved[11]
	}
	return outward
}

// edgeVisible reports whether a side of a stack of that level shows its edge: a higher stack against that side hides it.
func (m *jointModel) edgeVisible(levels []int, i, side, level int) bool {
	n := m.neighbors[i][side]
	return n < 0 || levels[n] <= level
}

// unary is the log-likelihood of a level at place i under the moved pose, given the levels of its neighbors.
func (m *jointModel) unary(h *jointState, i, level int) float64 {
	face := &m.faces[i][level-1]
	if !face.inside {
		return math.Inf(-1)
	}
	sum := m.hypothesis.LevelPrior(m.places[i], level)
	for k := range face.edges {
		if e := &face.edges[k]; m.edgeVisible(h.levels, i, k/2, level) {
			sum += e.logRatio(e.predictedOffset(&h.delta, m.numbers), float64(m.net.Step))
		}
	}
	return sum + stepWeight*m.graph.localLogPotential(h.levels, i, level)
}

// logPosterior is the log-posterior of levels and pose together, up to a constant.
func (m *jointModel) logPosterior(h *jointState) float64 {
	sum := 0.0
	for i, level := range h.levels {
		if m.faces[i][level-1].inside {
			sum += m.unary(h, i, level)
		}
	}
	sum -= stepWeight * m.graph.pairLogPotential(h.levels) // unary counted each pair at both of its ends
	e := m.planeResidual(h)
	sum -= e.Dot(e) / 2
	if m.hypothesis.Unmeasured != nil {
		for k, strain := range m.priorResiduals {
			by := h.delta[camerapose.PoseNumbers+k]
			if k == camerapose.FreeThickness {
				by = math.Log1p(max(by, camerapose.MostThinner))
			}
			strain += by / m.hypothesis.Unmeasured.Sigma[k]
			sum -= strain * strain / 2
		}
	}
	return sum
}

// planeResidual is the deviation of the moved pose's table from the known one, in standard deviations.
func (m *jointModel) planeResidual(h *jointState) camerapose.Vec3 {
	e := m.planeErrors
	for k := range m.planeSlopes {
		e = e.Add(m.planeSlopes[k].Scale(h.delta[k]))
	}
	return e
}

// reassignLevels is one sweep of iterated conditional modes (Besag 1986): each place takes its likeliest level, given the pose and its
// neighbors' present levels. It reports whether a level changed.
func (m *jointModel) reassignLevels(h *jointState) (changed bool) {
	for i := range m.places {
		best, most := h.levels[i], math.Inf(-1)
		for l := range engine.MaxHeight {
			if h.anchor != nil && (l+1 < h.anchor[i]-1 || l+1 > h.anchor[i]+1) {
				continue
			}
			if x := m.unary(h, i, l+1); x > most {
				best, most = l+1, x
			}
		}
		changed = changed || best != h.levels[i]
		h.levels[i] = best
	}
	return changed
}

// refitPose moves the pose to where the edges of the faces at their levels are: two Gauss-Newton steps with the Geman-McClure weights
// of addEdges (iteratively reweighted least squares).
func (m *jointModel) refitPose(h *jointState) {
	for range refitSteps {
		n := camerapose.NormalEquations{Numbers: m.numbers}
		m.addEdges(&n, h)
		m.addPriors(&n, h)
		n.Mirror()
		d, ok := camerapose.Solve(&n.A, n.B, n.Numbers)
		if !ok {
			return
		}
		for k := range d {
			h.delta[k] += d[k]
		}
	}
}

// addEdges adds the residuals of the visible edges, weighted by Geman and McClure (1985) so that outliers count little.
func (m *jointModel) addEdges(n *camerapose.NormalEquations, h *jointState) {
	var room [camerapose.Together]camerapose.Residual
	all := room[:0]
	for i, level := range h.levels {
		face := &m.faces[i][level-1]
		for k := range face.edges {
			e := &face.edges[k]
			if !face.inside || e.weight == 0 || e.hiddenIfLower && !m.edgeVisible(h.levels, i, k/2, level) {
				continue
			}
			off := e.predictedOffset(&h.delta, m.numbers) - e.offset
			_, trust := camerapose.GemanMcClure(off * e.weight)
			if len(all) == camerapose.Together {
				n.AddAll(all)
				all = room[:0]
			}
			all = append(all, camerapose.Residual{Error: off, Weight: trust * e.weight * e.weight, Slope: e.jacobian})
		}
	}
	n.AddAll(all)
}

// addPriors adds the residuals of the pose against the known table plane, and of unmeasured intrinsics against their priors.
func (m *jointModel) addPriors(n *camerapose.NormalEquations, h *jointState) {
	for i, off := range m.planeResidual(h) {
		var slope camerapose.Delta
		for k := range m.planeSlopes {
			slope[k] = m.planeSlopes[k][i]
		}
		n.Add(off, 1, &slope)
	}
	if g := m.hypothesis.Unmeasured; g != nil {
		for k, strain := range m.priorResiduals {
			var slope camerapose.Delta
			slope[camerapose.PoseNumbers+k] = 1 / g.Sigma[k]
			n.Add(strain+h.delta[camerapose.PoseNumbers+k]/g.Sigma[k], 1, &slope)
		}
	}
}

// ascend is coordinate ascent on the log-posterior: it alternates between pose and levels until no level changes.
func (m *jointModel) ascend(h *jointState) {
	for range ascentRounds {
		m.refitPose(h)
		if !m.reassignLevels(h) {
			break
		}
	}
	m.refitPose(h)
	h.logPosterior = m.logPosterior(h)
}

// Iterations of the ascent. Hand-set: the ascent also stops where no level changes, mostly after two rounds.
const (
	ascentRounds = 6
	refitSteps   = 2 // Gauss-Newton steps of one refit
)
