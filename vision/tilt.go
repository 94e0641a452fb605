package vision

import (
	"math"

	"tilewatch/engine"
)

// outline is a spot's edges as they were found in the picture.
type outline struct {
	at     engine.Point // of the spot, in the picture
	turned engine.Point // a point to the right of it
	edges  []sight      // of place 0, 0
}

// outlines finds the edges of a field's spots, and says how likely they are where they are expected.
func (r *raster) outlines(f *spotField, l *locator) (all []outline, likelihood float64) {
	for _, s := range f.spots {
		p := f.poseAt(s.at, s.turn)
		v := r.border(&p, engine.Place{}, 1, float64(l.Step))
		if v.outside {
			continue
		}
		o := outline{at: p.pixel(0, 0, 1), turned: p.pixel(0.3, 0, 1)}
		for i := range v.inputs {
			found := l.locate(&v.inputs[i])
			likelihood += math.Log(0.1 + found.here)
			if found.none < edgeBeyond {
				o.edges = append(o.edges, v.sight(i, engine.Place{}, 1, found))
			}
		}
		if len(o.edges) >= 5 { // fewer fit any table
			all = append(all, o)
		}
	}
	return all, likelihood
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
					if g, ok := f.moved(k, sign*step); ok {
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
func (f *spotField) moved(k int, by float64) (spotField, bool) {
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
	// The tiles keep their mean size in the picture.
	ratio, n := 0.0, 0.0
	for _, s := range f.spots {
		a, oka := t.onTable(s.mark.at)
		b, okb := t.onTable(engine.Point{X: s.mark.at.X + 1, Y: s.mark.at.Y})
		c, okc := t.onTable(engine.Point{X: s.mark.at.X, Y: s.mark.at.Y + 1})
		d, okd := f.plane.onTable(s.mark.at)
		e, oke := f.plane.onTable(engine.Point{X: s.mark.at.X + 1, Y: s.mark.at.Y})
		h, okh := f.plane.onTable(engine.Point{X: s.mark.at.X, Y: s.mark.at.Y + 1})
		if oka && okb && okc && okd && oke && okh {
			ratio += 0.5 * math.Log(area(a, b, c)/area(d, e, h))
			n++
		}
	}
	if n > 0 {
		g.pitch *= math.Exp(ratio / n)
	}
	return g, true
}

func area(a, b, c engine.Point) float64 {
	return math.Abs((b.X-a.X)*(c.Y-a.Y) - (b.Y-a.Y)*(c.X-a.X))
}

// poseOf is how a face lies on the field's plane, as far as its outline tells.
func (f *spotField) poseOf(o *outline) (pose, bool) {
	a, oka := f.plane.onTable(o.at)
	b, okb := f.plane.onTable(o.turned)
	if !oka || !okb {
		return pose{}, false
	}
	return f.poseAt(a, math.Atan2(b.Y-a.Y, b.X-a.X)), true
}

// misfit is how badly squares on the field's plane fit the outlines, each shifted and turned as it fits best.
func (f *spotField) misfit(all []outline) float64 {
	sum := 0.0
	for i := range all {
		p, ok := f.poseOf(&all[i])
		if !ok {
			return math.Inf(1)
		}
		p.fitInPlane(all[i].edges)
		for k := range all[i].edges {
			a, _, _ := p.residuals(&all[i].edges[k])
			loss, _ := robust(a)
			sum += loss
		}
	}
	return sum
}

// replace puts the spots where their outlines are.
func (f *spotField) replace(all []outline) {
	var kept []spot
	for i := range all {
		p, ok := f.poseOf(&all[i])
		if !ok {
			continue
		}
		p.fitInPlane(all[i].edges)
		for _, s := range f.spots {
			if dist(s.mark.at, all[i].at) < 0.4*p.scale(engine.Place{}) {
				s.at, s.turn = f.placeOf(&p)
				kept = append(kept, s)
				break
			}
		}
	}
	f.spots = kept
}

// fitInPlane moves the face of place 0, 0 in the table's plane to where its edges are: one step of Gauss and Newton.
func (p *pose) fitInPlane(edges []sight) {
	const by = 0.01 // pitches, radians
	middle := p.space(0, 0, 1)
	steps := [3]pose{
		p.moved([6]float64{3: by * p.pitch * p.x[0], 4: by * p.pitch * p.x[1], 5: by * p.pitch * p.x[2]}, middle),
		p.moved([6]float64{3: by * p.pitch * p.y[0], 4: by * p.pitch * p.y[1], 5: by * p.pitch * p.y[2]}, middle),
		p.moved([6]float64{by * p.z[0], by * p.z[1], by * p.z[2]}, middle),
	}
	var a [6][6]float64
	var b [6]float64
	for i := range edges {
		r, _, _ := p.residuals(&edges[i])
		var j [3]float64
		for k := range steps {
			s, _, _ := steps[k].residuals(&edges[i])
			j[k] = (s - r) / by
		}
		_, w := robust(r)
		for m := range j {
			b[m] -= w * j[m] * r
			for n := range j {
				a[m][n] += w * j[m] * j[n]
			}
		}
	}
	for m := range a {
		a[m][m] += 30
	}
	d, _ := solve6(a, b)
	shift := p.x.scale(d[0] * p.pitch).add(p.y.scale(d[1] * p.pitch))
	turn := p.z.scale(d[2])
	*p = p.moved([6]float64{turn[0], turn[1], turn[2], shift[0], shift[1], shift[2]}, middle)
}
