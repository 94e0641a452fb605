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

// A table that tilts a little and stacks that grow to one side look alike, so levels and pose are sought together. The stackField is what
// the picture, looked at under one pose, tells of every place at every level: how likely the face is one, and how likely each of its
// edges lies how far off. Under a pose moved a little all that changes is where on those the edges are expected, so that many poses
// are tried at the cost of one.
type jointModel struct {
	s      *hypothesis.Hypothesis
	l      *tileface.EdgeNet
	middle camerapose.Vec3 // about which the pose turns
	places []engine.Place
	beside [][4]int // which of the places lies at each side of a place, -1 for none
	faces  []([engine.MaxHeight]jointFace)
	steps  *factorGraph // what is seen between the places; nil: it was not looked at
	// How far the table of the pose is off what is known of it, and the slopes of that.
	errors camerapose.Vec3
	slopes [camerapose.PoseNumbers]camerapose.Vec3
	// How many numbers a motion of the pose has, and how far what nobody measured is off what is expected.
	numbers int
	strains [camerapose.FreeNumbers]float64
}

// jointFace is what is seen of a place at one level.
type jointFace struct {
	seen  bool // it lies in the picture
	edges [8]jointEdge
}

// jointEdge is what is seen of half a side.
type jointEdge struct {
	by     camerapose.Delta           // how far outward a pose moved by each of its numbers expects it, pitches
	likely [tileface.EdgeBins]float64 // logarithm of how likely it lies so far outward, by steps, against anywhere near
	offset float64                    // where it likeliest lies, outward, pitches
	weight float64                    // 1/sigma of that, per pitch
	hidden bool                       // if the neighbor is higher
}

// noEdge is the logarithm of how likely an edge is where none is seen.
var noEdge = math.Log(0.1)

// newJointModel looks at all places of a structure at all levels that they may have.
func newJointModel(r *picture.Raster, s *hypothesis.Hypothesis) *jointModel {
	f := &jointModel{s: s, l: tileface.WideEdgeNet(), middle: s.SpaceMiddle(), places: s.Cells.Places()}
	f.faces = make([]([engine.MaxHeight]jointFace), len(f.places))
	f.beside = lattice.NeighborIndices(f.places)
	parallel.Do(len(f.places), func(i int) {
		for l := range engine.MaxHeight {
			stackEdges(r, f, &f.faces[i][l], f.places[i], l+1)
		}
	})
	if f.numbers = s.Pose.Numbers(); s.Unmeasured != nil {
		f.strains = s.Pose.PriorResiduals()
	}
	f.errors, f.slopes = s.Pose.PlaneResiduals(f.middle, s.Table, camerapose.TableHold)
	return f
}

// stackEdges looks for the edges of a face.
func stackEdges(r *picture.Raster, f *jointModel, face *jointFace, at engine.Place, level int) {
	l := f.l
	p := &f.s.Pose
	var v tileface.BorderProfile
	if tileface.SampleBorder(r, &v, p, at, float64(level), float64(l.Step)); v.Outside {
		return
	}
	face.seen = true
	likely := l.Probabilities(&v.Inputs)
	for i := range tileface.HalfSides {
		chances := likely.Half(i)
		found := l.Found(chances)
		e := &face.edges[i]
		*e = jointEdge{likely: smoothed(chances), offset: found.Offset, hidden: v.Lift[i] < 0}
		if found.None < tileface.MaxNoEdge {
			e.weight = (1 - found.None) / math.Hypot(found.Sigma, tileface.PlacementSigma)
		}
		s := v.Correspondence(i, at, level, found)
		point := p.Camera(s.Col, s.Row, s.Level)
		px, by := p.Cam.ProjectNear(point[0], point[1], point[2])
		outward := outward(&v, i, s.Nx, s.Ny)
		slope := camerapose.Vec3(by[0]).Scale(s.Nx).Add(camerapose.Vec3(by[1]).Scale(s.Ny)).Scale(outward)
		turn := point.Add(f.middle.Scale(-1)).Cross(slope)
		e.by = camerapose.Delta{turn[0], turn[1], turn[2], slope[0], slope[1], slope[2]}
		if p.Unmeasured != nil {
			for k, g := range p.IntrinsicsJacobian(point, f.middle, s.Level, px, &by) {
				e.by[camerapose.PoseNumbers+k] = (g.X*s.Nx + g.Y*s.Ny) * outward
			}
		}
	}
}

// outward is how many pitches a pixel is along a normal of half side i, positive outward.
func outward(v *tileface.BorderProfile, i int, nx, ny float64) float64 {
	a, b := v.Point(i, 0), v.Point(i, 0.05)
	return 0.05 / ((b.X-a.X)*nx + (b.Y-a.Y)*ny)
}

// smoothed are the logarithms of the chances of an edge at each step.
func smoothed(chances *[tileface.EdgeBins + 1]float32) (likely [tileface.EdgeBins]float64) {
	for k := range likely {
		p := 0.5 * chances[k]
		if k > 0 {
			p += 0.25 * chances[k-1]
		}
		if k+1 < tileface.EdgeBins {
			p += 0.25 * chances[k+1]
		}
		likely[k] = math.Log(0.1 + tileface.EdgeBins*float64(p))
	}
	return likely
}

// at is how likely the edge lies so far outward, pitches.
func (e *jointEdge) at(offset, step float64) float64 {
	x := offset/step + tileface.EdgeBins/2
	k := int(math.Floor(x))
	if k < 0 || k+1 >= tileface.EdgeBins {
		return noEdge
	}
	x -= float64(k)
	return e.likely[k]*(1-x) + e.likely[k+1]*x
}

// jointState is a hypothesis: levels by the field's places, and how the pose is moved.
type jointState struct {
	levels []int
	moved  camerapose.Delta
	likely float64
	near   []int // levels from which none goes further than one; nil: they are free
}

// predictedOffset is how far outward a moved pose expects the edge, pitches.
func (e *jointEdge) predictedOffset(moved *camerapose.Delta, numbers int) (outward float64) {
	for k, by := range e.by[:numbers] {
		outward += by * moved[k]
	}
	return outward
}

// edgeVisible says whether a side of a stack of that level shows its edge: no higher stack stands against it.
func (f *jointModel) edgeVisible(levels []int, i, side, level int) bool {
	n := f.beside[i][side]
	return n < 0 || levels[n] <= level
}

// unary is how likely a place has a level under a moved pose, its neighbors having theirs.
func (f *jointModel) unary(h *jointState, i, level int) float64 {
	face := &f.faces[i][level-1]
	if !face.seen {
		return math.Inf(-1)
	}
	sum := f.s.LevelPrior(f.places[i], level)
	for k := range face.edges {
		if e := &face.edges[k]; f.edgeVisible(h.levels, i, k/2, level) {
			sum += e.at(e.predictedOffset(&h.moved, f.numbers), float64(f.l.Step))
		}
	}
	return sum + stepWeight*f.steps.at(h.levels, i, level)
}

// logPosterior is how likely the whole is.
func (f *jointModel) logPosterior(h *jointState) float64 {
	sum := 0.0
	for i, level := range h.levels {
		if f.faces[i][level-1].seen {
			sum += f.unary(h, i, level)
		}
	}
	sum -= stepWeight * f.steps.between(h.levels) // each was counted from both sides
	e := f.planeResidual(h)
	sum -= e.Dot(e) / 2
	if f.s.Unmeasured != nil {
		for k, strain := range f.strains {
			by := h.moved[camerapose.PoseNumbers+k]
			if k == camerapose.FreeThickness {
				by = math.Log1p(max(by, camerapose.MostThinner))
			}
			strain += by / f.s.Unmeasured.Sigma[k]
			sum -= strain * strain / 2
		}
	}
	return sum
}

// planeResidual is how far the moved pose's table is off what is known.
func (f *jointModel) planeResidual(h *jointState) camerapose.Vec3 {
	e := f.errors
	for k := range f.slopes {
		e = e.Add(f.slopes[k].Scale(h.moved[k]))
	}
	return e
}

// reassignLevels gives each place the level that is likeliest under the moved pose, and says whether that changed any.
func (f *jointModel) reassignLevels(h *jointState) (changed bool) {
	for i := range f.places {
		best, most := h.levels[i], math.Inf(-1)
		for l := range engine.MaxHeight {
			if h.near != nil && (l+1 < h.near[i]-1 || l+1 > h.near[i]+1) {
				continue
			}
			if x := f.unary(h, i, l+1); x > most {
				best, most = l+1, x
			}
		}
		changed = changed || best != h.levels[i]
		h.levels[i] = best
	}
	return changed
}

// refitPose moves the pose to where the edges of the faces at their levels are: some steps of least squares.
func (f *jointModel) refitPose(h *jointState) {
	for range 2 {
		n := camerapose.NormalEquations{Numbers: f.numbers}
		f.addEdges(&n, h)
		f.addPriors(&n, h)
		n.Mirror()
		d, ok := camerapose.Solve(&n.A, n.B, n.Numbers)
		if !ok {
			return
		}
		for k := range d {
			h.moved[k] += d[k]
		}
	}
}

// addEdges adds how far the edges of the faces lie off where a guess has them.
func (f *jointModel) addEdges(n *camerapose.NormalEquations, h *jointState) {
	for i, level := range h.levels {
		face := &f.faces[i][level-1]
		for k := range face.edges {
			e := &face.edges[k]
			if !face.seen || e.weight == 0 || e.hidden && !f.edgeVisible(h.levels, i, k/2, level) {
				continue
			}
			off := e.predictedOffset(&h.moved, f.numbers) - e.offset
			_, trust := camerapose.GemanMcClure(off * e.weight)
			n.Add(off, trust*e.weight*e.weight, &e.by)
		}
	}
}

// addPriors adds how far a guess is off what is known of the table, and off what is expected of what nobody measured.
func (f *jointModel) addPriors(n *camerapose.NormalEquations, h *jointState) {
	for i, off := range f.planeResidual(h) {
		var slope camerapose.Delta
		for k := range f.slopes {
			slope[k] = f.slopes[k][i]
		}
		n.Add(off, 1, &slope)
	}
	if g := f.s.Unmeasured; g != nil {
		for k, strain := range f.strains {
			var slope camerapose.Delta
			slope[camerapose.PoseNumbers+k] = 1 / g.Sigma[k]
			n.Add(strain+h.moved[camerapose.PoseNumbers+k]/g.Sigma[k], 1, &slope)
		}
	}
}

// How the table is tilted to begin with about each of the lattice's directions, radians.
var (
	anewTilts    = []float64{-0.06, -0.03, -0.012, 0, 0.012, 0.03, 0.06}
	steppedTilts = []float64{-0.09, -0.045, -0.015, 0, 0.015, 0.045, 0.09}
)

// localOptima are where levels and pose settle from tables tilted all ways, each with other levels, likeliest first.
func (f *jointModel) localOptima() []jointState {
	tried := f.begin()
	parallel.Do(len(tried), func(i int) { f.ascend(&tried[i]) })
	slices.SortStableFunc(tried, func(a, b jointState) int { return cmp.Compare(b.likely, a.likely) })
	var all []jointState
	for _, h := range tried {
		if !slices.ContainsFunc(all, func(o jointState) bool { return slices.Equal(o.levels, h.levels) }) {
			all = append(all, h)
		}
	}
	return all
}

// begin is with what levels tables tilted all ways begin. Of those that begin with the same ones the mildest tilt is left: the pose that goes
// with them is sought next, from wherever it begins.
func (f *jointModel) begin() []jointState {
	all := f.starts()
	parallel.Do(len(all), func(i int) { f.reassignLevels(&all[i]) })
	var kept []jointState
	for _, h := range all {
		if !slices.ContainsFunc(kept, func(o jointState) bool {
			return o.moved[camerapose.PoseNumbers+camerapose.FreeThickness] == h.moved[camerapose.PoseNumbers+camerapose.FreeThickness] && slices.Equal(o.levels, h.levels)
		}) {
			kept = append(kept, h)
		}
	}
	return kept
}

// starts are the levels and motions that are begun with, the mildest first: the table tilted all ways. Where what lies between stacks is
// heard, so it is with the table a tile lower or higher, too, and no stack is taken for much higher or lower than it was, table and all: faces
// do not tell here what is no top.
func (f *jointModel) starts() (all []jointState) {
	begin := jointState{levels: f.s.Cells.LevelsOf(f.places)}
	if f.steps == nil {
		return f.tilted(begin, anewTilts)
	}
	for _, lift := range []int{0, 1, -1} {
		h := jointState{levels: slices.Clone(begin.levels)}
		for i := range h.levels {
			h.levels[i] = min(max(h.levels[i]+lift, 1), engine.MaxHeight)
		}
		h.near = slices.Clone(h.levels)
		lower := f.s.Z.Scale(float64(lift) * f.s.Thickness)
		copy(h.moved[3:], lower[:])
		all = append(all, f.tilted(h, steppedTilts)...)
	}
	return all
}

// tilted is a hypothesis with the table tilted all ways, the mildest first, and with tiles of all thicknesses they may have.
func (f *jointModel) tilted(h jointState, tilts []float64) (all []jointState) {
	for _, thicker := range f.s.Unmeasured.ThicknessScales(&f.s.Pose) {
		for _, tx := range tilts {
			for _, ty := range tilts {
				turn := f.s.X.Scale(tx).Add(f.s.Y.Scale(ty))
				c := h
				c.levels = slices.Clone(h.levels)
				copy(c.moved[:], turn[:])
				c.moved[camerapose.PoseNumbers+camerapose.FreeThickness] = thicker
				all = append(all, c)
			}
		}
	}
	tilt := func(m camerapose.Delta) float64 { return m[0]*m[0] + m[1]*m[1] + m[2]*m[2] }
	slices.SortStableFunc(all, func(a, b jointState) int { return cmp.Compare(tilt(a.moved), tilt(b.moved)) })
	return all
}

// ascend alternates between pose and levels.
func (f *jointModel) ascend(h *jointState) {
	for range climbs {
		f.refitPose(h)
		if !f.reassignLevels(h) {
			break
		}
	}
	f.refitPose(h)
	h.likely = f.logPosterior(h)
}

// Restarts are copies of a structure with other levels to begin with, each with the pose that goes with them.
func Restarts(r *picture.Raster, s *hypothesis.Hypothesis) []hypothesis.Hypothesis {
	all, _ := LikelyRestarts(r, s, math.Inf(-1))
	return all
}

// LikelyRestarts are those of at least some likelihood. It also returns how likely the likeliest is.
func LikelyRestarts(r *picture.Raster, s *hypothesis.Hypothesis, least float64) (all []hypothesis.Hypothesis, likely float64) {
	if len(s.Cells) < anewCells {
		return nil, math.Inf(-1)
	}
	f := newJointModel(r, s)
	ends := f.localOptima()
	likely = ends[0].likely
	ends = slices.DeleteFunc(ends, func(h jointState) bool { return h.likely < max(least, likely-RestartMargin) })
	return f.hypotheses(ends[:min(anewTried, len(ends))]), likely
}

// hypotheses are the structures that are begun with the levels and the poses of hypotheses.
func (f *jointModel) hypotheses(with []jointState) (all []hypothesis.Hypothesis) {
	for _, h := range with {
		c := f.s.Clone()
		c.Pose = f.s.Pose.Moved(h.moved, f.middle)
		for i, at := range f.places {
			c.Cells[at] = h.levels[i]
		}
		all = append(all, c)
	}
	return all
}

// RivalRestarts are those beginnings with other levels than a structure's that are about as likely as its own, or likelier.
func RivalRestarts(r *picture.Raster, s *hypothesis.Hypothesis) []hypothesis.Hypothesis {
	if len(s.Cells) < anewCells {
		return nil
	}
	f := newJointModel(r, s)
	own := jointState{levels: s.Cells.LevelsOf(f.places)}
	f.refitPose(&own)
	least := f.logPosterior(&own) - rivalAnew
	ends := slices.DeleteFunc(f.localOptima(), func(h jointState) bool { return h.likely < least || slices.Equal(h.levels, own.levels) })
	return f.hypotheses(ends[:min(anewTried, len(ends))])
}

const (
	anewCells = 4 // of fewer, nothing is told of a table
	anewTried = 6
	RestartMargin  = 150.0 // how much less likely than another way to begin none of that structure need be (logarithm)
	rivalAnew = 4.0   // how much less likely rivals may be (logarithm)
	climbs    = 6     // bounds the steps; most settle in two
)
