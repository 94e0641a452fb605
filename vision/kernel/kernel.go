// Package kernel holds the innermost loops over pixels, in C, whose compiler vectorizes them. It takes a picture's bytes and
// a homography and answers samples; it decides nothing.
//
//	Border: colors across a face's half sides     -> inputs of an edge network
//	Look:   color, ink and edges of a face        -> features of a face classifier
//	Sides:  mean colors of strips beside a face
//	Means:  mean colors of groups of points
//	Crop:   a face and what lies around it, in few pixels
//	Turned: a window of a gray picture, turned
//	Shrink: a picture of fewer pixels
//
// Glossary: a square is the homography of a face; a tap is one sample across an edge, the mean of ALONG pixels along it.
package kernel

// #cgo LDFLAGS: -lm
// #cgo noescape border
// #cgo nocallback border
// #cgo noescape look
// #cgo nocallback look
// #cgo noescape sides
// #cgo nocallback sides
// #cgo noescape means
// #cgo nocallback means
// #cgo noescape crop
// #cgo nocallback crop
// #cgo noescape turned
// #cgo nocallback turned
// #cgo noescape shrink
// #cgo nocallback shrink
// #include "kernel.h"
import "C"

import (
	"unsafe"

	"tilewatch/vision/parallel"
)

// Sizes that the networks are trained for.
const (
	Taps   = C.TAPS   // samples across an edge
	Inner  = C.INNER  // of them inside of its expected place
	Inputs = C.INPUTS // of an edge network: the taps' colors, and three of the face

	Patch    = C.PATCH     // samples along a face's side
	EdgeTaps = C.EDGE_TAPS // samples across an edge
)

// Picture is a picture's pixels: blue, green, red, in rows without gaps. BGR has 3*W*H bytes.
type Picture struct {
	BGR  []uint8
	W, H int
}

func (p Picture) native() C.picture {
	return C.picture{bgr: (*C.uint8_t)(unsafe.SliceData(p.BGR)), w: C.int64_t(p.W), h: C.int64_t(p.H)}
}

// Square is the homography from the unit square to the picture: x is (s0 x + s1 y + s2) / (s6 x + s7 y + 1).
type Square [8]float64

func (s *Square) native() *C.double { return (*C.double)(&s[0]) }

// Halves is the number of half sides of a face.
const Halves = C.HALVES

// Borders are the colors across the half sides of a face as inputs of an edge network, one half side after the
// other.
type Borders [Halves * Inputs]float32

// Half are the inputs of half side i.
func (b *Borders) Half(i int) *[Inputs]float32 { return (*[Inputs]float32)(b[i*Inputs:]) }

// Border samples across a face's half sides: 0 and 1 are the halves of the top, then right, bottom, left. half
// is half the face's side, step lies between taps, and lift is how far the next level lies outward on each half
// side, all in sides of the square. color is the face's; nil: the color seen there.
func Border(p Picture, s *Square, half, step float64, lift *[8]float64, color *[3]float64, into *Borders) {
	C.border(p.native(), s.native(), C.double(half), C.double(step), (*C.double)(&lift[0]), (*C.double)(unsafe.Pointer(color)), (*C.float)(&into[0]))
}

// Face is what the picture shows of a face.
type Face struct {
	Plastic [3]float64 // its color: the median near its border
	Plain   float64    // share with that color
	Ink     float64    // share of its middle with a clearly different color
	InkAt   [2]float64 // centroid of the ink from the face's middle, in sides of the face
	InkTone [3]float64 // the ink's mean color
	// Edges is the change of the mean color across each side of the square from inside out, in eighths of a gray
	// level.
	Edges   [4][EdgeTaps]int
	Outside [4][3]float64 // the mean color just outside of each
}

// Samples of a face that count as inside, and those that can be ink.
const (
	insideSamples = (C.INNER_LAST - C.INNER_FIRST + 1) * (C.INNER_LAST - C.INNER_FIRST + 1)
	inkSamples    = (C.INK_LAST - C.INK_FIRST + 1) * (C.INK_LAST - C.INK_FIRST + 1)
)

// Look samples a face whose side is a share of the square's, and the square's border.
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

// Sides are the mean colors of strips along the wanted sides of a face, out from the square's middle, in its
// sides.
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

// Means are the mean colors of groups of each places, in the square's own coordinates, 0 to 1, bilinear. Outside
// of the picture its border pixels repeat.
func Means(p Picture, s *Square, places [][2]float64, each int, into [][3]float32) {
	if each < 1 || len(into)*each > len(places) {
		panic("kernel: there are fewer places than the groups have")
	}
	if len(into) > 0 {
		C.means(p.native(), s.native(), (*C.double)(&places[0][0]), C.int(len(into)), C.int(each), (*C.float)(&into[0][0]))
	}
}

// Crop rectifies a square and as much around it that reach of its sides lie between its middle and the crop's border, to side x side pixels: red, green,
// blue. Each is the mean of samples x samples nearest pixels, or one bilinear sample. Outside of the picture its border pixels repeat.
func Crop(p Picture, s *Square, reach float64, side, samples int, into []uint8) {
	if side < 1 || side > C.MOST_SIDE || samples < 1 || len(into) < 3*side*side {
		panic("kernel: a crop has no such size")
	}
	C.crop(p.native(), s.native(), C.double(reach), C.int32_t(side), C.int32_t(samples), (*C.uint8_t)(&into[0]))
}

// Window is a rectangle of a picture on a table that leaves a share of its height: its middle, how it is turned, the step from pixel to pixel, and half
// its sides.
type Window struct{ X, Y, Sine, Cosine, Step, Height, HalfWide, HalfHigh float64 }

// Turned samples a window of a gray picture, bilinear; beyond it there is ground.
func Turned(gray []uint8, w, h int, of *Window, ground uint8, side int, into []uint8) {
	if w < 2 || h < 2 || len(gray) < w*h || side < 1 || len(into) < side*side {
		panic("kernel: a window has no such size")
	}
	C.turned((*C.uint8_t)(&gray[0]), C.int64_t(w), C.int64_t(h), (*C.window)(unsafe.Pointer(of)), C.uint8_t(ground), C.int32_t(side), (*C.uint8_t)(&into[0]))
}

// Shrink is the picture in a smaller size, by area means, rounded.
func Shrink(p Picture, w, h int) Picture {
	if w < 1 || h < 1 || w > p.W || h > p.H {
		panic("kernel: a picture cannot shrink to that size")
	}
	small := Picture{W: w, H: h, BGR: make([]uint8, 3*w*h)}
	const rows = 32 // that a core makes at a time
	parallel.Do((h+rows-1)/rows, func(i int) {
		sums := make([]float32, 3*p.W)
		C.shrink(p.native(), C.int64_t(w), C.int64_t(h), C.int64_t(i*rows), C.int64_t(min((i+1)*rows, h)), (*C.float)(&sums[0]), (*C.uint8_t)(&small.BGR[0]))
	})
	return small
}
