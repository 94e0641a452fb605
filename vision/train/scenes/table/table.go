package table

import (
	"math"
	"math/rand/v2"
	"slices"
)

// layer is a pattern laid on the plane.
type layer struct {
	tex      *texture // nil is a flat color
	flat     rgb
	cos, sin float64
	dx, dy   float64
}

func (l *layer) at(x, y, radius float64) rgb {
	if l.tex == nil {
		return l.flat
	}
	return l.tex.at(l.cos*x+l.sin*y+l.dx, l.cos*y-l.sin*x+l.dy, radius)
}

// Table is a table with its cloth and all flat things on it.
type Table struct {
	name            string
	base            layer
	covers          []cover // from the lowest up
	slow            slow
	stain           float32 // share by which wear darkens or lightens
	warp            float64 // millimetres by which the cloth is pulled
	grain           *grain
	rough           float32 // the grain's strength
	strength, power float64
}

// Name is the family's name.
func (t *Table) Name() string { return t.name }

// Gloss is the strength and the exponent of the surface's Blinn-Phong lobe.
func (t *Table) Gloss() (strength, power float64) { return t.strength, t.power }

// At is the linear reflectance at millimetres from the table's middle.
func (t *Table) At(x, y float64) [3]float64 { return t.AtArea(x, y, 0) }

// AtArea is the mean linear reflectance over a footprint of a radius in millimetres.
func (t *Table) AtArea(x, y, radius float64) [3]float64 {
	s := t.slow.at(x, y)
	from := t.opaque(x, y, radius)
	var c rgb
	if from < 0 {
		c = t.base.at(x+t.warp*float64(s[1]), y+t.warp*float64(s[2]), radius)
	}
	for i := max(from, 0); i < len(t.covers); i++ {
		o := &t.covers[i]
		if k := o.share(x, y, radius); k > 0 {
			c = c.mix(o.layer.at(x, y, radius), float32(k))
		}
	}
	k := 1 + t.stain*s[0]
	if t.rough > 0 {
		k *= 1 + t.rough*t.grain.at(x, y, radius)
	}
	return [3]float64{float64(min(c[0]*k, 1)), float64(min(c[1]*k, 1)), float64(min(c[2]*k, 1))}
}

// opaque is the topmost cover that hides all below it, or -1.
func (t *Table) opaque(x, y, radius float64) int {
	for i := len(t.covers) - 1; i >= 0; i-- {
		if t.covers[i].share(x, y, radius) >= 1-1e-9 {
			return i
		}
	}
	return -1
}

// Held are the families that DrawTraining never draws, so that tests see tables unlike all of training.
func Held() []string {
	var names []string
	for _, f := range families {
		if f.held {
			names = append(names, f.name)
		}
	}
	return names
}

// Draw draws a table of any family.
func Draw(r *rand.Rand) *Table { return draw(r, families) }

// DrawTraining draws a table of the families that are not held back, as are all mats and floors on it.
func DrawTraining(r *rand.Rand) *Table { return draw(r, training()) }

func training() []family {
	return slices.DeleteFunc(slices.Clone(families), func(f family) bool { return f.held })
}

// Of draws a table of a family; nil if there is none of that name. Its mats and floors are of families that are not held back.
func Of(name string, r *rand.Rand) *Table {
	i := slices.IndexFunc(families, func(f family) bool { return f.name == name })
	if i < 0 {
		return nil
	}
	return build(r, families[i], training())
}

func draw(r *rand.Rand, from []family) *Table { return build(r, pick(r, from), from) }

func pick(r *rand.Rand, from []family) family {
	total := 0.0
	for _, f := range from {
		total += f.weight
	}
	at := total * r.Float64()
	for _, f := range from {
		if at -= f.weight; at < 0 {
			return f
		}
	}
	return from[len(from)-1]
}

func build(r *rand.Rand, f family, from []family) *Table {
	p, base := f.paint(r)
	t := &Table{name: f.name, base: base, slow: newSlow(r), grain: grains()[r.IntN(len(grains()))]}
	if chance(r, 0.7) {
		t.stain = float32(logBetween(r, 0.02, 0.25))
	}
	if chance(r, 0.7) {
		t.rough = float32(logBetween(r, 0.02, 0.25))
	}
	if !p.hard && chance(r, 0.6) {
		t.warp = logBetween(r, 0.01, 0.08) / t.slow.scale // lines bend by a few degrees
	}
	t.strength, t.power = drawGloss(r, p)
	t.cover(r, from)
	return t
}

func drawGloss(r *rand.Rand, p *painter) (strength, power float64) {
	switch {
	case p.glossy:
		return between(r, 0.3, 1), logBetween(r, 80, 800)
	case p.hard && chance(r, 0.6):
		return between(r, 0.02, 0.4), logBetween(r, 20, 300)
	case chance(r, 0.15): // oilcloth
		return between(r, 0.02, 0.3), logBetween(r, 10, 150)
	}
	return 0, 1
}

// lay lays a pattern on the plane at any angle.
func lay(r *rand.Rand, tex *texture, flat rgb) layer {
	sin, cos := math.Sincos(between(r, 0, 2*math.Pi))
	return layer{tex, flat, cos, sin, between(r, -500, 500), between(r, -500, 500)}
}
