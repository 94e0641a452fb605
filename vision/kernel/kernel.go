// Package kernel holds vision's innermost loops, those over pixels and those of its networks, in C: its compiler makes them work on
// many numbers at a time.
package kernel

// #cgo LDFLAGS: -lm
// #cgo noescape border
// #cgo nocallback border
// #cgo noescape look
// #cgo nocallback look
// #cgo noescape sides
// #cgo nocallback sides
// #cgo noescape feed
// #cgo nocallback feed
// #cgo noescape means
// #cgo nocallback means
// #cgo noescape units
// #cgo nocallback units
// #cgo noescape network
// #cgo nocallback network
// #include "kernel.h"
import "C"

import "unsafe"

// Sizes that all of vision keeps to.
const (
	Taps   = C.TAPS   // samples across an edge
	Inner  = C.INNER  // of them inside of where it is expected
	Inputs = C.INPUTS // of a network: its taps' colors, and three of the face
	Hidden = C.HIDDEN // units of a network
	Bins   = C.BINS   // answers of a network

	Features = C.FEATURES // of a face: four for each side and its taps, and fourteen of the face as a whole
	Units    = C.UNITS    // of a layer

	Patch    = C.PATCH     // samples along a face's side
	EdgeTaps = C.EDGE_TAPS // samples across an edge
)

// Picture is a picture's pixels: blue, green, red, in rows without gaps. BGR is of 3*W*H bytes.
type Picture struct {
	BGR  []uint8
	W, H int
}

func (p Picture) native() C.picture {
	return C.picture{bgr: (*C.uint8_t)(unsafe.SliceData(p.BGR)), w: C.int64_t(p.W), h: C.int64_t(p.H)}
}

// Square maps a square's own coordinates, 0 to 1, to the picture: x to (s0 x + s1 y + s2) / (s6 x + s7 y + 1).
type Square [8]float64

func (s *Square) native() *C.double { return (*C.double)(&s[0]) }

// Borders are what the picture shows across the eight half sides of a face, as a network wants it.
type Borders [8][Inputs]float32

// Border looks across a face's half sides: 0 and 1 are the halves of the top, then right, bottom, left. half is of the face's side, step
// lies between taps, and lift says how far the next level lies outward on each half side, all in sides of the square. color is the
// face's, or nil: as it is seen.
func Border(p Picture, s *Square, half, step float64, lift *[8]float64, color *[3]float64, into *Borders) {
	C.border(p.native(), s.native(), C.double(half), C.double(step), (*C.double)(&lift[0]), (*C.double)(unsafe.Pointer(color)), (*C.float)(&into[0][0]))
}

// Face is what the picture shows of a face.
type Face struct {
	Plastic [3]float64 // its color: the median of what lies near its border
	Plain   float64    // share of it that is so colored
	Ink     float64    // share of its middle that clearly is not
	InkAt   [2]float64 // the ink's middle, in the face's sides from its own
	InkTone [3]float64 // the ink's mean color
	// Edges is by how much the mean color changes across each side of the square from inside out, in eighths of a gray level.
	Edges   [4][EdgeTaps]int
	Outside [4][3]float64 // the mean color just outside of each
}

// Of a face's samples, so many count as inside, and so many may be ink.
const (
	insideSamples = (C.INNER_LAST - C.INNER_FIRST + 1) * (C.INNER_LAST - C.INNER_FIRST + 1)
	inkSamples    = (C.INK_LAST - C.INK_FIRST + 1) * (C.INK_LAST - C.INK_FIRST + 1)
)

// Look looks at a face whose side is a share of the square's, and about the square's border.
func Look(p Picture, s *Square, side float64) (f Face) {
	var seen C.face
	C.look(p.native(), s.native(), C.double(side), &seen)
	for c := range f.Plastic {
		f.Plastic[c] = float64(seen.plastic[c])
	}
	f.Plain, f.Ink = float64(seen.same)/insideSamples, float64(seen.ink)/inkSamples
	if n := float64(seen.ink); n > 0 {
		f.InkAt = [2]float64{float64(seen.ink_x) / (2 * Patch) / n, float64(seen.ink_y) / (2 * Patch) / n}
		for c := range f.InkTone {
			f.InkTone[c] = float64(seen.ink_tone[c]) / n
		}
	}
	for side := range f.Edges {
		for k, gap := range seen.edges[side] {
			f.Edges[side][k] = int(gap)
		}
		for c, sum := range seen.outside[side] {
			f.Outside[side][c] = float64(sum) / (2 * C.ALONG)
		}
	}
	return f
}

// Sides are the mean colors of strips along those of a face's four sides that are wanted, so far from the square's middle, in its sides.
func Sides(p Picture, s *Square, out float64, wanted *[4]bool) (means [4][3]float64) {
	var sums [4][3]C.int32_t
	C.sides(p.native(), s.native(), C.double(out), (*C._Bool)(&wanted[0]), &sums[0][0])
	for side := range sums {
		for c, sum := range sums[side] {
			means[side][c] = float64(sum) / (2 * C.ALONG)
		}
	}
	return means
}

// Means are the mean colors of groups of places in a square's own coordinates, 0 to 1, each group so many of them in a row, interpolated
// between pixels. What lies outside of the picture counts like its rim.
func Means(p Picture, s *Square, places [][2]float64, each int, into [][3]float32) {
	if each < 1 || len(into)*each > len(places) {
		panic("kernel: there are fewer places than the groups have")
	}
	if len(into) > 0 {
		C.means(p.native(), s.native(), (*C.double)(&places[0][0]), C.int(len(into)), C.int(each), (*C.float)(&into[0][0]))
	}
}

// Feed adds to the sums of units what inputs make of them. rows has a row of weights for each input; units are a multiple of eight.
func Feed(sums, inputs, rows []float32) {
	if len(sums)%C.WIDTH != 0 || len(rows) != len(inputs)*len(sums) {
		panic("kernel: the weights do not fit the inputs and the units")
	}
	if len(rows) > 0 {
		at := func(x []float32) *C.float { return (*C.float)(&x[0]) }
		C.feed(at(inputs), C.int(len(inputs)), at(rows), C.int(len(sums)), at(sums))
	}
}

// Layer takes a face's features, each less its mean and scaled, to the sums of hidden units.
type Layer struct {
	Mean, Scale [Features]float32
	In          [Features][Units]float32 // a row for each feature
	Bias        [Units]float32
}

// Units are the sums of the hidden units.
func (l *Layer) Units(features *[Features]float64) (sums [Units]float32) {
	at := func(x *float32) *C.float { return (*C.float)(x) }
	C.units((*C.double)(&features[0]), at(&l.Mean[0]), at(&l.Scale[0]), at(&l.In[0][0]), at(&l.Bias[0]), at(&sums[0]))
	return sums
}

// Network is a layer of hidden units and one of answers.
type Network struct {
	In      [Inputs * Hidden]float32 // a row for each input
	Bias    [Hidden]float32
	Out     [Hidden * Bins]float32 // a row for each hidden unit
	OutBias [Bins]float32
}

// Likelihoods are the hidden units for each of some inputs, and the probabilities of each answer.
func (n *Network) Likelihoods(in [][Inputs]float32, hidden [][Hidden]float32, p [][Bins]float32) {
	if len(in) == 0 || len(hidden) != len(in) || len(p) != len(in) {
		return
	}
	at := func(x *float32) *C.float { return (*C.float)(x) }
	C.network(at(&n.In[0]), at(&n.Bias[0]), at(&n.Out[0]), at(&n.OutBias[0]), at(&in[0][0]), C.int(len(in)), at(&hidden[0][0]), at(&p[0][0]))
}
