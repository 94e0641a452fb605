package heights

import (
	"cmp"
	"math"
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/lattice"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/parallel"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

// jointModel is what one look at the picture says of every place at every level: whether the picture shows the face, and how likely
// each of its edges lies at each offset from where the pose expects it. A small motion of the pose changes only the offset at which the
// model reads those tables (linear in the motion, by each edge's Jacobian), so one look serves many poses.
//
// A table that tilts a little and stacks that grow towards one side look alike. The model therefore fits levels and pose jointly.
type jointModel struct {
	hypothesis *hypothesis.Hypothesis
	net        *tileface.EdgeNet
	pivot      camerapose.Vec3 // the pose turns about it
	places     []engine.Place
	neighbors  [][4]int // by place and side, the index of the neighbor; -1: none
	faces      []([engine.MaxHeight]jointFace)
	graph      *factorGraph // steps and drops; nil: edges alone count
	// Residuals of the pose's table against the known one, in standard deviations, and their derivatives by the pose's numbers.
	planeErrors camerapose.Vec3
	planeSlopes [camerapose.PoseNumbers]camerapose.Vec3
	// The free numbers of the pose, unmeasured intrinsics included, and the residuals of those against their priors.
	numbers        int
	priorResiduals [camerapose.FreeNumbers]float64
}

// jointFace is what the picture shows of a place at one level.
type jointFace struct {
	inside bool // the picture shows all of it
	edges  [8]jointEdge
}

// jointEdge is what the picture shows of half a side of a face.
type jointEdge struct {
	jacobian      camerapose.Delta           // derivatives of the expected offset by the pose's numbers, in pitches outward
	logRatios     [tileface.EdgeBins]float64 // log-likelihood ratio of each offset, in bins of the network's step
	offset        float64                    // the likeliest one, in pitches outward
	weight        float64                    // 1/sigma of the offset, per pitch; 0: no edge found
	hiddenIfLower bool                       // by a higher neighbor
}

// logNoEdge is the log-likelihood ratio of an edge at an offset outside the table of offsets, or where the network sees none: the floor
// that smoothedLogRatios adds.
var logNoEdge = math.Log(edgeFloor)

// edgeFloor is the share of a uniform distribution that an edge keeps at every offset, against outliers. Hand-set.
const edgeFloor = 0.1

// newJointModel samples the edges of every place of a hypothesis at every level.
func newJointModel(r *picture.Raster, s *hypothesis.Hypothesis) *jointModel {
	f := &jointModel{hypothesis: s, net: tileface.WideEdgeNet(), pivot: s.SpaceMiddle(), places: s.Cells.Places()}
	f.faces = make([]([engine.MaxHeight]jointFace), len(f.places))
	f.neighbors = lattice.BesideEach(f.places)
	parallel.Do(len(f.places), func(i int) {
		for l := range engine.MaxHeight {
			sampleFaceEdges(r, f, &f.faces[i][l], f.places[i], l+1)
		}
	})
	if f.numbers = s.Pose.Numbers(); s.Unmeasured != nil {
		f.priorResiduals = s.Pose.PriorResiduals()
	}
	f.planeErrors, f.planeSlopes = s.Pose.PlaneResiduals(f.pivot, s.Table, camerapose.TableHold)
	return f
}

// sampleFaceEdges samples the eight half sides of a face, runs the edge network on them, and linearizes where the pose expects each.
func sampleFaceEdges(r *picture.Raster, f *jointModel, face *jointFace, at engine.Place, level int) {
	l := f.net
	p := &f.hypothesis.Pose
	var v tileface.BorderProfile
	if tileface.SampleBorder(r, &v, p, at, float64(level), float64(l.Step)); v.Outside {
		return
	}
	face.inside = true
	likely := l.Probabilities(&v.Inputs)
	for i := range tileface.HalfSides {
		chances := likely.Half(i)
		found := l.Found(chances)
		e := &face.edges[i]
		*e = jointEdge{logRatios: smoothedLogRatios(chances), offset: found.Offset, hiddenIfLower: v.Lift[i] < 0}
		if found.None < tileface.EdgeBeyond {
			e.weight = (1 - found.None) / math.Hypot(found.Sigma, tileface.LinkPlay)
		}
		s := v.Correspondence(i, at, level, found)
		point := p.Camera(s.Col, s.Row, s.Level)
		px, by := p.Cam.ProjectNear(point[0], point[1], point[2])
		outward := outwardPitches(&v, i, s.Nx, s.Ny)
		slope := camerapose.Vec3(by[0]).Scale(s.Nx).Add(camerapose.Vec3(by[1]).Scale(s.Ny)).Scale(outward)
		turn := point.Add(f.pivot.Scale(-1)).Cross(slope)
		e.jacobian = camerapose.Delta{turn[0], turn[1], turn[2], slope[0], slope[1], slope[2]}
		if p.Unmeasured != nil {
			for k, g := range p.IntrinsicsJacobian(point, f.pivot, s.Level, px, &by) {
				e.jacobian[camerapose.PoseNumbers+k] = (g.X*s.Nx + g.Y*s.Ny) * outward
			}
		}
	}
}

// outwardPitches is the length of a pixel along the normal of half side i, in pitches, positive outward.
func outwardPitches(v *tileface.BorderProfile, i int, nx, ny float64) float64 {
	a, b := v.Point(i, 0), v.Point(i, outwardStep)
	return outwardStep / ((b.X-a.X)*nx + (b.Y-a.Y)*ny)
}

// outwardStep is the step of outwardPitches' difference quotient, in pitches.
const outwardStep = 0.05

// smoothedLogRatios are the log-likelihood ratios of an edge in each bin against a uniform one, smoothed with the binomial kernel 1-2-1
// so that a pose that is half a bin off loses little.
func smoothedLogRatios(chances *[tileface.EdgeBins + 1]float32) (likely [tileface.EdgeBins]float64) {
	for k := range likely {
		p := 0.5 * chances[k]
		if k > 0 {
			p += 0.25 * chances[k-1]
		}
		if k+1 < tileface.EdgeBins {
			p += 0.25 * chances[k+1]
		}
		likely[k] = math.Log(edgeFloor + tileface.EdgeBins*float64(p))
	}
	return likely
}

// logRatio interpolates the log-likelihood ratio of the edge at an offset, in pitches outward; step is a bin's width in pitches.
func (e *jointEdge) logRatio(offset, step float64) float64 {
	x := offset/step + tileface.EdgeBins/2
	k := int(math.Floor(x))
	if k < 0 || k+1 >= tileface.EdgeBins {
		return logNoEdge
	}
	x -= float64(k)
	return e.logRatios[k]*(1-x) + e.logRatios[k+1]*x
}

// jointState is one state of the ascent: the levels by the model's places, and the motion of the pose.
type jointState struct {
	levels       []int
	delta        camerapose.Delta
	logPosterior float64
	anchor       []int // each level stays within one of these; nil: levels are free
}

// predictedOffset is the offset at which a moved pose expects the edge, in pitches outward.
func (e *jointEdge) predictedOffset(moved *camerapose.Delta, numbers int) (outward float64) {
	for k, by := range e.jacobian[:numbers] {
		outward += by * moved[k]
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
	for i, level := range h.levels {
		face := &m.faces[i][level-1]
		for k := range face.edges {
			e := &face.edges[k]
			if !face.inside || e.weight == 0 || e.hiddenIfLower && !m.edgeVisible(h.levels, i, k/2, level) {
				continue
			}
			off := e.predictedOffset(&h.delta, m.numbers) - e.offset
			_, trust := camerapose.GemanMcClure(off * e.weight)
			n.Add(off, trust*e.weight*e.weight, &e.jacobian)
		}
	}
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

// The starting tilts of the table about each of the lattice's directions, in radians: for Restarts, and for multistart, where levels are bound
// to their start and only the tilt roams. Hand-set; TestLevelsAreFoundWithTheTilt and TestLevelsAndTiltAreFoundTogether guard them.
var (
	restartTilts    = []float64{-0.06, -0.03, -0.012, 0, 0.012, 0.03, 0.06}
	multistartTilts = []float64{-0.09, -0.045, -0.015, 0, 0.015, 0.045, 0.09}
)

// localOptima ascends from every start and returns the local optima with distinct levels, likeliest first.
func (m *jointModel) localOptima() []jointState {
	tried := m.distinctStarts()
	parallel.Do(len(tried), func(i int) { m.ascend(&tried[i]) })
	slices.SortStableFunc(tried, func(a, b jointState) int { return cmp.Compare(b.logPosterior, a.logPosterior) })
	var all []jointState
	for _, h := range tried {
		if !slices.ContainsFunc(all, func(o jointState) bool { return slices.Equal(o.levels, h.levels) }) {
			all = append(all, h)
		}
	}
	return all
}

// distinctStarts assigns levels to every start, and keeps the mildest tilt of those with equal levels and thickness: the ascent refits
// the pose, and ends in the same optimum from each of them.
func (m *jointModel) distinctStarts() []jointState {
	all := m.starts()
	parallel.Do(len(all), func(i int) { m.reassignLevels(&all[i]) })
	var kept []jointState
	for _, h := range all {
		if !slices.ContainsFunc(kept, func(o jointState) bool {
			return o.delta[camerapose.PoseNumbers+camerapose.FreeThickness] == h.delta[camerapose.PoseNumbers+camerapose.FreeThickness] && slices.Equal(o.levels, h.levels)
		}) {
			kept = append(kept, h)
		}
	}
	return kept
}

// starts are the starting points of the ascent, mildest first: the table tilted in all directions. With a factor graph, the starts also
// include the table a tile lower and a tile higher, and each level stays within one of its start (anchor), table and all: there the
// graph speaks for differences between stacks, and edges alone would draw a covered tile up or down.
func (m *jointModel) starts() (all []jointState) {
	begin := jointState{levels: m.hypothesis.Cells.LevelsOf(m.places)}
	if m.graph == nil {
		return m.tiltedStarts(begin, restartTilts)
	}
	for _, lift := range []int{0, 1, -1} {
		h := jointState{levels: slices.Clone(begin.levels)}
		for i := range h.levels {
			h.levels[i] = min(max(h.levels[i]+lift, 1), engine.MaxHeight)
		}
		h.anchor = slices.Clone(h.levels)
		lower := m.hypothesis.Z.Scale(float64(lift) * m.hypothesis.Thickness)
		copy(h.delta[3:], lower[:])
		all = append(all, m.tiltedStarts(h, multistartTilts)...)
	}
	return all
}

// tiltedStarts are copies of a state with the table tilted in all directions, for each thickness that the tiles may have; mildest
// first.
func (m *jointModel) tiltedStarts(h jointState, tilts []float64) (all []jointState) {
	for _, thicker := range m.hypothesis.Unmeasured.ThicknessScales(&m.hypothesis.Pose) {
		for _, tx := range tilts {
			for _, ty := range tilts {
				turn := m.hypothesis.X.Scale(tx).Add(m.hypothesis.Y.Scale(ty))
				c := h
				c.levels = slices.Clone(h.levels)
				copy(c.delta[:], turn[:])
				c.delta[camerapose.PoseNumbers+camerapose.FreeThickness] = thicker
				all = append(all, c)
			}
		}
	}
	tilt := func(m camerapose.Delta) float64 { return m[0]*m[0] + m[1]*m[1] + m[2]*m[2] }
	slices.SortStableFunc(all, func(a, b jointState) int { return cmp.Compare(tilt(a.delta), tilt(b.delta)) })
	return all
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

// Restarts are copies of a hypothesis with the levels and poses of the likeliest local optima.
func Restarts(r *picture.Raster, s *hypothesis.Hypothesis) []hypothesis.Hypothesis {
	all, _ := LikelyRestarts(r, s, math.Inf(-1))
	return all
}

// LikelyRestarts are the restarts with at least the log-posterior least. It also returns the highest log-posterior.
func LikelyRestarts(r *picture.Raster, s *hypothesis.Hypothesis, least float64) (all []hypothesis.Hypothesis, likely float64) {
	if len(s.Cells) < minRestartCells {
		return nil, math.Inf(-1)
	}
	f := newJointModel(r, s)
	ends := f.localOptima()
	likely = ends[0].logPosterior
	ends = slices.DeleteFunc(ends, func(h jointState) bool { return h.logPosterior < max(least, likely-RestartMargin) })
	return f.hypothesesOf(ends[:min(maxRestarts, len(ends))]), likely
}

// hypothesesOf are copies of the hypothesis with the levels and the pose of each state.
func (m *jointModel) hypothesesOf(with []jointState) (all []hypothesis.Hypothesis) {
	for _, h := range with {
		c := m.hypothesis.Clone()
		c.Pose = m.hypothesis.Pose.Moved(h.delta, m.pivot)
		for i, at := range m.places {
			c.Cells[at] = h.levels[i]
		}
		all = append(all, c)
	}
	return all
}

// RivalRestarts are the restarts whose levels differ from the hypothesis's own and whose log-posterior is at least nearly as high.
func RivalRestarts(r *picture.Raster, s *hypothesis.Hypothesis) []hypothesis.Hypothesis {
	if len(s.Cells) < minRestartCells {
		return nil
	}
	f := newJointModel(r, s)
	own := jointState{levels: s.Cells.LevelsOf(f.places)}
	f.refitPose(&own)
	least := f.logPosterior(&own) - rivalMargin
	ends := slices.DeleteFunc(f.localOptima(), func(h jointState) bool { return h.logPosterior < least || slices.Equal(h.levels, own.levels) })
	return f.hypothesesOf(ends[:min(maxRestarts, len(ends))])
}

// Bounds of the restarts; margins are differences of log-posteriors. All hand-set, for speed: a larger margin or count refines more restarts.
const (
	minRestartCells = 4     // tiles: fewer do not determine the table's tilt
	maxRestarts     = 6     // refined at most
	RestartMargin   = 150.0 // a restart this much below the best one is dropped, also one of another hypothesis of the same structure
	rivalMargin     = 4.0   // a rival may be this much less likely than the hypothesis's own levels
	ascentRounds    = 6     // of the ascents; most converge in two
	refitSteps      = 2     // Gauss-Newton steps of one refit
)
