package vision

import (
	"cmp"
	"math"
	"slices"
	"tilewatch/calibration"
)

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
	fields := r.firstFields(planes, turns, marks, sz, known)
	first := fields[0]
	fields = withoutFarBehind(fields)
	onEach(fields, r.settleField)
	if known.ground == nil && fields[0].poor() {
		// None of the planes guessed is near the table: guess them all around.
		around := func(directions int, near func(*plane) float64, tilts ...float64) {
			fields = fields[:0]
			for _, t := range planesAround(planes[0].cam, directions, tilts...) {
				fields = append(fields, r.findSpots(&t, turns, marks, sz, near(&t), known))
			}
			onEach(fields, r.settleField)
		}
		around(6, func(t *plane) float64 { return sizeLike(&first, t) }, 20, 42)
		if anyway && fields[0].poor() { // nor do so few tiles tell their size
			around(10, func(*plane) float64 { return 0 }, 12, 26, 38, 50)
		}
	}
	if fields = fields[:min(len(fields), 2)]; fields[len(fields)-1].score < fieldMuch*fields[0].score {
		fields = fields[:1]
	}
	onEach(fields, r.refineField)
	return slices.DeleteFunc(fields[:min(len(fields), 1)], func(f spotField) bool { return len(f.spots) < 2 })
}

// firstFields are the spots on each of some planes.
func (r *raster) firstFields(planes []plane, turns []edgeTurns, marks []mark, sz sizes, known *fieldPrior) []spotField {
	fields := make([]spotField, len(planes))
	for i := range planes {
		near := 0.0
		switch {
		case i > 0: // where one plane shows tiles of a size, the others do, too
			near = sizeLike(&fields[0], &planes[i])
		case known.ground != nil:
			near = known.ground.pitchOf(sz)
		}
		fields[i] = r.findSpots(&planes[i], turns, marks, sz, near, known)
	}
	return fields
}

// onEach does something to each field, and sorts them, best first.
func onEach(fields []spotField, do func(*spotField)) {
	onAllCores(len(fields), func(i int) { do(&fields[i]) })
	slices.SortStableFunc(fields, func(a, b spotField) int { return cmp.Compare(b.score, a.score) })
}

// refineField settles a field while its score rises, and tilts the table to where its edges are likeliest.
func (r *raster) refineField(f *spotField) {
	for range fieldRounds {
		g := *f
		if r.settleField(&g); g.score < fieldGain*f.score {
			break
		}
		*f = g
	}
	r.climbField(f)
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

// fieldPrior is what is known before spots are looked for.
type fieldPrior struct {
	ground  *ground   // the table; nil if nothing is known of it
	refused []float64 // sizes of what looked like tiles and had no letters, pitches in units of a plane
}

// refusedLike is the logarithm of how much larger or smaller than a refused size tiles may not be.
const refusedLike = 0.17

// refuses says whether tiles of a size were found to have no letters.
func (k *fieldPrior) refuses(pitch float64) bool {
	return slices.ContainsFunc(k.refused, func(size float64) bool { return math.Abs(math.Log(pitch/size)) < refusedLike })
}
