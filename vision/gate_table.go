package vision

import "slices"

// table is how the table looks when nothing is over it: 3 values a pixel, BGR, in the brightness of the frame it was
// last compared with. Empty: not known.
type table struct{ px []float32 }

func (t *table) fits(v *view) bool { return len(t.px) > 0 && len(t.px) == len(v.now) }

// take makes the frame the table.
func (t *table) take(v *view) {
	t.px = slices.Grow(t.px[:0], len(v.now))[:len(v.now)]
	for i, p := range v.now {
		t.px[i] = float32(p)
	}
}

// set takes one pixel of the frame.
func (t *table) set(v *view, pixel int) {
	for c := 3 * pixel; c < 3*pixel+3; c++ {
		t.px[c] = float32(v.now[c])
	}
}

// followTime is how fast the table follows slow changes of the light, seconds.
const followTime = 1

// follow lets the pixels that are the same as before drift towards the frame, and all of them with its exposure.
func (t *table) follow(v *view, d *difference, passed float32) {
	rate := min(passed/followTime, 0.5)
	for i, m := range d.mask {
		for c := range 3 {
			p := &t.px[3*i+c]
			*p *= d.gain[c]
			if m == same {
				*p += rate * (float32(v.now[3*i+c]) - *p)
			}
		}
	}
	d.gain = [3]float32{1, 1, 1}
}

// What a pixel of the frame is, compared with the table.
const (
	same    uint8 = iota
	shaded        // darker or brighter, but of the same color: a shadow or a reflection
	strange       // something else
)

// difference is a comparison of a frame with the table.
type difference struct {
	w, h  int
	gain  [3]float32 // brightness of the frame over the table's
	mask  []uint8    // same, shaded or strange
	label []int32    // blob of each pixel, from 1; 0: none
	order []int32    // pixels of all blobs, blob after blob
}

// compare fills mask, and says which share of the picture is not the same.
func (d *difference) compare(v *view, t *table) float64 {
	d.w, d.h = v.w, v.h
	d.gain = v.gain(func(i int) float32 { return t.px[i] })
	d.mask = slices.Grow(d.mask[:0], v.w*v.h)[:v.w*v.h]
	limit := max(13, 4*v.noise+6)
	n := 0
	for i := range d.mask {
		d.mask[i] = d.kind(v.now[3*i:3*i+3:3*i+3], t.px[3*i:3*i+3:3*i+3], limit)
		if d.mask[i] != same {
			n++
		}
		if d.mask[i] == shaded && !d.sameGrain(v, t, i, limit) {
			d.mask[i] = strange
		}
	}
	return float64(n) / float64(v.w*v.h)
}

// kind compares a pixel of the frame with the table's. A shadow takes the same share of each color.
func (d *difference) kind(now []uint8, then []float32, limit float32) uint8 {
	var a, b [3]float32
	for c := range 3 {
		a[c], b[c] = float32(now[c]), d.gain[c]*then[c]
	}
	if max(abs32(a[0]-b[0]), abs32(a[1]-b[1]), abs32(a[2]-b[2])) <= limit {
		return same
	}
	ratio := (a[0] + a[1] + a[2] + 1) / (b[0] + b[1] + b[2] + 1)
	if ratio < 0.4 || ratio > 1.6 {
		return strange
	}
	tint := limit * (0.4 + 0.4*ratio)
	if max(abs32(a[0]-ratio*b[0]), abs32(a[1]-ratio*b[1]), abs32(a[2]-ratio*b[2])) <= tint {
		return shaded
	}
	return strange
}

// sameGrain says whether the table's pattern still shows at a shaded pixel: through a shadow it does, through a hand that
// happens to have the table's color it does not.
func (d *difference) sameGrain(v *view, t *table, i int, limit float32) bool {
	ratio := (float32(v.now[3*i+1]) + 1) / (d.gain[1]*t.px[3*i+1] + 1)
	for _, j := range [...]int{i - 2, i + 2, i - 2*d.w, i + 2*d.w} {
		if j < 0 || j >= len(d.mask) {
			continue
		}
		now := float32(v.now[3*j+1]) - float32(v.now[3*i+1])
		then := ratio * d.gain[1] * (t.px[3*j+1] - t.px[3*i+1])
		if abs32(now-then) > limit {
			return false
		}
	}
	return true
}
