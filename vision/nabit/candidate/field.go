package candidate

import (
	"cmp"
	"math"
	"slices"

	"tilewatch/calibration"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/nabit/marks"
	"tilewatch/vision/nabit/tableplane"
	"tilewatch/vision/parallel"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

// Planes are the likeliest directions of the table, best first.
func (k *FieldPrior) Planes(cam *calibration.Camera, turns []tableplane.Orientations) []camerapose.Plane {
	if k.Plane != nil {
		return []camerapose.Plane{camerapose.PlaneOf(cam, k.Plane.Down)}
	}
	return tableplane.FindPlanes(cam, turns)
}

// Fields are the spots on the plane that suits them best. If none is near the table they are sought anyway, also under planes from all around,
// tiles of any size.
func Fields(r *picture.Raster, planes []camerapose.Plane, turns []tableplane.Orientations, marks []marks.Mark, sz camerapose.Sizes, known *FieldPrior, anyway bool) []Field {
	fields := firstFields(r, planes, turns, marks, sz, known)
	first := fields[0]
	fields = dropHopeless(fields)
	onEach(fields, func(f *Field) { RefineField(r, f) })
	if known.Plane == nil && fields[0].implausible() {
		// None of the planes guessed is near the table: guess them all around.
		around := func(directions int, near func(*camerapose.Plane) float64, tilts ...float64) {
			fields = fields[:0]
			for _, t := range camerapose.PlanesAround(planes[0].Cam, directions, tilts...) {
				fields = append(fields, findCandidates(r, &t, turns, marks, sz, near(&t), known))
			}
			onEach(fields, func(f *Field) { RefineField(r, f) })
		}
		around(6, func(t *camerapose.Plane) float64 { return sizeLike(&first, t) }, 20, 42)
		if anyway && fields[0].implausible() { // nor do so few tiles tell their size
			around(10, func(*camerapose.Plane) float64 { return 0 }, 12, 26, 38, 50)
		}
	}
	if fields = fields[:min(len(fields), 2)]; fields[len(fields)-1].score < fieldMuch*fields[0].score {
		fields = fields[:1]
	}
	onEach(fields, func(f *Field) { refineField(r, f) })
	return slices.DeleteFunc(fields[:min(len(fields), 1)], func(f Field) bool { return len(f.Candidates) < 2 })
}

// firstFields are the spots on each of some planes.
func firstFields(r *picture.Raster, planes []camerapose.Plane, turns []tableplane.Orientations, marks []marks.Mark, sz camerapose.Sizes, known *FieldPrior) []Field {
	fields := make([]Field, len(planes))
	for i := range planes {
		near := 0.0
		switch {
		case i > 0: // where one plane shows tiles of a size, the others do, too
			near = sizeLike(&fields[0], &planes[i])
		case known.Plane != nil:
			near = known.Plane.PitchOf(sz)
		}
		fields[i] = findCandidates(r, &planes[i], turns, marks, sz, near, known)
	}
	return fields
}

// onEach does something to each field, and sorts them, best first.
func onEach(fields []Field, do func(*Field)) {
	parallel.Do(len(fields), func(i int) { do(&fields[i]) })
	slices.SortStableFunc(fields, func(a, b Field) int { return cmp.Compare(b.score, a.score) })
}

// refineField settles a field while its score rises, and tilts the table to where its edges are likeliest.
func refineField(r *picture.Raster, f *Field) {
	for range fieldRounds {
		g := *f
		if RefineField(r, &g); g.score < fieldGain*f.score {
			break
		}
		*f = g
	}
	RefineTilt(r, f)
}

// dropHopeless are the fields without those that can no longer win, before they are settled.
func dropHopeless(fields []Field) []Field {
	most := slices.MaxFunc(fields, func(a, b Field) int { return cmp.Compare(a.score, b.score) }).score
	return slices.DeleteFunc(fields, func(f Field) bool { return f.score < fieldFarBehind*most })
}

// Redetect is the field with the spots that were lost while the plane was not yet where it is now: what seemed to be no face under the
// first guess may well be one.
func Redetect(r *picture.Raster, f Field, turns []tableplane.Orientations, marks []marks.Mark) Field {
	again := candidatesOfSize(r, f.Plane, project(f.Plane, turns, marks), f.Sizes, []float64{f.Pitch})
	again.Candidates = append(again.Candidates, f.Candidates...)
	refineCandidates(r, &again)
	f.Candidates = again.Candidates
	return f
}

// RefineTilt tilts the table to where the spots' edges are likeliest: the misfit of edges that were found elsewhere may draw it
// away.
func RefineTilt(r *picture.Raster, f *Field) {
	for _, step := range []float64{0.035, 0.018} {
		all, _ := Outlines(r, f, tileface.WideEdgeNet())
		if len(all) < 2 {
			return
		}
		from := *f
		var tilted [4]Field
		parallel.Do(len(tilted), func(i int) {
			if g, ok := from.moved(i/2, step*float64(1-2*(i%2)), all); ok {
				g.replace(all)
				_, g.score = Outlines(r, &g, tileface.NarrowEdgeNet())
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

// implausible says whether the plane is surely wrong.
func (f *Field) implausible() bool {
	return f.score < implausiblePerCandidate*float64(len(f.Candidates))
}

// implausiblePerCandidate is a field's score for each spot with which its plane is surely wrong.
const implausiblePerCandidate = 4.5

// A field is settled again and again while its score rises by this factor.
const (
	fieldRounds = 2
	fieldGain   = 1.04
	fieldMuch   = 0.85 // a field that scores so much less than the best is given up

	fieldFarBehind = 0.78 // ... before they are settled: of 271 scenes none was won by one that was
)

// RefineField brings the spots, the plane and the tiles' size to where the spots' edges are, and scores that.
func RefineField(r *picture.Raster, f *Field) {
	refineCandidates(r, f)
	refinePlane(r, f)
	_, f.score = Outlines(r, f, tileface.NarrowEdgeNet())
}

// FieldPrior is what is known before spots are looked for.
type FieldPrior struct {
	Plane   *camerapose.PlanePrior // the table; nil if nothing is known of it
	Refused []float64              // sizes of what looked like tiles and had no letters, pitches in units of a plane
}

// refusedLike is the logarithm of how much larger or smaller than a refused size tiles may not be.
const refusedLike = 0.17

// Refuses says whether tiles of a size were found to have no letters.
func (k *FieldPrior) Refuses(pitch float64) bool {
	return slices.ContainsFunc(k.Refused, func(size float64) bool { return math.Abs(math.Log(pitch/size)) < refusedLike })
}
