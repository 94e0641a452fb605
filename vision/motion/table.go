package motion

import (
	"slices"
)

// table is how the table looks when nothing is over it: 3 values a pixel, BGR, in the brightness of the frame it last
// followed. Empty: not known.
type model struct {
	mean []float32
	// former is how each pixel of the table looked before that. A look that was known is never strange: should a resting
	// hand ever be taken for a part of the table, the table is known again as soon as the hand goes. Empty: not kept.
	previous []float32
	// Beside the table, each pixel has a rival: another look, and for how many seconds in all it was seen there. So a
	// thing put on the table becomes part of it, even if hands pass over it all the time, and a hand does not.
	rival    []float32
	rivalFor []float32
}

func (t *model) fits(v *view) bool { return len(t.mean) > 0 && len(t.mean) == len(v.now) }

// take makes the frame the table.
func (t *model) copyFrame(v *view) {
	t.mean = slices.Grow(t.mean[:0], len(v.now))[:len(v.now)]
	for i, p := range v.now {
		t.mean[i] = float32(p)
	}
}

// unknown is no pixel's value, nor near one.
const unknown = -1000

// remember starts to keep what the table looked like formerly, and rivals.
func (t *model) startHistory() {
	t.rival = append(t.rival[:0], t.mean...)
	t.rivalFor = slices.Grow(t.rivalFor[:0], len(t.mean)/3)[:len(t.mean)/3]
	clear(t.rivalFor)
	t.previous = slices.Grow(t.previous[:0], len(t.mean))[:len(t.mean)]
	for i := range t.previous {
		t.previous[i] = unknown
	}
}

// set takes one pixel of the frame.
func (t *model) replace(v *view, d *difference, pixel int) {
	for c := 3 * pixel; c < 3*pixel+3; c++ {
		t.previous[c], t.mean[c] = t.mean[c], float32(v.now[c])/d.gain[c%3]
	}
	t.rivalFor[pixel] = 0
}

// recall says whether the pixel looks as it did formerly, and if so makes that the table's look again.
func (t *model) restore(d *difference, now []uint8, pixel int) bool {
	if len(t.previous) == 0 || !d.alike(now, t.previous[3*pixel:3*pixel+3:3*pixel+3]) {
		return false
	}
	for c := 3 * pixel; c < 3*pixel+3; c++ {
		t.mean[c], t.previous[c] = t.previous[c], unknown // not to be mistaken again
	}
	return true
}

// ponder counts for each pixel how long its rival has been seen. What is seen now and then for a moment does not get
// there; a look seen a third of the time does, and is part of the table once it was seen for hold seconds.
func (t *model) ageRivals(v *view, d *difference, passed, hold float32) {
	for i, m := range d.mask {
		if m == same {
			if t.rivalFor[i] > 0 {
				t.rivalFor[i] -= passed
			}
			continue
		}
		now, rival := v.now[3*i:3*i+3:3*i+3], t.rival[3*i:3*i+3:3*i+3]
		switch {
		case d.alike(now, rival):
			t.rivalFor[i] += passed
			if t.rivalFor[i] >= hold {
				t.replace(v, d, i)
				d.mask[i] = same
			}
		case t.rivalFor[i] > 0:
			t.rivalFor[i] -= passed / 2
		default:
			for c := range 3 {
				rival[c] = float32(now[c]) / d.gain[c]
			}
		}
	}
}

// followTime is how fast the table follows slow changes of the light, seconds.
const followTime = 1

// follow lets the pixels that are the same as before drift towards the frame, and all of them with its exposure.
func (t *model) adapt(v *view, d *difference, passed float32) {
	rate := min(passed/followTime, 0.5)
	for i, m := range d.mask {
		for c := range 3 {
			p := &t.mean[3*i+c]
			*p *= d.gain[c]
			t.rival[3*i+c] *= d.gain[c]
			t.previous[3*i+c] *= d.gain[c]
			if m == same {
				*p += rate * (float32(v.now[3*i+c]) - *p)
			}
		}
	}
	d.gain = [3]float32{1, 1, 1}
}

// What a pixel of the frame is, compared with the table.
const (
	same       uint8 = iota
	shadow           // darker or brighter, but of the same color: a shadow or a reflection
	foreground       // something else
)

// difference is a comparison of a frame with the table.
type difference struct {
	w, h    int
	limit   float32    // gray levels: more is not the same
	gain    [3]float32 // brightness of the frame over the table's
	mask    []uint8    // same, shaded or strange
	raw     []uint8    // scratch of erode
	label   []int32    // blob of each pixel, from 1; 0: none
	members []int32    // pixels of all blobs, blob after blob
}

// compare fills mask, and says which share of the picture is not the same.
func (d *difference) compare(v *view, t *model) float64 {
	d.w, d.h = v.w, v.h
	d.gain = v.gainOver(func(i int) float32 { return t.mean[i] })
	d.limit = max(10, 2.7*v.noise+6) // the table's own noise is averaged away
	d.mask = slices.Grow(d.mask[:0], v.w*v.h)[:v.w*v.h]
	n := 0
	for i := range d.mask {
		now, then := v.now[3*i:3*i+3:3*i+3], t.mean[3*i:3*i+3:3*i+3]
		if d.alike(now, then) || t.restore(d, now, i) {
			d.mask[i] = same
			continue
		}
		n++
		d.mask[i] = d.classify(now, then)
		if d.mask[i] == shadow && !d.sameTexture(v, t, i) {
			d.mask[i] = foreground
		}
	}
	return float64(n) / float64(v.w*v.h)
}

// alike says whether two pixels differ by no more than the limit.
func (d *difference) alike(now []uint8, then []float32) bool {
	return !differs(now[0], d.gain[0]*then[0], d.limit) && !differs(now[1], d.gain[1]*then[1], d.limit) && !differs(now[2], d.gain[2]*then[2], d.limit)
}

// apart says whether two values of a color differ by more than the limit.
func differs(a uint8, b, limit float32) bool {
	gap := float32(a) - b
	return gap > limit || gap < -limit
}

// kind tells a shadow, which takes the same share of each color, from something else.
func (d *difference) classify(now []uint8, then []float32) uint8 {
	var a, b [3]float32
	for c := range 3 {
		a[c], b[c] = float32(now[c]), d.gain[c]*then[c]
	}
	ratio := (a[0] + a[1] + a[2] + 1) / (b[0] + b[1] + b[2] + 1)
	if ratio < 0.4 || ratio > 1.6 {
		return foreground
	}
	tint := 0.7 * d.limit
	if max(abs32(a[0]-ratio*b[0]), abs32(a[1]-ratio*b[1]), abs32(a[2]-ratio*b[2])) <= tint {
		return shadow
	}
	return foreground
}

// sameGrain says whether the table's pattern still shows at a shaded pixel: through a shadow it does, through a hand that
// happens to have the table's color it does not.
func (d *difference) sameTexture(v *view, t *model, i int) bool {
	ratio := (float32(v.now[3*i+1]) + 1) / (d.gain[1]*t.mean[3*i+1] + 1)
	for _, j := range [...]int{i - 2, i + 2, i - 2*d.w, i + 2*d.w} {
		if j < 0 || j >= len(d.mask) {
			continue
		}
		now := float32(v.now[3*j+1]) - float32(v.now[3*i+1])
		then := ratio * d.gain[1] * (t.mean[3*j+1] - t.mean[3*i+1])
		if abs32(now-then) > d.limit {
			return false
		}
	}
	return true
}

// erode leaves in mask only what is not the same in all of its 3 x 3 neighborhood. Compression and a picture that sways by
// a fraction of a pixel change thin lines along edges; hands and tiles are solid. It says which share is left.
func (d *difference) erode() float64 {
	d.raw = append(d.raw[:0], d.mask...)
	n := 0
	for y := range d.h {
		for x := range d.w {
			i := y*d.w + x
			if d.raw[i] == same {
				continue
			}
			if d.solid(x, y) {
				n++
			} else {
				d.mask[i] = same
			}
		}
	}
	return float64(n) / float64(len(d.mask))
}

func (d *difference) solid(x, y int) bool {
	for ny := max(0, y-1); ny <= min(d.h-1, y+1); ny++ {
		for nx := max(0, x-1); nx <= min(d.w-1, x+1); nx++ {
			if d.raw[ny*d.w+nx] == same {
				return false
			}
		}
	}
	return true
}
