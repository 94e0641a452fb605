package heights

import (
	"cmp"
	"math"
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/parallel"
	"tilewatch/vision/picture"
)

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
// the pose, and optima in the same optimum from each of them.
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
	optima := f.localOptima()
	likely = optima[0].logPosterior
	optima = slices.DeleteFunc(optima, func(h jointState) bool { return h.logPosterior < max(least, likely-RestartMargin) })
	return f.hypothesesOf(optima[:min(maxRestarts, len(optima))]), likely
}

// hypothesesOf are copies of the hypothesis with the levels and the pose of each state.
func (m *jointModel) hypothesesOf(with []jointState) (all []hypothesis.Hypothesis) {
	for _, h := range with {
		c := m.hypothesis.Under(m.hypothesis.Pose.Moved(h.delta, m.pivot))
		for i, at := range m.places {
			c.Put(at, h.levels[i])
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
	optima := slices.DeleteFunc(f.localOptima(), func(h jointState) bool { return h.logPosterior < least || slices.Equal(h.levels, own.levels) })
	return f.hypothesesOf(optima[:min(maxRestarts, len(optima))])
}

// Bounds of the restarts; margins are differences of log-posteriors. All hand-set, for speed: a larger margin or count refines more restarts.
const (
	minRestartCells = 4     // tiles: fewer do not determine the table's tilt
	maxRestarts     = 6     // refined at most
	RestartMargin   = 150.0 // a restart this much below the best one is dropped, also one of another hypothesis of the same structure
	rivalMargin     = 4.0   // a rival may be this much less likely than the hypothesis's own levels
)
