package vision

import (
	"cmp"
	"math"
	"slices"

	"tilewatch/engine"
)

// A table that tilts a little and stacks that grow to one side look alike, so levels and pose are sought together. The stackField is what
// the picture, looked at under one pose, tells of every place at every level: how likely the face is one, and how likely each of its
// edges lies how far off. Under a pose moved a little all that changes is where on those the edges are expected, so that many poses
// are tried at the cost of one.
type stackField struct {
	s      *structure
	l      *locator
	middle vec3 // about which the pose turns
	places []engine.Place
	beside [][4]int // which of the places lies at each side of a place, -1 for none
	faces  []([engine.MaxHeight]stackFace)
	steps  *borders // what is seen between the places; nil: it was not looked at
	// How far the table of the pose is off what is known of it, and the slopes of that.
	errors vec3
	slopes [poseNumbers]vec3
	// How many numbers a motion of the pose has, and how far what nobody measured is off what is expected.
	numbers int
	strains [freeNumbers]float64
}

// stackFace is what is seen of a place at one level.
type stackFace struct {
	seen  bool // it lies in the picture
	edges [8]stackEdge
}

// stackEdge is what is seen of half a side.
type stackEdge struct {
	by     motion               // how far outward a pose moved by each of its numbers expects it, pitches
	likely [locatorBins]float64 // logarithm of how likely it lies so far outward, by steps, against anywhere near
	offset float64              // where it likeliest lies, outward, pitches
	weight float64              // 1/sigma of that, per pitch
	hidden bool                 // if the neighbor is higher
}

// noEdge is the logarithm of how likely an edge is where none is seen.
var noEdge = math.Log(0.1)

// stacksUnder looks at all places of a structure at all levels that they may have.
func (r *raster) stacksUnder(s *structure) *stackField {
	f := &stackField{s: s, l: wideLocator(), middle: s.spaceMiddle(), places: s.cells.places()}
	f.faces = make([]([engine.MaxHeight]stackFace), len(f.places))
	f.beside = besideEach(f.places)
	onAllCores(len(f.places), func(i int) {
		for l := range engine.MaxHeight {
			r.stackEdges(f, &f.faces[i][l], f.places[i], l+1)
		}
	})
	if f.numbers = s.pose.numbers(); s.free != nil {
		f.strains = s.pose.strains()
	}
	f.errors, f.slopes = s.pose.tableErrors(f.middle, s.table, tableHold)
	return f
}

// stackEdges looks for the edges of a face.
func (r *raster) stackEdges(f *stackField, face *stackFace, at engine.Place, level int) {
	l := f.l
	p := &f.s.pose
	var v borderView
	if r.border(&v, p, at, float64(level), float64(l.Step)); v.outside {
		return
	}
	face.seen = true
	likely := l.likelihoods(&v.inputs)
	for i := range halfSides {
		chances := likely.half(i)
		found := l.found(chances)
		e := &face.edges[i]
		*e = stackEdge{likely: smoothed(chances), offset: found.offset, hidden: v.lift[i] < 0}
		if found.none < edgeBeyond {
			e.weight = (1 - found.none) / math.Hypot(found.sigma, linkPlay)
		}
		s := v.sight(i, at, level, found)
		point := p.space(s.col, s.row, s.level)
		px, by := p.cam.ProjectNear(point[0], point[1], point[2])
		outward := v.outward(i, s.nx, s.ny)
		slope := vec3(by[0]).scale(s.nx).add(vec3(by[1]).scale(s.ny)).scale(outward)
		turn := point.add(f.middle.scale(-1)).cross(slope)
		e.by = motion{turn[0], turn[1], turn[2], slope[0], slope[1], slope[2]}
		if p.free != nil {
			for k, g := range p.freeSlopes(point, f.middle, s.level, px, &by) {
				e.by[poseNumbers+k] = (g.X*s.nx + g.Y*s.ny) * outward
			}
		}
	}
}

// outward is how many pitches a pixel is along a normal of half side i, positive outward.
func (v *borderView) outward(i int, nx, ny float64) float64 {
	a, b := v.point(i, 0), v.point(i, 0.05)
	return 0.05 / ((b.X-a.X)*nx + (b.Y-a.Y)*ny)
}

// smoothed are the logarithms of the chances of an edge at each step.
func smoothed(chances *[locatorBins + 1]float32) (likely [locatorBins]float64) {
	for k := range likely {
		p := 0.5 * chances[k]
		if k > 0 {
			p += 0.25 * chances[k-1]
		}
		if k+1 < locatorBins {
			p += 0.25 * chances[k+1]
		}
		likely[k] = math.Log(0.1 + locatorBins*float64(p))
	}
	return likely
}

// at is how likely the edge lies so far outward, pitches.
func (e *stackEdge) at(offset, step float64) float64 {
	x := offset/step + locatorBins/2
	k := int(math.Floor(x))
	if k < 0 || k+1 >= locatorBins {
		return noEdge
	}
	x -= float64(k)
	return e.likely[k]*(1-x) + e.likely[k+1]*x
}

// guess is a hypothesis: levels by the field's places, and how the pose is moved.
type guess struct {
	levels []int
	moved  motion
	likely float64
	near   []int // levels from which none goes further than one; nil: they are free
}

// expects is how far outward a moved pose expects the edge, pitches.
func (e *stackEdge) expects(moved *motion, numbers int) (outward float64) {
	for k, by := range e.by[:numbers] {
		outward += by * moved[k]
	}
	return outward
}

// counts says whether a side of a stack of that level shows its edge: no higher stack stands against it.
func (f *stackField) counts(levels []int, i, side, level int) bool {
	n := f.beside[i][side]
	return n < 0 || levels[n] <= level
}

// cell is how likely a place has a level under a moved pose, its neighbors having theirs.
func (f *stackField) cell(h *guess, i, level int) float64 {
	face := &f.faces[i][level-1]
	if !face.seen {
		return math.Inf(-1)
	}
	sum := f.s.prior(f.places[i], level)
	for k := range face.edges {
		if e := &face.edges[k]; f.counts(h.levels, i, k/2, level) {
			sum += e.at(e.expects(&h.moved, f.numbers), float64(f.l.Step))
		}
	}
	return sum + stepWeight*f.steps.at(h.levels, i, level)
}

// total is how likely the whole is.
func (f *stackField) total(h *guess) float64 {
	sum := 0.0
	for i, level := range h.levels {
		if f.faces[i][level-1].seen {
			sum += f.cell(h, i, level)
		}
	}
	sum -= stepWeight * f.steps.between(h.levels) // each was counted from both sides
	e := f.tableOff(h)
	sum -= e.dot(e) / 2
	if f.s.free != nil {
		for k, strain := range f.strains {
			by := h.moved[poseNumbers+k]
			if k == freeThickness {
				by = math.Log1p(max(by, mostThinner))
			}
			strain += by / f.s.free.sigma[k]
			sum -= strain * strain / 2
		}
	}
	return sum
}

// tableOff is how far the moved pose's table is off what is known.
func (f *stackField) tableOff(h *guess) vec3 {
	e := f.errors
	for k := range f.slopes {
		e = e.add(f.slopes[k].scale(h.moved[k]))
	}
	return e
}

// relevel gives each place the level that is likeliest under the moved pose, and says whether that changed any.
func (f *stackField) relevel(h *guess) (changed bool) {
	for i := range f.places {
		best, most := h.levels[i], math.Inf(-1)
		for l := range engine.MaxHeight {
			if h.near != nil && (l+1 < h.near[i]-1 || l+1 > h.near[i]+1) {
				continue
			}
			if x := f.cell(h, i, l+1); x > most {
				best, most = l+1, x
			}
		}
		changed = changed || best != h.levels[i]
		h.levels[i] = best
	}
	return changed
}

// refit moves the pose to where the edges of the faces at their levels are: some steps of least squares.
func (f *stackField) refit(h *guess) {
	for range 2 {
		n := normals{numbers: f.numbers}
		f.addEdges(&n, h)
		f.addPriors(&n, h)
		n.whole()
		d, ok := solve(&n.a, n.b, n.numbers)
		if !ok {
			return
		}
		for k := range d {
			h.moved[k] += d[k]
		}
	}
}

// addEdges adds how far the edges of the faces lie off where a guess has them.
func (f *stackField) addEdges(n *normals, h *guess) {
	for i, level := range h.levels {
		face := &f.faces[i][level-1]
		for k := range face.edges {
			e := &face.edges[k]
			if !face.seen || e.weight == 0 || e.hidden && !f.counts(h.levels, i, k/2, level) {
				continue
			}
			off := e.expects(&h.moved, f.numbers) - e.offset
			_, trust := robust(off * e.weight)
			n.add(off, trust*e.weight*e.weight, &e.by)
		}
	}
}

// addPriors adds how far a guess is off what is known of the table, and off what is expected of what nobody measured.
func (f *stackField) addPriors(n *normals, h *guess) {
	for i, off := range f.tableOff(h) {
		var slope motion
		for k := range f.slopes {
			slope[k] = f.slopes[k][i]
		}
		n.add(off, 1, &slope)
	}
	if g := f.s.free; g != nil {
		for k, strain := range f.strains {
			var slope motion
			slope[poseNumbers+k] = 1 / g.sigma[k]
			n.add(strain+h.moved[poseNumbers+k]/g.sigma[k], 1, &slope)
		}
	}
}

// How the table is tilted to begin with about each of the lattice's directions, radians.
var (
	anewTilts    = []float64{-0.06, -0.03, -0.012, 0, 0.012, 0.03, 0.06}
	steppedTilts = []float64{-0.09, -0.045, -0.015, 0, 0.015, 0.045, 0.09}
)

// ends are where levels and pose settle from tables tilted all ways, each with other levels, likeliest first.
func (f *stackField) ends() []guess {
	tried := f.begin()
	onAllCores(len(tried), func(i int) { f.climb(&tried[i]) })
	slices.SortStableFunc(tried, func(a, b guess) int { return cmp.Compare(b.likely, a.likely) })
	var all []guess
	for _, h := range tried {
		if !slices.ContainsFunc(all, func(o guess) bool { return slices.Equal(o.levels, h.levels) }) {
			all = append(all, h)
		}
	}
	return all
}

// begin is with what levels tables tilted all ways begin. Of those that begin with the same ones the mildest tilt is left: the pose that goes
// with them is sought next, from wherever it begins.
func (f *stackField) begin() []guess {
	all := f.starts()
	onAllCores(len(all), func(i int) { f.relevel(&all[i]) })
	var kept []guess
	for _, h := range all {
		if !slices.ContainsFunc(kept, func(o guess) bool {
			return o.moved[poseNumbers+freeThickness] == h.moved[poseNumbers+freeThickness] && slices.Equal(o.levels, h.levels)
		}) {
			kept = append(kept, h)
		}
	}
	return kept
}

// starts are the levels and motions that are begun with, the mildest first: the table tilted all ways. Where what lies between stacks is
// heard, so it is with the table a tile lower or higher, too, and no stack is taken for much higher or lower than it was, table and all: faces
// do not tell here what is no top.
func (f *stackField) starts() (all []guess) {
	begin := guess{levels: f.s.cells.levelsOf(f.places)}
	if f.steps == nil {
		return f.tilted(begin, anewTilts)
	}
	for _, lift := range []int{0, 1, -1} {
		h := guess{levels: slices.Clone(begin.levels)}
		for i := range h.levels {
			h.levels[i] = min(max(h.levels[i]+lift, 1), engine.MaxHeight)
		}
		h.near = slices.Clone(h.levels)
		lower := f.s.z.scale(float64(lift) * f.s.thickness)
		copy(h.moved[3:], lower[:])
		all = append(all, f.tilted(h, steppedTilts)...)
	}
	return all
}

// tilted is a hypothesis with the table tilted all ways, the mildest first, and with tiles of all thicknesses they may have.
func (f *stackField) tilted(h guess, tilts []float64) (all []guess) {
	for _, thicker := range f.s.free.thicknesses(&f.s.pose) {
		for _, tx := range tilts {
			for _, ty := range tilts {
				turn := f.s.x.scale(tx).add(f.s.y.scale(ty))
				c := h
				c.levels = slices.Clone(h.levels)
				copy(c.moved[:], turn[:])
				c.moved[poseNumbers+freeThickness] = thicker
				all = append(all, c)
			}
		}
	}
	tilt := func(m motion) float64 { return m[0]*m[0] + m[1]*m[1] + m[2]*m[2] }
	slices.SortStableFunc(all, func(a, b guess) int { return cmp.Compare(tilt(a.moved), tilt(b.moved)) })
	return all
}

// climb alternates between pose and levels.
func (f *stackField) climb(h *guess) {
	for range climbs {
		f.refit(h)
		if !f.relevel(h) {
			break
		}
	}
	f.refit(h)
	h.likely = f.total(h)
}

// begunAnew are copies of a structure with other levels to begin with, each with the pose that goes with them.
func (r *raster) begunAnew(s *structure) []structure {
	all, _ := r.begunLikely(s, math.Inf(-1))
	return all
}

// begunLikely are those of at least some likelihood. It also returns how likely the likeliest is.
func (r *raster) begunLikely(s *structure, least float64) (all []structure, likely float64) {
	if len(s.cells) < anewCells {
		return nil, math.Inf(-1)
	}
	f := r.stacksUnder(s)
	ends := f.ends()
	likely = ends[0].likely
	ends = slices.DeleteFunc(ends, func(h guess) bool { return h.likely < max(least, likely-anewLess) })
	return f.begun(ends[:min(anewTried, len(ends))]), likely
}

// begun are the structures that are begun with the levels and the poses of hypotheses.
func (f *stackField) begun(with []guess) (all []structure) {
	for _, h := range with {
		c := f.s.clone()
		c.pose = f.s.pose.moved(h.moved, f.middle)
		for i, at := range f.places {
			c.cells[at] = h.levels[i]
		}
		all = append(all, c)
	}
	return all
}

// rivalsAnew are those beginnings with other levels than a structure's that are about as likely as its own, or likelier.
func (r *raster) rivalsAnew(s *structure) []structure {
	if len(s.cells) < anewCells {
		return nil
	}
	f := r.stacksUnder(s)
	own := guess{levels: s.cells.levelsOf(f.places)}
	f.refit(&own)
	least := f.total(&own) - rivalAnew
	ends := slices.DeleteFunc(f.ends(), func(h guess) bool { return h.likely < least || slices.Equal(h.levels, own.levels) })
	return f.begun(ends[:min(anewTried, len(ends))])
}

const (
	anewCells = 4 // of fewer, nothing is told of a table
	anewTried = 6
	anewLess  = 150.0 // how much less likely than another way to begin none of that structure need be (logarithm)
	rivalAnew = 4.0   // how much less likely rivals may be (logarithm)
	climbs    = 6     // bounds the steps; most settle in two
)
