package motion

import (
	"slices"
)

// The classes of a pixel against the model.
const (
	same       uint8 = iota
	shadow           // darker or brighter, with the same color: a shadow or a reflection
	foreground       // anything else
)

// Limits of a pixel's class, hand-set: lower ones turn noise into foreground, higher ones
// hide hands of the table's color.
const (
	sameLeast                      = 10       // gray levels; limit of a camera without noise
	sameNoises, sameBase           = 2.7, 6   // limit is sameNoises * noise + sameBase; the model's own noise averages out
	shadowDarkest, shadowBrightest = 0.4, 1.6 // brightness over the model's
	shadowTint                     = 0.7      // of limit: largest gap of a channel after scaling
)

// difference is a comparison of a frame with a model.
type difference struct {
	w, h    int
	limit   float32    // gray levels between two equal pixels, at most
	gain    [3]float32 // brightness of the frame over the model's
	mask    []uint8    // same, shadow or foreground
	raw     []uint8    // scratch of erode
	label   []int32    // blob of each pixel, from 1; 0: none
	members []int32    // pixels of all blobs, blob after blob
}

// compare fills in mask and returns the share of the picture that is not the same.
func (d *difference) compare(v *view, m *model) float64 {
	d.w, d.h = v.w, v.h
	d.gain = v.gainOver(func(i int) float32 { return m.mean[i] })
	d.limit = max(sameLeast, sameNoises*v.noise+sameBase)
	d.mask = slices.Grow(d.mask[:0], v.w*v.h)[:v.w*v.h]
	n := 0
	for i := range d.mask {
		now, then := v.now[3*i:3*i+3:3*i+3], m.mean[3*i:3*i+3:3*i+3]
		if d.alike(now, then) || m.restore(d, now, i) {
			d.mask[i] = same
			continue
		}
		n++
		d.mask[i] = d.classify(now, then)
		if d.mask[i] == shadow && !d.sameTexture(v, m, i) {
			d.mask[i] = foreground
		}
	}
	return float64(n) / float64(v.w*v.h)
}

// alike says whether two pixels differ by at most the limit.
func (d *difference) alike(now []uint8, then []float32) bool {
	return !differs(now[0], d.gain[0]*then[0], d.limit) && !differs(now[1], d.gain[1]*then[1], d.limit) && !differs(now[2], d.gain[2]*then[2], d.limit)
}

// differs says whether two values differ by more than the limit.
func differs(a uint8, b, limit float32) bool {
	gap := float32(a) - b
	return gap > limit || gap < -limit
}

// classify separates a shadow, which scales all channels alike, from foreground.
func (d *difference) classify(now []uint8, then []float32) uint8 {
	var a, b [3]float32
	for c := range 3 {
		a[c], b[c] = float32(now[c]), d.gain[c]*then[c]
	}
	ratio := (a[0] + a[1] + a[2] + 1) / (b[0] + b[1] + b[2] + 1)
	if ratio < shadowDarkest || ratio > shadowBrightest {
		return foreground
	}
	tint := shadowTint * d.limit
	if max(abs32(a[0]-ratio*b[0]), abs32(a[1]-ratio*b[1]), abs32(a[2]-ratio*b[2])) <= tint {
		return shadow
	}
	return foreground
}

// sameTexture says whether the model's pattern still shows at a shadow pixel. It shows through a shadow, but not
// through a hand of the table's color.
func (d *difference) sameTexture(v *view, m *model, i int) bool {
	ratio := (float32(v.now[3*i+1]) + 1) / (d.gain[1]*m.mean[3*i+1] + 1)
	for _, j := range [...]int{i - 2, i + 2, i - 2*d.w, i + 2*d.w} {
		if j < 0 || j >= len(d.mask) {
			continue
		}
		now := float32(v.now[3*j+1]) - float32(v.now[3*i+1])
		then := ratio * d.gain[1] * (m.mean[3*j+1] - m.mean[3*i+1])
		if abs32(now-then) > d.limit {
			return false
		}
	}
	return true
}

// erode keeps in mask only pixels whose whole 3 x 3 neighborhood is not the same (morphological erosion), and
// returns the share left. Compression and a camera that sways by a fraction of a pixel change thin lines along
// edges; hands and tiles are solid.
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
