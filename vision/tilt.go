package vision

import (
	"math"
	"slices"

	"tilewatch/engine"
)

// outline is a spot's edges as they were found in the picture.
type outline struct {
	mark       engine.Point // of the spot it belongs to, in the picture
	middle, to vec3         // rays to the face's middle and to a point right of it
	edges      []edgeRay
}

// edgeRay is the edge found on half a side: the ray to it, the half side, and how far off it may be, in pitches.
type edgeRay struct {
	ray   vec3
	half  int
	sigma float64
}

// ray is the direction in which the camera sees a pixel.
func (t *plane) ray(p engine.Point) vec3 {
	x, y := t.cam.Normalize(p)
	return vec3{x, y, 1}
}

// meets is where a ray meets the table; false when it does not.
func (t *plane) meets(ray vec3) (engine.Point, bool) {
	k := ray.dot(t.down)
	return engine.Point{X: ray.dot(t.right) / k, Y: ray.dot(t.ahead) / k}, k > 0.05
}

// outlines finds the edges of a field's spots, and says how likely they are where they are expected.
func (r *raster) outlines(f *spotField, l *locator) (all []outline, likelihood float64) {
	found := make([]outline, len(f.spots))
	likely := make([]float64, len(f.spots))
	onAllCores(len(f.spots), func(i int) {
		s := &f.spots[i]
		p := f.poseAt(s.at, s.turn)
		var ok bool
		if found[i], likely[i], ok = r.outlineOf(f.plane, &p, l); ok {
			found[i].mark = s.mark.at
		} else {
			found[i].edges = nil
		}
	})
	for _, k := range likely {
		likelihood += k
	}
	return slices.DeleteFunc(found, func(o outline) bool { return o.edges == nil }), likelihood
}

// outlineOf finds the edges of a single face, and says how likely they are where they are expected; false if too few are found.
func (r *raster) outlineOf(t *plane, p *pose, l *locator) (o outline, likelihood float64, ok bool) {
	var v borderView
	r.border(&v, p, engine.Place{}, 1, float64(l.Step))
	if v.outside {
		return o, 0, false
	}
	o = outline{middle: p.space(0, 0, 1), to: p.space(0.3, 0, 1)}
	for i, found := range l.locate(&v.inputs) {
		likelihood += math.Log(0.1 + found.here)
		if found.none < edgeBeyond {
			sigma := math.Hypot(found.sigma, linkPlay) / (1 - found.none)
			o.edges = append(o.edges, edgeRay{t.ray(v.point(i, found.offset)), i, sigma})
		}
	}
	return o, likelihood, len(o.edges) >= 5 // fewer fit any table
}

// tiltRounds are how often the steps in which a table's direction is sought are halved, from tiltFirst radians.
const (
	tiltRounds = 6
	tiltFirst  = 0.07
)

// refinePlane tilts the table, and changes the tiles' size, to where the edges found around the spots are those of squares.
func (r *raster) refinePlane(f *spotField) {
	all, _ := r.outlines(f, wideLocator())
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
							best, f.plane, f.pitch = cost, g.plane, g.pitch
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
func (f *spotField) moved(k int, by float64, all []outline) (spotField, bool) {
	g := *f
	if k == 2 {
		g.pitch *= math.Exp(by)
		return g, true
	}
	axis := vec3{1, 0, 0}
	if k == 1 {
		axis = vec3{0, 1, 0}
	}
	down := f.plane.down.add(axis.cross(f.plane.down).scale(by)).unit()
	if down[2] < math.Cos(tiltMax+0.1) {
		return g, false
	}
	t := planeOf(f.plane.cam, down)
	g.plane = &t
	// The tiles keep their mean size in the picture: an area seen on the plane goes with 1 / (ray.down)^3.
	ratio := 0.0
	for i := range all {
		a, b := all[i].middle.dot(f.plane.down), all[i].middle.dot(t.down)
		if b < 0.05*all[i].middle[2] {
			return g, false
		}
		ratio += 1.5 * math.Log(a/b)
	}
	g.pitch *= math.Exp(ratio / float64(len(all)))
	return g, true
}

// facePlace is where a face lies on the table.
type facePlace struct {
	at   engine.Point
	turn float64
}

// fit is the place on the field's plane where the edges of a square suit an outline best, and the sum of the losses left.
func (f *spotField) fit(o *outline) (facePlace, float64, bool) {
	at, oka := f.plane.meets(o.middle)
	to, okb := f.plane.meets(o.to)
	if !oka || !okb {
		return facePlace{}, 0, false
	}
	place := facePlace{at, math.Atan2(to.Y-at.Y, to.X-at.X)}
	var met [halfSides]engine.Point
	for i, e := range o.edges {
		var ok bool
		if met[i], ok = f.plane.meets(e.ray); !ok {
			return facePlace{}, 0, false
		}
	}
	var a [3][3]float64
	var b [3]float64
	f.off(o, &met, place, func(e *edgeRay, off, x, y float64) {
		_, w := robust(off)
		out := sideAxes[e.half/2][0]
		j := [3]float64{out[0] / e.sigma, out[1] / e.sigma, (x*out[1] - y*out[0]) / e.sigma}
		for m := range j {
			b[m] += w * j[m] * off
			for n := range j {
				a[m][n] += w * j[m] * j[n]
			}
		}
	})
	for m := range a {
		a[m][m] += stays
	}
	d := solve3(a, b)
	sin, cos := math.Sincos(place.turn)
	place.at.X += f.pitch * (d[0]*cos - d[1]*sin)
	place.at.Y += f.pitch * (d[0]*sin + d[1]*cos)
	place.turn += d[2]
	loss := 0.0
	f.off(o, &met, place, func(_ *edgeRay, off, _, _ float64) {
		l, _ := robust(off)
		loss += l
	})
	return place, loss, true
}

// off tells of each edge how far off that of a face is, in its standard deviations, and where it was met, in the face's own measures.
func (f *spotField) off(o *outline, met *[halfSides]engine.Point, at facePlace, tell func(e *edgeRay, off, x, y float64)) {
	half := f.sz.side / f.sz.pitch / 2
	sin, cos := math.Sincos(at.turn)
	for i := range o.edges {
		e := &o.edges[i]
		dx, dy := (met[i].X-at.at.X)/f.pitch, (met[i].Y-at.at.Y)/f.pitch
		x, y := dx*cos+dy*sin, dy*cos-dx*sin
		out := &sideAxes[e.half/2][0]
		tell(e, (x*out[0]+y*out[1]-half)/e.sigma, x, y)
	}
}

// misfit is how badly squares on the field's plane fit the outlines, each shifted and turned as it fits best.
func (f *spotField) misfit(all []outline) float64 {
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
func (f *spotField) replace(all []outline) {
	var kept []spot
	for i := range all {
		place, _, ok := f.fit(&all[i])
		if !ok {
			continue
		}
		for _, s := range f.spots {
			if s.mark.at == all[i].mark {
				s.at, s.turn = place.at, place.turn
				kept = append(kept, s)
				break
			}
		}
	}
	f.spots = kept
}
