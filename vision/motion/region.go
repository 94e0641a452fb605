package motion

import (
	"image"

	"tilewatch/engine"
)

// Region is a part of the picture: what changed on the table. The zero value is empty. It is a copy and never
// changes.
type Region struct {
	// Box encloses the region, in picture pixels; empty if nothing changed.
	Box image.Rectangle
	// Share of the picture that belongs to the region, 0 to 1.
	Share float64

	w, h, factor int
	mask         []bool // nil: all of Box
}

// Empty says whether nothing changed.
func (r Region) Empty() bool { return r.Box.Empty() }

// Contains says whether the region contains a pixel, to within about four pixels at 1280 x 720.
func (r Region) Contains(p engine.Point) bool {
	if r.Empty() || p.X < 0 || p.Y < 0 {
		return false
	}
	if r.mask == nil {
		return image.Pt(int(p.X), int(p.Y)).In(r.Box)
	}
	x, y := int(p.X)/r.factor, int(p.Y)/r.factor
	return x < r.w && y < r.h && r.mask[y*r.w+x]
}

// Overlap is the share of the quadrilateral inside the region, 0 to 1, from 25 samples.
func (r Region) Overlap(q engine.Quad) float64 {
	const n = 5
	inside := 0
	for i := range n {
		for j := range n {
			u, v := (float64(i)+0.5)/n, (float64(j)+0.5)/n
			p := engine.Point{
				X: (1-v)*((1-u)*q[0].X+u*q[1].X) + v*((1-u)*q[3].X+u*q[2].X),
				Y: (1-v)*((1-u)*q[0].Y+u*q[1].Y) + v*((1-u)*q[3].Y+u*q[2].Y),
			}
			if r.Contains(p) {
				inside++
			}
		}
	}
	return float64(inside) / (n * n)
}

func wholeRegion(v *view) Region {
	return Region{Box: image.Rectangle{Max: v.full}, Share: 1}
}

// region is the union of a comparison's blobs, where they matter.
func (d *difference) region(v *view, ground *ground) Region {
	r := Region{w: d.w, h: d.h, factor: v.factor, mask: make([]bool, d.w*d.h)}
	n := 0
	for _, b := range d.findBlobs(nil) {
		if _, reached, _ := ground.touch(&b, d); reached < minBlob {
			continue
		}
		n += b.area
		for _, p := range d.pixels(&b) {
			r.mask[p] = true
		}
		r.Box = r.Box.Union(b.box(v.factor))
	}
	r.Share = float64(n) / float64(d.w*d.h)
	return r
}
