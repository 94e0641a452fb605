package vision

import (
	_ "embed" // the locators
	"math"
	"slices"
	"sync"

	"tilewatch/engine"
)

//go:embed wide.bin
var wideFile []byte

//go:embed narrow.bin
var narrowFile []byte

// Steps of the locators, in pitches.
const (
	WideStep   = 0.02
	NarrowStep = 0.01
)

// wideLocator finds edges up to a fifth of a pitch away, narrowLocator up to half of that, and twice as exactly.
var (
	wideLocator   = sync.OnceValue(func() *locator { return embeddedLocator("wide", wideFile) })
	narrowLocator = sync.OnceValue(func() *locator { return embeddedLocator("narrow", narrowFile) })
)

const linkPlay = 0.01 // how far a tile lies off its place, in pitches (standard deviation)

const edgeBeyond = 0.7 // from this probability of there being no edge in reach on, half a side says nothing

// borderSights looks on each half of each side of every face for its edge.
func (r *raster) borderSights(p *pose, cells stacks, l *locator) []sight {
	places := cells.places()
	sights := make([][]sight, len(places))
	onAllCores(len(places), func(i int) { sights[i] = r.faceSights(p, cells, places[i], l) })
	return slices.Concat(sights...)
}

// faceSights looks for the edges of one face.
func (r *raster) faceSights(p *pose, cells stacks, at engine.Place, l *locator) []sight {
	var v borderView
	level := cells[at]
	r.border(&v, p, at, float64(level), float64(l.Step))
	if v.outside {
		return nil
	}
	var sights []sight
	for i, found := range l.locate(&v.inputs) {
		if v.lift[i] < 0 && cells[at.Add(sideSteps[i/2])] > level {
			continue // hidden
		}
		if found.none < edgeBeyond {
			sights = append(sights, v.sight(i, at, level, found))
		}
	}
	return sights
}

// sight is the edge found on half side i.
func (v *borderView) sight(i int, at engine.Place, level int, found located) sight {
	out, dir := sideAxes[i/2][0], sideAxes[i/2][1]
	along := halfMiddle[i%2]
	point := func(d, a float64) engine.Point { return v.square.pixel(d*out[0]+a*dir[0], d*out[1]+a*dir[1]) }
	a, b, c := point(v.half, along), point(v.half+found.offset, along), point(v.half, along+0.02)
	n := dist(a, c)
	nx, ny := -(c.Y-a.Y)/n, (c.X-a.X)/n
	d := point(v.half+0.05, along)
	perPitch := math.Abs((d.X-a.X)*nx+(d.Y-a.Y)*ny) / 0.05
	return sight{
		col: float64(at.Col) + v.half*out[0] + along*dir[0], row: float64(at.Row) + v.half*out[1] + along*dir[1], level: float64(level),
		at: b, nx: nx, ny: ny, weight: (1 - found.none) / (math.Hypot(found.sigma, linkPlay) * perPitch),
	}
}

// borderLikelihood is how likely the edges of all faces are just where the pose has them, against anywhere near.
func (r *raster) borderLikelihood(p *pose, cells stacks) float64 {
	l := narrowLocator()
	sum := 0.0
	var v borderView
	for _, at := range cells.places() {
		level := cells[at]
		r.border(&v, p, at, float64(level), float64(l.Step))
		if v.outside {
			continue
		}
		for i, found := range l.locate(&v.inputs) {
			if cells[at.Add(sideSteps[i/2])] <= level {
				sum += math.Log(0.1 + found.here)
			}
		}
	}
	return sum
}

// edgesSeen is on how many of a face's eight half sides an edge is near.
func (r *raster) edgesSeen(p *pose, at engine.Place, level int) float64 {
	l := wideLocator()
	var v borderView
	if r.border(&v, p, at, float64(level), float64(l.Step)); v.outside {
		return 0
	}
	seen := 0.0
	for _, found := range l.locate(&v.inputs) {
		seen += 1 - found.none
	}
	return seen
}

// apart is how far faces lie from where another pose has them, at most, in pitches.
func (p *pose) apart(o *pose, cells stacks) float64 {
	most := 0.0
	for at, level := range cells {
		a := p.space(float64(at.Col), float64(at.Row), float64(level))
		b := o.space(float64(at.Col), float64(at.Row), float64(level))
		d := a.add(b.scale(-1))
		most = max(most, math.Sqrt(d.dot(d))/p.pitch)
	}
	return most
}

// settle moves a single face in the table's plane to where its edges are.
func (r *raster) settle(p *pose, level float64, l *locator) {
	var v borderView
	r.border(&v, p, engine.Place{}, level, float64(l.Step))
	if v.outside {
		return
	}
	var a [3][3]float64
	var b [3]float64
	for i, found := range l.locate(&v.inputs) {
		if found.none > edgeBeyond {
			continue
		}
		// How far outward half a side moves if the face is shifted along its two axes, and turned.
		out, dir, along := sideAxes[i/2][0], sideAxes[i/2][1], halfMiddle[i%2]
		x, y := v.half*out[0]+along*dir[0], v.half*out[1]+along*dir[1]
		j := [3]float64{out[0], out[1], x*out[1] - y*out[0]}
		w := (1 - found.none) * (1 - found.none) / (found.sigma * found.sigma)
		for m := range j {
			b[m] += w * j[m] * found.offset
			for n := range j {
				a[m][n] += w * j[m] * j[n]
			}
		}
	}
	for m := range a {
		a[m][m] += stays
	}
	d := solve3(a, b)
	turn := p.z.scale(d[2])
	shift := p.x.scale(d[0] * p.pitch).add(p.y.scale(d[1] * p.pitch))
	*p = p.moved(motion{turn[0], turn[1], turn[2], shift[0], shift[1], shift[2]}, p.space(0, 0, level))
}

// stays holds a face whose edges are not found where it is, in 1/pitches or 1/radians, squared.
const stays = 30
