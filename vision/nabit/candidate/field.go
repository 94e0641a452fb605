package candidate

import (
	"cmp"
	"slices"

	"tilewatch/calibration"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/nabit/marks"
	"tilewatch/vision/nabit/tableplane"
	"tilewatch/vision/nabit/tilemap"
	"tilewatch/vision/parallel"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

// FieldPrior is what is known before the search for candidates.
type FieldPrior struct {
	Plane *camerapose.PlanePrior // the table; nil if nothing is known of it
	Map   *tilemap.Map           // what the network sees in the picture; nil: it was not asked
}

// Planes are the planes to try, likeliest first: the known one alone, or those that the marks' edges suggest.
func (k *FieldPrior) Planes(cam *calibration.Camera, turns []tableplane.Orientations) []camerapose.Plane {
	if k.Plane != nil {
		return []camerapose.Plane{camerapose.PlaneOf(cam, k.Plane.Down)}
	}
	return tableplane.FindPlanes(cam, turns)
}

// detector searches a picture for candidates under one plane after another.
type detector struct {
	r     *picture.Raster
	turns []tableplane.Orientations
	marks []marks.Mark
	sizes camerapose.Sizes
	known *FieldPrior
}

// Fields returns the field under the plane that fits best, or none if it has less than two candidates. If all planes are implausible, it tries
// planes all around.
func Fields(r *picture.Raster, planes []camerapose.Plane, turns []tableplane.Orientations, marks []marks.Mark, sizes camerapose.Sizes, known *FieldPrior) []Field {
	d := &detector{r, turns, marks, sizes, known}
	first := d.under(planes)
	fields := dropHopeless(slices.Clone(first))
	onEach(fields, func(f *Field) { refineField(r, f) })
	if known.Plane == nil && fields[0].implausible() {
		fields = d.around(planes[0].Cam, &first[0])
	}
	if fields = fields[:min(len(fields), 2)]; fields[len(fields)-1].score < fieldMuch*fields[0].score {
		fields = fields[:1]
	}
	onEach(fields, func(f *Field) { refineFully(r, f) })
	return slices.DeleteFunc(fields[:min(len(fields), 1)], func(f Field) bool { return len(f.Candidates) < 2 })
}

// under finds the candidates under each of some planes.
func (d *detector) under(planes []camerapose.Plane) []Field {
	fields := make([]Field, len(planes))
	for i := range planes {
		near := 0.0
		switch {
		case i > 0: // tiles look as large under one plane as under another
			near = sizeLike(&fields[0], &planes[i])
		case d.known.Plane != nil:
			near = d.known.Plane.PitchOf(d.sizes)
		}
		fields[i] = d.findCandidates(&planes[i], near)
	}
	return fields
}

// around finds and refines the candidates of the first field's size under planes all around, best first.
func (d *detector) around(cam *calibration.Camera, first *Field) []Field {
	var fields []Field
	for _, t := range camerapose.PlanesAround(cam, 6, 20, 42) {
		fields = append(fields, d.findCandidates(&t, sizeLike(first, &t)))
	}
	onEach(fields, func(f *Field) { refineField(d.r, f) })
	return fields
}

// onEach does something to each field, in parallel, and sorts them, best first.
func onEach(fields []Field, do func(*Field)) {
	parallel.Do(len(fields), func(i int) { do(&fields[i]) })
	slices.SortStableFunc(fields, func(a, b Field) int { return cmp.Compare(b.score, a.score) })
}

// dropHopeless drops the fields that no refinement would make the best.
func dropHopeless(fields []Field) []Field {
	most := slices.MaxFunc(fields, func(a, b Field) int { return cmp.Compare(a.score, b.score) }).score
	return slices.DeleteFunc(fields, func(f Field) bool { return f.score < fieldFarBehind*most })
}

// refineField moves the candidates, the plane and the tile size to where the candidates' edges are, and scores the field by their edges'
// log-likelihood there.
func refineField(r *picture.Raster, f *Field) {
	refineCandidates(r, f)
	refinePlane(r, f)
	_, f.score = outlines(r, f, tileface.NarrowEdgeNet())
}

// refineFully refines a field while its score rises, then tilts its plane.
func refineFully(r *picture.Raster, f *Field) {
	for range fieldRounds {
		g := *f
		if refineField(r, &g); g.score < fieldGain*f.score {
			break
		}
		*f = g
	}
	refineTilt(r, f)
}

// Redetect searches again for candidates under a refined field's plane: the first guess of the plane may have lost some.
func Redetect(r *picture.Raster, f Field, turns []tableplane.Orientations, marks []marks.Mark) Field {
	again := candidatesOfSize(r, &Field{Plane: f.Plane, Sizes: f.Sizes, Map: f.Map}, project(f.Plane, turns, marks), []float64{f.Pitch})
	again.Candidates = append(again.Candidates, f.Candidates...)
	refineCandidates(r, &again)
	f.Candidates = again.Candidates
	return f
}

// implausible says whether the field's edges are so unlikely that its plane must be wrong.
func (f *Field) implausible() bool {
	return f.score < implausiblePerCandidate*float64(len(f.Candidates))
}

// implausiblePerCandidate is the mean log-likelihood of a candidate's eight half sides below which a plane is wrong.
const implausiblePerCandidate = 4.5

const (
	fieldRounds    = 2    // most further refinements of a field,
	fieldGain      = 1.04 // each while the score rises by this factor
	fieldMuch      = 0.85 // a refined field whose score is below this share of the best is dropped
	fieldFarBehind = 0.78 // the same before refinement: none of 271 development scenes was won by such a field
)
