package motion

import (
	"slices"
)

// model is how the free table looks: 3 values a pixel, BGR, in the brightness of the frame it last adapted to.
// Empty: not learned.
type model struct {
	mean []float32
	// previous is each pixel's look before the present one. A pixel that looks like it is never foreground: if the
	// model absorbs a resting hand, it has the table back as soon as the hand leaves. Empty: not kept.
	previous []float32
	// Each pixel has a rival: another look, and for how many seconds in all it was seen. So a thing on the table
	// becomes part of it even if hands keep passing over it, and a hand does not.
	rival    []float32
	rivalFor []float32
}

func (m *model) fits(v *view) bool { return len(m.mean) > 0 && len(m.mean) == len(v.now) }

// copyFrame makes the frame the model.
func (m *model) copyFrame(v *view) {
	m.mean = slices.Grow(m.mean[:0], len(v.now))[:len(v.now)]
	for i, p := range v.now {
		m.mean[i] = float32(p)
	}
}

// unknown is far from every pixel's value.
const unknown = -1000

// startHistory starts to keep previous looks and rivals.
func (m *model) startHistory() {
	m.rival = append(m.rival[:0], m.mean...)
	m.rivalFor = slices.Grow(m.rivalFor[:0], len(m.mean)/3)[:len(m.mean)/3]
	clear(m.rivalFor)
	m.previous = slices.Grow(m.previous[:0], len(m.mean))[:len(m.mean)]
	for i := range m.previous {
		m.previous[i] = unknown
	}
}

// replace makes the frame's pixel the model's.
func (m *model) replace(v *view, d *difference, pixel int) {
	for c := 3 * pixel; c < 3*pixel+3; c++ {
		m.previous[c], m.mean[c] = m.mean[c], float32(v.now[c])/d.gain[c%3]
	}
	m.rivalFor[pixel] = 0
}

// disown drops the looks before the present ones, of pixels from which a thing has left: it was never the table, and is strange if it comes
// again.
func (m *model) disown(pixels []int32) {
	for _, p := range pixels {
		for c := 3 * p; c < 3*p+3; c++ {
			m.previous[c] = unknown
		}
	}
}

// restore says whether the pixel looks as it did before, and if so makes that the model's look.
func (m *model) restore(d *difference, now []uint8, pixel int) bool {
	if len(m.previous) == 0 || !d.alike(now, m.previous[3*pixel:3*pixel+3:3*pixel+3]) {
		return false
	}
	for c := 3 * pixel; c < 3*pixel+3; c++ {
		m.mean[c], m.previous[c] = m.previous[c], unknown // the look that the model drops was a mistake
	}
	return true
}

// ageRivals counts for how long each pixel has shown its rival. A look seen a third of the time gains, one seen
// for moments does not. After hold seconds the rival becomes the model's look.
func (m *model) ageRivals(v *view, d *difference, passed, hold float32) {
	for i, kind := range d.mask {
		if kind == same {
			if m.rivalFor[i] > 0 {
				m.rivalFor[i] -= passed
			}
			continue
		}
		now, rival := v.now[3*i:3*i+3:3*i+3], m.rival[3*i:3*i+3:3*i+3]
		switch {
		case d.alike(now, rival):
			m.rivalFor[i] += passed
			if m.rivalFor[i] >= hold {
				m.replace(v, d, i)
				d.mask[i] = same
			}
		case m.rivalFor[i] > 0:
			m.rivalFor[i] -= passed / rivalMemory
		default:
			for c := range 3 {
				rival[c] = float32(now[c]) / d.gain[c]
			}
		}
	}
}

// Hand-set: faster adaptation blurs slow hands into the model, slower one takes clouds for foreground.
const (
	adaptTime   = 1   // seconds in which the model follows a change of light
	maxAdapt    = 0.5 // share of the change that one frame may add
	rivalMemory = 2   // a rival out of sight loses its time this many times slower than it gained it
)

// adapt moves pixels that are the same towards the frame, and scales all of them to its exposure.
func (m *model) adapt(v *view, d *difference, passed float32) {
	rate := min(passed/adaptTime, maxAdapt)
	for i, kind := range d.mask {
		for c := range 3 {
			p := &m.mean[3*i+c]
			*p *= d.gain[c]
			m.rival[3*i+c] *= d.gain[c]
			m.previous[3*i+c] *= d.gain[c]
			if kind == same {
				*p += rate * (float32(v.now[3*i+c]) - *p)
			}
		}
	}
	d.gain = [3]float32{1, 1, 1}
}
