package glyph

// #cgo LDFLAGS: -lm
// #cgo noescape blur
// #cgo nocallback blur
// #cgo noescape even
// #cgo nocallback even
// #cgo noescape part
// #cgo nocallback part
// #cgo noescape scale
// #cgo nocallback scale
// #include "ink.h"
import "C"

import "math"

// side is the working size of a face; half its center, in pixel centers.
const (
	side = C.SIDE
	half = (side - 1) / 2.0
)

// The parts of a face, as shares of its side from its center. The small letter of the tile's other side lies
// in a corner, where both coordinates pass cornerAt; the printed frame and the neighbors lie beyond reach.
const (
	reach    = 0.39
	cornerAt = 0.25
)

// minContrast, in gray levels, is the least difference that is scaled up to full ink; below it a face fades.
const minContrast = 10

// ink is a face in a scale of its own: 0 plastic, 1 ink, whatever is dark and whatever is light.
type ink struct {
	pix    [side * side]float32
	smooth [side * side]float32
	levels         // after the light has been evened out
	raw    levels  // before
	spread float64 // standard deviation before
}

// levels are the two levels of gray in the middle of a face.
type levels struct {
	plastic                 float32 // its gray level
	contrast, noise, amount float32 // gray levels, gray levels, share of the middle that is ink
	separation              float32 // share of the variance that two levels explain
}

// middle marks the pixels where only the big letter can be; inMiddle lists them.
var middle, inMiddle = func() (m [side * side]bool, list []int16) {
	for i := range m {
		x, y := math.Abs(float64(i%side)-half)/side, math.Abs(float64(i/side)-half)/side
		if m[i] = x < reach && y < reach && (x < cornerAt || y < cornerAt); m[i] {
			list = append(list, int16(i))
		}
	}
	return m, list
}()

// load brings one plane of a face to the working size, evens out its light and scales it to ink.
func (k *ink) load(pix []uint8, size int) {
	k.prepare(pix, size)
	k.evenOut()
}

// evenOut goes on where prepare ends.
func (k *ink) evenOut() {
	C.even(first(&k.smooth), C.double(k.spread)) // so that a slope of light, the edge of a shadow or a reflection changes a letter's edges little
	k.scale(k.part())
}

// loadAsIs scales the plane to ink as the light left it.
func (k *ink) loadAsIs(pix []uint8, size int) {
	k.scale(k.prepare(pix, size))
}

// prepare brings the plane to the working size and notes its levels and spread.
func (k *ink) prepare(pix []uint8, size int) (dark bool) {
	var raw [side * side]float32
	resample(pix, size, &raw)
	C.blur(first(&raw), first(&k.smooth))
	dark = k.part()
	k.raw = k.levels
	var sum, sq float64
	for _, i := range inMiddle {
		v := float64(k.smooth[i])
		sum += v
		sq += v * v
	}
	n := float64(len(inMiddle))
	k.spread = math.Sqrt(max(sq/n-sum*sum/n/n, 0))
	return dark
}

// resample brings a plane to the working size: nearest where it has it, else the mean of a small box.
func resample(pix []uint8, size int, out *[side * side]float32) {
	if size == side {
		for i, v := range pix {
			out[i] = float32(v)
		}
		return
	}
	g := Gray{W: size, H: size, Pix: pix}
	ratio := float64(size) / side
	n := int(math.Ceil(ratio))
	for i := range out {
		sum := 0.0
		for s := range n * n {
			x := (float64(i%side)+(float64(s%n)+0.5)/float64(n))*ratio - 0.5
			y := (float64(i/side)+(float64(s/n)+0.5)/float64(n))*ratio - 0.5
			sum += g.At(x, y)
		}
		out[i] = float32(sum / float64(n*n))
	}
}

// part separates plastic from ink: it stores their levels and answers whether the ink is the darker one.
func (k *ink) part() (dark bool) {
	var l C.levels
	C.part(first(&k.smooth), (*C.int16_t)(&inMiddle[0]), C.int32_t(len(inMiddle)), &l)
	k.levels = levels{float32(l.plastic), float32(l.contrast), float32(l.noise), float32(l.amount), float32(l.separation)}
	return bool(l.dark)
}

// scale turns gray levels into ink.
func (k *ink) scale(dark bool) {
	unit := 1 / max(k.contrast, minContrast)
	if dark {
		unit = -unit
	}
	C.scale(first(&k.smooth), C.float(k.plastic), C.float(unit), first(&k.pix))
}

// first is a face's first pixel, for the loops in C.
func first(p *[side * side]float32) *C.float { return (*C.float)(&p[0]) }
