package table

import (
	"math"
	"math/rand/v2"
)

// cover is a flat thing on the table: a mat, a runner, a sheet, a border, or the floor beyond the table's end.
type cover struct {
	layer    layer
	x, y     float64 // its middle
	cos, sin float64
	hu, hv   float64 // half sides
	disk     bool    // of radius hu
}

// share is how much of a footprint the cover hides.
func (o *cover) share(x, y, radius float64) float64 {
	w := max(2*radius, 0.02)
	x, y = x-o.x, y-o.y
	if o.disk {
		return min(max(0.5-(math.Sqrt(x*x+y*y)-o.hu)/w, 0), 1)
	}
	u, v := o.cos*x+o.sin*y, o.cos*y-o.sin*x
	du, dv := math.Abs(u), math.Abs(v)
	if du-w > o.hu || dv-w > o.hv {
		return 0
	}
	if du+w < o.hu && dv+w < o.hv {
		return 1
	}
	return overlap(u, w, o.hu) * overlap(v, w, o.hv)
}

const (
	play      = 250.0  // mm from the middle in which a game is laid
	mostMat   = 0.4    // of the play that mats may hide: a net must see the tables too
	forever   = 4000.0 // mm: longer than any table
	mats      = 0.22   // of tables have a placemat or two
	runners   = 0.10   // of tables have a runner
	sheets    = 0.15   // of tables have a sheet of paper
	ending    = 0.4    // of tables show their end
	bordered  = 0.4    // of those have a border along it
	nearestAt = 170.0  // mm from the middle to the table's end
)

// cover draws what lies on the table, and its end.
func (t *Table) cover(r *rand.Rand, from []family) {
	if chance(r, runners) {
		t.add(r, func() cover { return turned(r, 60, forever, between(r, 70, 220)) }, from)
	}
	if chance(r, mats) {
		t.placemats(r, from)
	}
	if chance(r, sheets) {
		t.sheet(r)
	}
	if !chance(r, ending) {
		return
	}
	far, yaw := between(r, nearestAt, 700), between(r, 0, 2*math.Pi)
	if chance(r, bordered) {
		t.border(r, far, yaw)
	}
	floor := halfPlane(far, yaw)
	_, floor.layer = pick(r, floors(from)).paint(r)
	t.covers = append(t.covers, floor)
	if chance(r, 0.3) { // the corner of the table
		second := halfPlane(between(r, nearestAt, 700), yaw+math.Pi/2)
		second.layer = floor.layer
		t.covers = append(t.covers, second)
	}
}

// floors are the families that a floor may have.
func floors(from []family) []family {
	var hard []family
	for _, f := range from {
		if f.floor {
			hard = append(hard, f)
		}
	}
	return hard
}

func turned(r *rand.Rand, around, hu, hv float64) cover {
	sin, cos := math.Sincos(between(r, 0, 2*math.Pi))
	return cover{x: around * r.NormFloat64(), y: around * r.NormFloat64(), cos: cos, sin: sin, hu: hu, hv: hv}
}

func halfPlane(far, yaw float64) cover {
	sin, cos := math.Sincos(yaw)
	return cover{x: cos * (far + forever), y: sin * (far + forever), cos: cos, sin: sin, hu: forever, hv: 3 * forever}
}

// border is a band of other color along the table's end, perhaps with lines.
func (t *Table) border(r *rand.Rand, far, yaw float64) {
	col, wide := drawPalette(r), logBetween(r, 8, 90)
	for k := range 1 + r.IntN(3) {
		b := halfPlane(far-wide, yaw)
		b.layer = layer{flat: col[k]}
		t.covers = append(t.covers, b)
		wide *= between(r, 0.3, 0.9)
	}
}

// hides is the share of the play that mats hide.
func (t *Table) hides(more cover) float64 {
	hidden, all := 0.0, 0.0
	for y := -play; y <= play; y += 20 {
		for x := -play; x <= play; x += 20 {
			k := more.share(x, y, 0)
			for i := range t.covers {
				k = max(k, t.covers[i].share(x, y, 0))
			}
			hidden, all = hidden+k, all+1
		}
	}
	return hidden / all
}

// add lays a mat with its hem where enough of the table stays free.
func (t *Table) add(r *rand.Rand, draw func() cover, from []family) {
	for range 10 {
		o := draw()
		if t.hides(o) > mostMat {
			continue
		}
		if chance(r, 0.6) {
			hem, wide := o, logBetween(r, 1.5, 20)
			hem.layer = layer{flat: drawPalette(r)[0]}
			t.covers = append(t.covers, hem)
			o.hu, o.hv = o.hu-wide, o.hv-wide
		}
		_, o.layer = pick(r, from).paint(r)
		t.covers = append(t.covers, o)
		return
	}
}

func (t *Table) placemats(r *rand.Rand, from []family) {
	disk, hu, hv := chance(r, 0.25), between(r, 110, 220), between(r, 80, 160)
	for range 1 + r.IntN(2) {
		t.add(r, func() cover { o := turned(r, 220, hu, hv); o.disk = disk; return o }, from)
	}
}

// sheet lays a sheet of paper with writing, of A6 to A4.
func (t *Table) sheet(r *rand.Rand) {
	k := between(r, 0.5, 1)
	for range 10 {
		o := turned(r, 230, 105*k, 148*k)
		if t.hides(o) > mostMat {
			continue
		}
		p := newPainter(r)
		paper(p, 210*k, 297*k)
		sin, cos := o.sin, o.cos
		// The sheet's middle is the middle of its repeat.
		o.layer = layer{newTexture(p.c), rgb{}, cos, sin, 105*k - (cos*o.x + sin*o.y), 148.5*k - (cos*o.y - sin*o.x)}
		t.covers = append(t.covers, o)
		return
	}
}
