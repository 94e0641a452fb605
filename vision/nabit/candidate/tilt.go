package candidate

import (
	"math"
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/parallel"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

// Outline is a spot's edges as they were found in the picture.
type Outline struct {
	mark       engine.Point    // of the spot it belongs to, in the picture
	Middle, To camerapose.Vec3 // rays to the face's middle and to a point right of it
	Edges      []camerapose.EdgeRay
}

// Outlines finds the edges of a field's spots, and says how likely they are where they are expected.
func Outlines(r *picture.Raster, f *Field, l *tileface.EdgeNet) (all []Outline, likelihood float64) {
	found := make([]Outline, len(f.Candidates))
	likely := make([]float64, len(f.Candidates))
	parallel.Do(len(f.Candidates), func(i int) {
		s := &f.Candidates[i]
		p := f.PoseAt(s.At, s.Turn)
		var ok bool
		if found[i], likely[i], ok = OutlineOf(r, f.Plane, &p, l); ok {
			found[i].mark = s.Mark.At
		} else {
			found[i].Edges = nil
		}
	})
	for _, k := range likely {
		likelihood += k
	}
	return slices.DeleteFunc(found, func(o Outline) bool { return o.Edges == nil }), likelihood
}

// OutlineOf finds the edges of a single face, and says how likely they are where they are expected; false if too few are found.
func OutlineOf(r *picture.Raster, t *camerapose.Plane, p *camerapose.Pose, l *tileface.EdgeNet) (o Outline, likelihood float64, ok bool) {
	var v tileface.BorderProfile
	tileface.SampleBorder(r, &v, p, engine.Place{}, 1, float64(l.Step))
	if v.Outside {
		return o, 0, false
	}
	o = Outline{Middle: p.Camera(0, 0, 1), To: p.Camera(0.3, 0, 1)}
	for i, found := range l.Locate(&v.Inputs) {
		likelihood += math.Log(0.1 + found.Here)
		if found.None < tileface.MaxNoEdge {
			sigma := math.Hypot(found.Sigma, tileface.PlacementSigma) / (1 - found.None)
			o.Edges = append(o.Edges, camerapose.EdgeRay{Ray: t.Ray(v.Point(i, found.Offset)), Half: i, Sigma: sigma})
		}
	}
	return o, likelihood, len(o.Edges) >= 5 // fewer fit any table
}

// The compass search for a table's direction begins with steps of tiltFirst radians and halves them tiltRounds times; hand-set.
const (
	tiltFirst  = 0.07
	tiltRounds = 6
)

// refinePlane tilts the table, and changes the tiles' size, to where the edges found around the spots are those of squares.
func refinePlane(r *picture.Raster, f *Field) {
	all, _ := Outlines(r, f, tileface.WideEdgeNet())
	if len(all) < 2 {
		return
	}
	best := f.misfit(all)
	for step := tiltFirst; step > tiltFirst/math.Exp2(tiltRounds); step /= 2 {
		for range 3 {
			before := best
			for k := range 3 {
				for _, sign := range []float64{1, -1} {
					if g, ok := f.moved(k, sign*step, all); ok {
						if cost := g.misfit(all); cost < best {
							best, f.Plane, f.Pitch = cost, g.Plane, g.Pitch
						}
					}
				}
			}
			if best > 0.999*before {
				break
			}
		}
	}
	f.replace(all)
}

// moved is the field with its plane tilted about the picture's x axis (0) or y axis (1), or with another pitch (2).
func (f *Field) moved(k int, by float64, all []Outline) (Field, bool) {
	g := *f
	if k == 2 {
		g.Pitch *= math.Exp(by)
		return g, true
	}
	axis := camerapose.Vec3{1, 0, 0}
	if k == 1 {
		axis = camerapose.Vec3{0, 1, 0}
	}
	down := f.Plane.Down.Add(axis.Cross(f.Plane.Down).Scale(by)).Unit()
	if down[2] < math.Cos(camerapose.TiltMax+0.1) {
		return g, false
	}
	t := camerapose.PlaneOf(f.Plane.Cam, down)
	g.Plane = &t
	// The tiles keep their mean size in the picture: an area seen on the plane goes with 1 / (ray.down)^3.
	ratio := 0.0
	for i := range all {
		a, b := all[i].Middle.Dot(f.Plane.Down), all[i].Middle.Dot(t.Down)
		if b < 0.05*all[i].Middle[2] {
			return g, false
		}
		ratio += 1.5 * math.Log(a/b)
	}
	g.Pitch *= math.Exp(ratio / float64(len(all)))
	return g, true
}

// facePlace is where a face lies on the table.
type facePlace struct {
	at   engine.Point
	turn float64
}

// fit is the place on the field's plane where the edges of a square suit an outline best, and the sum of the losses left.
func (f *Field) fit(o *Outline) (facePlace, float64, bool) {
	at, oka := f.Plane.Meets(o.Middle)
	to, okb := f.Plane.Meets(o.To)
	if !oka || !okb {
		return facePlace{}, 0, false
	}
	place := facePlace{at, math.Atan2(to.Y-at.Y, to.X-at.X)}
	var met [tileface.HalfSides]engine.Point
	for i, e := range o.Edges {
		var ok bool
		if met[i], ok = f.Plane.Meets(e.Ray); !ok {
			return facePlace{}, 0, false
		}
	}
	var a [3][3]float64
	var b [3]float64
	f.residual(o, &met, place, func(e *camerapose.EdgeRay, off, x, y float64) {
		_, w := camerapose.GemanMcClure(off)
		out := tileface.SideAxes[e.Half/2][0]
		j := [3]float64{out[0] / e.Sigma, out[1] / e.Sigma, (x*out[1] - y*out[0]) / e.Sigma}
		for m := range j {
			b[m] += w * j[m] * off
			for n := range j {
				a[m][n] += w * j[m] * j[n]
			}
		}
	})
	for m := range a {
		a[m][m] += tileface.AlignmentPrior
	}
	d := camerapose.Solve3(a, b)
	sin, cos := math.Sincos(place.turn)
	place.at.X += f.Pitch * (d[0]*cos - d[1]*sin)
	place.at.Y += f.Pitch * (d[0]*sin + d[1]*cos)
	place.turn += d[2]
	loss := 0.0
	f.residual(o, &met, place, func(_ *camerapose.EdgeRay, off, _, _ float64) {
		l, _ := camerapose.GemanMcClure(off)
		loss += l
	})
	return place, loss, true
}

// residual tells of each edge how far off that of a face is, in its standard deviations, and where it was met, in the face's own measures.
func (f *Field) residual(o *Outline, met *[tileface.HalfSides]engine.Point, at facePlace, tell func(e *camerapose.EdgeRay, off, x, y float64)) {
	half := f.Sizes.Side / f.Sizes.Pitch / 2
	sin, cos := math.Sincos(at.turn)
	for i := range o.Edges {
		e := &o.Edges[i]
		dx, dy := (met[i].X-at.at.X)/f.Pitch, (met[i].Y-at.at.Y)/f.Pitch
		x, y := dx*cos+dy*sin, dy*cos-dx*sin
		out := &tileface.SideAxes[e.Half/2][0]
		tell(e, (x*out[0]+y*out[1]-half)/e.Sigma, x, y)
	}
}

// misfit is how badly squares on the field's plane fit the outlines, each shifted and turned as it fits best.
func (f *Field) misfit(all []Outline) float64 {
	sum := 0.0
	for i := range all {
		_, loss, ok := f.fit(&all[i])
		if !ok {
			return math.Inf(1)
		}
		sum += loss
	}
	return sum
}

// replace puts the spots where their outlines are.
func (f *Field) replace(all []Outline) {
	var kept []Candidate
	for i := range all {
		place, _, ok := f.fit(&all[i])
		if !ok {
			continue
		}
		for _, s := range f.Candidates {
			if s.Mark.At == all[i].mark {
				s.At, s.Turn = place.at, place.turn
				kept = append(kept, s)
				break
			}
		}
	}
	f.Candidates = kept
}
