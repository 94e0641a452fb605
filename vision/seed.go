package vision

import (
	"cmp"
	"math"
	"runtime"
	"slices"

	"tilewatch/calibration"
	"tilewatch/engine"
)

const (
	triesSpread = 4 // structures grown from lattices at the same place
	// A neighbor joins from this log-likelihood ratio on while the pose is still rough, if so many of its eight half sides show an
	// edge: what is no tile would pull the pose away.
	spreadAccepted = -1.0
	spreadEdges    = 4.5
)

// structures grows structures from the lattices that spots form, best first.
func (f *finder) structures(all []mark, with effort) []structure {
	return f.structuresOf(f.fieldsOf(f.cam, all, with, nil))
}

// fieldsOf are the spots that the marks may be. found is what was found with less care, if anything was.
func (f *finder) fieldsOf(cam *calibration.Camera, all []mark, with effort, found *structure) []spotField {
	marks := slices.Clone(all)
	if with >= careful {
		slices.SortStableFunc(marks, func(a, b mark) int { return cmp.Compare(b.score, a.score) })
	} else {
		marks = slices.DeleteFunc(marks, func(m mark) bool { return m.uneven })
	}
	marks = onePerSpot(f.raster, marks, with)
	turns := make([]edgeTurns, len(marks))
	onAllCores(len(marks), func(i int) { turns[i] = turnsAround(f.raster, marks[i]) })
	anyway := with >= thorough && (found == nil || found.mayBeRack()) // else the table is known well enough
	known := f.known()
	fields := f.fields(known.planes(cam, turns), turns, marks, f.sizes, known, anyway)
	for i := range fields {
		if fields[i].marks = all; with >= careful {
			fields[i] = f.foundAgain(fields[i], turns, marks)
		}
	}
	return fields
}

// structuresOf grows structures from the lattices of the fields, best first.
func (f *finder) structuresOf(fields []spotField) []structure {
	grown := f.grown(fields, linkSlip, keptLattices)
	if !slices.ContainsFunc(grown, func(s structure) bool { return s.fitted() && !s.mayBeRack() }) {
		// A rack that lies beside the structure may have been linked with it, or too many may have been preferred.
		grown = append(grown, f.grown(fields, tightSlip, 2*keptLattices)...)
	}
	preferWords(grown)
	slices.SortStableFunc(grown, func(a, b structure) int { return cmp.Compare(b.worth(), a.worth()) })
	return grown
}

// grown are structures grown from the best lattices of the fields whose spots lie within slip of where their neighbors expect them.
func (f *finder) grown(fields []spotField, slip float64, most int) []structure {
	var linked []structure
	for i := range fields {
		linked = append(linked, f.linked(&fields[i], slip, most, f.ground)...)
		linked = append(linked, f.linkedOtherwise(&fields[i], slip, most, f.ground, linked)...)
	}
	slices.SortStableFunc(linked, func(a, b structure) int { return cmp.Compare(b.score, a.score) })
	return f.spreadAll(linked, most+1)
}

// planes are the likeliest directions of the table, best first.
func (k *fieldPrior) planes(cam *calibration.Camera, turns []edgeTurns) []plane {
	if k.ground != nil {
		return []plane{planeOf(cam, k.ground.down)}
	}
	return findPlanes(cam, turns)
}

// fields are the spots on the plane that suits them best. If none is near the table they are sought anyway, also under planes from all around,
// tiles of any size.
func (r *raster) fields(planes []plane, turns []edgeTurns, marks []mark, sz sizes, known *fieldPrior, anyway bool) []spotField {
	fields := make([]spotField, len(planes))
	var first spotField
	for i := range planes {
		near := 0.0
		switch {
		case i > 0: // where one plane shows tiles of a size, the others do, too
			near = sizeLike(&first, &planes[i])
		case known.ground != nil:
			near = known.ground.pitchOf(sz)
		}
		if fields[i] = r.findSpots(&planes[i], turns, marks, sz, near, known); i == 0 {
			first = fields[i]
		}
	}
	settleAll := func(do func(*spotField)) {
		onAllCores(len(fields), func(i int) { do(&fields[i]) })
		slices.SortStableFunc(fields, func(a, b spotField) int { return cmp.Compare(b.score, a.score) })
	}
	fields = withoutFarBehind(fields)
	settleAll(r.settleField)
	if known.ground == nil && fields[0].poor() {
		// None of the planes guessed is near the table: guess them all around.
		fields = fields[:0]
		for _, t := range planesAround(planes[0].cam, 6, 20, 42) {
			fields = append(fields, r.findSpots(&t, turns, marks, sz, sizeLike(&first, &t), known))
		}
		settleAll(r.settleField)
		if anyway && fields[0].poor() { // nor do so few tiles tell their size
			fields = fields[:0]
			for _, t := range planesAround(planes[0].cam, 10, 12, 26, 38, 50) {
				fields = append(fields, r.findSpots(&t, turns, marks, sz, 0, known))
			}
			settleAll(r.settleField)
		}
	}
	if fields = fields[:min(len(fields), 2)]; fields[len(fields)-1].score < fieldMuch*fields[0].score {
		fields = fields[:1]
	}
	settleAll(func(f *spotField) {
		for range fieldRounds {
			g := *f
			if r.settleField(&g); g.score < fieldGain*f.score {
				break
			}
			*f = g
		}
		r.climbField(f)
	})
	return slices.DeleteFunc(fields[:min(len(fields), 1)], func(f spotField) bool { return len(f.spots) < 2 })
}

// withoutFarBehind are the fields without those that can no longer win, before they are settled.
func withoutFarBehind(fields []spotField) []spotField {
	most := slices.MaxFunc(fields, func(a, b spotField) int { return cmp.Compare(a.score, b.score) }).score
	return slices.DeleteFunc(fields, func(f spotField) bool { return f.score < fieldFarBehind*most })
}

// foundAgain is the field with the spots that were lost while the plane was not yet where it is now: what seemed to be no face under the
// first guess may well be one.
func (r *raster) foundAgain(f spotField, turns []edgeTurns, marks []mark) spotField {
	again := r.spotsOfSize(f.plane, f.plane.seenOn(turns, marks), f.sz, []float64{f.pitch})
	again.spots = append(again.spots, f.spots...)
	r.polishSpots(&again)
	f.spots = again.spots
	return f
}

// climbField tilts the table to where the spots' edges are likeliest: the misfit of edges that were found elsewhere may draw it
// away.
func (r *raster) climbField(f *spotField) {
	for _, step := range []float64{0.035, 0.018} {
		all, _ := r.outlines(f, wideLocator())
		if len(all) < 2 {
			return
		}
		from := *f
		var tilted [4]spotField
		onAllCores(len(tilted), func(i int) {
			if g, ok := from.moved(i/2, step*float64(1-2*(i%2)), all); ok {
				g.replace(all)
				_, g.score = r.outlines(&g, narrowLocator())
				tilted[i] = g
			}
		})
		for i := range tilted {
			if tilted[i].score > f.score {
				*f = tilted[i]
			}
		}
	}
}

// planesAround are tables seen from so many directions at these angles, degrees.
func planesAround(cam *calibration.Camera, directions int, tilts ...float64) []plane {
	var all []plane
	for _, degrees := range tilts {
		tilt := degrees * math.Pi / 180
		for k := range directions {
			all = append(all, newPlane(cam, tilt, 2*math.Pi*(float64(k)+tilt)/float64(directions)))
		}
	}
	return all
}

// poor says whether the plane is surely wrong.
func (f *spotField) poor() bool { return f.score < fieldPoor*float64(len(f.spots)) }

// fieldPoor is a field's score for each spot with which its plane is surely wrong.
const fieldPoor = 4.5

// A field is settled again and again while its score rises by this factor.
const (
	fieldRounds = 2
	fieldGain   = 1.04
	fieldMuch   = 0.85 // a field that scores so much less than the best is given up

	fieldFarBehind = 0.78 // ... before they are settled: of 271 scenes none was won by one that was
)

// settleField brings the spots, the plane and the tiles' size to where the spots' edges are, and scores that.
func (r *raster) settleField(f *spotField) {
	r.polishSpots(f)
	r.refinePlane(f)
	_, f.score = r.outlines(f, narrowLocator())
}

// linked are the lattices that the spots form, with poses fitted to them, best first.
func (r *raster) linked(field *spotField, slip float64, most int, table *ground) []structure {
	lattices := newLinker(field, slip).lattices(most)
	fits := make([]structure, len(lattices))
	onAllCores(len(lattices), func(i int) { fits[i] = r.fromLattice(field, &lattices[i], table) })
	all := slices.DeleteFunc(fits, func(s structure) bool { return len(s.cells) < 2 })
	slices.SortStableFunc(all, func(a, b structure) int { return cmp.Compare(b.score, a.score) })
	return all
}

// linkedOtherwise are the lattices that spots form if the tiles are thinner or thicker than is thought, as far as they explain more than
// those known there.
func (r *raster) linkedOtherwise(field *spotField, slip float64, most int, table *ground, known []structure) (all []structure) {
	g := field.sz.free
	if !g.anyThickness() {
		return nil
	}
	for _, strain := range thicknessStrains {
		if strain == 0 {
			continue
		}
		f := *field
		f.sz.thickness = f.sz.pitch * math.Exp(g.expected[freeThickness]+strain*g.sigma[freeThickness])
		for _, s := range r.linked(&f, slip, most, table) {
			if s.stacked() || !slices.ContainsFunc(known, func(k structure) bool { return k.holds(&s) && k.score > s.score-nudgeGain }) {
				all = append(all, s)
			}
		}
	}
	return all
}

// spreadAll grows the best lattices, a few of each place at most, several at a time.
func (f *finder) spreadAll(linked []structure, most int) []structure {
	var seeds []structure
	for _, s := range linked {
		// Tries at the same place may differ in their poses.
		same := 0
		for k := range seeds {
			if seeds[k].holds(&s) {
				same++
			}
		}
		if same < triesSpread {
			if seeds = append(seeds, s); len(seeds) == most {
				break
			}
		}
	}
	var grown []structure
	for batch := range slices.Chunk(seeds, runtime.NumCPU()) {
		onAllCores(len(batch), func(i int) { f.spread(&batch[i], coarseJudge()) })
		grown = append(grown, batch...)
		if slices.ContainsFunc(batch, func(s structure) bool {
			return len(s.cells) > rackLength && s.fitted() && (s.atRest() || !s.free.anyThickness())
		}) {
			break // that is it
		}
	}
	return slices.DeleteFunc(grown, func(s structure) bool { return len(s.cells) < 2 })
}

// preferWords doubts what may be a rack: one line of at most six tiles of one color. Racks lie around the structure,
// so of several such lines the one in the middle of the others is the word.
func preferWords(all []structure) {
	for i := range all {
		s := &all[i]
		if s.mayBeRack() {
			var others []*structure
			for k := range all {
				o := &all[k]
				if k != i && !o.holds(s) && !slices.ContainsFunc(others, func(n *structure) bool { return n.holds(o) || o.holds(n) }) {
					others = append(others, o)
				}
			}
			off := 0.0
			if len(others) > 2 {
				if off = offMiddle(s, others); off > rimShare {
					s.doubt += math.Log(3)
				}
			}
			// Who sets up a camera points it at the structure.
			half := engine.Point{X: float64(s.cam.Width) / 2, Y: float64(s.cam.Height) / 2}
			off = max(off, 2*dist(s.middle(), half)/math.Hypot(half.X, half.Y))
			s.doubt += math.Log((1 + off) / 0.6)
		}
	}
}

// rimShare is how far from the middle of the others a line lies at least, in their own mean distance from it, if it is one
// of those that lie around.
const rimShare = 1.2

// offMiddle is how far a structure lies from the middle of others, in their mean distance from it.
func offMiddle(s *structure, others []*structure) float64 {
	var middle engine.Point
	for _, o := range others {
		at := o.middle()
		middle.X += at.X / float64(len(others))
		middle.Y += at.Y / float64(len(others))
	}
	spread := 0.0
	for _, o := range others {
		spread += dist(o.middle(), middle) / float64(len(others))
	}
	return dist(s.middle(), middle) / max(spread, 1)
}

// middle of the structure's faces in the picture.
func (s *structure) middle() engine.Point {
	var sum engine.Point
	for at, level := range s.cells {
		q := s.pose.pixel(float64(at.Col), float64(at.Row), float64(level))
		sum.X += q.X / float64(len(s.cells))
		sum.Y += q.Y / float64(len(s.cells))
	}
	return sum
}

// mayBeRack says whether the cells lie in one line and have one color, all but one of them.
func (s *structure) mayBeRack() bool {
	if len(s.cells) > rackLength {
		return false
	}
	rows, cols := map[int]int{}, map[int]int{}
	var count [len(plasticHues)]int
	for at := range s.cells {
		rows[at.Row]++
		cols[at.Col]++
		e := s.evidence[at]
		count[likeliestColor(hueOf(e.view[e.best-1].plastic).logLikelihood(hue{}))]++
	}
	line := 0
	for _, n := range rows {
		line = max(line, n)
	}
	for _, n := range cols {
		line = max(line, n)
	}
	most := min(len(s.cells), max(len(s.cells)-1, 3))
	return line >= most && slices.Max(count[:]) >= most
}

// rackLength is how many tiles a rack may seem to hold: five, a bank that lies in line with it, and one by mistake.
const rackLength = 7

// spotSlip is how far a settled spot's middle lies from its face's, in pitches (standard deviation).
const spotSlip = 0.025

// fromLattice fits a pose to a lattice's faces and keeps those that still look like tiles.
func (r *raster) fromLattice(f *spotField, g *lattice, table *ground) structure {
	first := f.spots[g.nodes[0].spot]
	s := structure{pose: f.poseAt(first.at, first.turn), cells: stacks{}, marks: f.marks}
	s.pose.known = table
	scale := s.pose.scale(engine.Place{})
	var sights []sight
	for _, n := range g.nodes {
		sights = append(sights, sight{
			col: float64(n.place.Col), row: float64(n.place.Row), level: float64(n.level),
			at: f.plane.pixel(f.spots[n.spot].at), weight: 1 / (spotSlip * scale),
		})
	}
	s.pose.fitPoints(sights)
	for i, n := range g.nodes {
		s.cells[n.place] = int(sights[i].level)
	}
	j := coarseJudge()
	r.fitBorders(&s, wideLocator(), pointsHold)
	r.fitBorders(&s, wideLocator(), pointsHold)
	for _, at := range s.cells.places() {
		v := r.view(&s.pose, at, float64(s.cells[at]))
		score := j.score(v.features())
		if !v.inside || score < -1.5 {
			delete(s.cells, at)
			continue
		}
		s.score += likely(score)
	}
	return s
}

// holds says whether most of the other's faces lie on this structure's.
func (s *structure) holds(o *structure) bool { return 2*s.held(o) > len(o.cells) }

// held is how many of the other's faces lie on this structure's.
func (s *structure) held(o *structure) (n int) {
	for at, level := range o.cells {
		q := o.pose.pixel(float64(at.Col), float64(at.Row), float64(level))
		reach := 0.35 * o.pose.scale(at)
		for place, l := range s.cells {
			if dist(q, s.pose.pixel(float64(place.Col), float64(place.Row), float64(l))) < reach {
				n++
				break
			}
		}
	}
	return n
}

// spread adds ring after ring of neighbors that look like tiles, improving the pose after each.
func (f *finder) spread(s *structure, j *judge) {
	const rings = 12
	for range rings {
		before := len(s.cells)
		rim := s.cells.rim()
		seen := f.lookAll(rim, func(at engine.Place) *placeEvidence { return f.look(j, s, at) })
		for _, at := range rim {
			if e := seen[at]; e.tile > spreadAccepted && f.edgesSeen(&s.pose, at, e.best) > spreadEdges {
				s.cells[at] = e.best
			}
		}
		if len(s.cells) == before || len(s.cells) > maxCells {
			break
		}
		f.fitBorders(s, wideLocator(), tableHold)
	}
	f.grow(j, s)
	s.edges = f.borderLikelihood(&s.pose, s.cells)
}
