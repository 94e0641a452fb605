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

// Outline is a candidate's edges as the edge network finds them in the picture.
type Outline struct {
	mark       engine.Point    // mark of its candidate, in the picture
	Middle, To camerapose.Vec3 // rays to the face's middle and to a point right of it
	Edges      []camerapose.EdgeRay
}

// outlines finds the outlines of a field's candidates, and their summed log-likelihood where the field has them.
func outlines(r *picture.Raster, f *Field, l *tileface.EdgeNet) (all []Outline, likelihood float64) {
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

// OutlineOf finds the outline of the face at place 0, 0 and its log-likelihood where the pose has it; false if it finds too few edges.
func OutlineOf(r *picture.Raster, t *camerapose.Plane, p *camerapose.Pose, l *tileface.EdgeNet) (o Outline, likelihood float64, ok bool) {
	var v tileface.BorderProfile
	tileface.SampleBorder(r, &v, p, engine.Place{}, 1, float64(l.Step))
	if v.Outside {
		return o, 0, false
	}
	o = Outline{Middle: p.Camera(0, 0, 1), To: p.Camera(0.3, 0, 1)}
	for i, found := range l.Locate(&v.Inputs) {
		likelihood += math.Log(missedEdge + found.Here)
		if found.None < tileface.MaxNoEdge {
			sigma := math.Hypot(found.Sigma, tileface.PlacementSigma) / (1 - found.None)
			o.Edges = append(o.Edges, camerapose.EdgeRay{Ray: t.Ray(v.Point(i, found.Offset)), Half: i, Sigma: sigma})
		}
	}
	return o, likelihood, len(o.Edges) >= leastEdges
}

const (
	missedEdge = 0.1 // the density of an edge that the network misses where there is one
	leastEdges = 5   // half sides of an outline; fewer fit any plane
)

// refinePlane tilts the plane and scales the tile size to where the outlines are squares (compass search in two tilts and the size's logarithm),
// and moves the candidates along.
func refinePlane(r *picture.Raster, f *Field) {
	all, _ := outlines(r, f, tileface.WideEdgeNet())
	if len(all) < 2 {
		return
	}
	best := f.misfit(all)
	for step := tiltFirst; step > tiltFirst/math.Exp2(tiltRounds); step /= 2 {
		for range tiltSweeps {
			before := best
			best = f.compassSweep(all, step, best)
			if best > tiltStill*before {
				break
			}
		}
	}
	f.replace(all)
}

// compassSweep tries a step up and down along each coordinate, keeps what lowers the misfit, and returns the lowest.
func (f *Field) compassSweep(all []Outline, step, best float64) float64 {
	for k := range 3 {
		for _, sign := range []float64{1, -1} {
			if g, ok := f.moved(k, sign*step, all); ok {
				if cost := g.misfit(all); cost < best {
					best, f.Plane, f.Pitch = cost, g.Plane, g.Pitch
				}
			}
		}
	}
	return best
}

const (
	tiltFirst  = 0.07  // first step, radians; the logarithm of the tile size takes the same steps
	tiltRounds = 6     // how often the step halves
	tiltSweeps = 3     // most sweeps with each step,
	tiltStill  = 0.999 // while each lowers the misfit to less than this share
)

// refineTilt tilts the plane to where the edge network finds the candidates' edges likeliest. refinePlane takes the outlines as found once, and
// outlines found under a wrong plane may draw it away.
func refineTilt(r *picture.Raster, f *Field) {
	for _, step := range tiltSteps {
		all, _ := outlines(r, f, tileface.WideEdgeNet())
		if len(all) < 2 {
			return
		}
		from := *f
		var tilted [4]Field
		parallel.Do(len(tilted), func(i int) {
			if g, ok := from.moved(i/2, step*float64(1-2*(i%2)), all); ok {
				g.replace(all)
				_, g.score = outlines(r, &g, tileface.NarrowEdgeNet())
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

// tiltSteps are the steps of refineTilt, radians: two degrees, then one.
var tiltSteps = [...]float64{0.035, 0.018}

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
	if down[2] < math.Cos(camerapose.TiltMax+beyondTilt) {
		return g, false
	}
	t := camerapose.PlaneOf(f.Plane.Cam, down)
	g.Plane = &t
	// The tiles keep their mean size in the picture: the area on the plane that a pixel covers grows with
	// 1 / (ray.down)^3, and the pitch with the area's square root.
	ratio := 0.0
	for i := range all {
		a, b := all[i].Middle.Dot(f.Plane.Down), all[i].Middle.Dot(t.Down)
		if b < horizon*all[i].Middle[2] {
			return g, false
		}
		ratio += 1.5 * math.Log(a/b)
	}
	g.Pitch *= math.Exp(ratio / float64(len(all)))
	return g, true
}

const (
	beyondTilt = 0.1  // how far refinement may tilt a plane beyond camerapose.TiltMax, radians
	horizon    = 0.05 // least dot product of the plane's normal and a ray of depth 1; with less the ray nearly misses the plane
)

// facePlace is a face's place on the plane.
type facePlace struct {
	at   engine.Point
	turn float64
}

// fit is the place on the field's plane at which a square fits an outline best, after one Gauss-Newton step, and the summed losses there.
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

// residual visits each edge of an outline with its distance from the side of a square, in its standard deviations, and the point where its ray
// meets the plane, in the square's coordinates (pitches).
func (f *Field) residual(o *Outline, met *[tileface.HalfSides]engine.Point, at facePlace, visit func(e *camerapose.EdgeRay, off, x, y float64)) {
	half := f.Sizes.Side / f.Sizes.Pitch / 2
	sin, cos := math.Sincos(at.turn)
	for i := range o.Edges {
		e := &o.Edges[i]
		dx, dy := (met[i].X-at.at.X)/f.Pitch, (met[i].Y-at.at.Y)/f.Pitch
		x, y := dx*cos+dy*sin, dy*cos-dx*sin
		out := &tileface.SideAxes[e.Half/2][0]
		visit(e, (x*out[0]+y*out[1]-half)/e.Sigma, x, y)
	}
}

// misfit is the summed loss of the outlines against squares on the field's plane, each square at its best place; infinite if the plane does not
// meet an outline.
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

// replace moves the candidates to the places of their outlines, and drops those without one.
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
