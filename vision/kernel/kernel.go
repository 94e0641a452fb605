// Package kernel holds vision's innermost loops, those over pixels, in C: its compiler makes them work on many numbers at a time.
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
// #include "kernel.h"
import "C"

import "unsafe"

// Sizes that all of vision keeps to.
const (
	Taps   = C.TAPS   // samples across an edge
	Inner  = C.INNER  // of them inside of where it is expected
	Inputs = C.INPUTS // of the network that finds edges: its taps' colors, and three of the face

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

// Halves are the half sides of a face.
const Halves = C.HALVES

// Borders are what the picture shows across the half sides of a face, as a network wants it: one after the other.
type Borders [Halves * Inputs]float32

// Half is what the picture shows across half a side.
func (b *Borders) Half(i int) *[Inputs]float32 { return (*[Inputs]float32)(b[i*Inputs:]) }

// Border looks across a face's half sides: 0 and 1 are the halves of the top, then right, bottom, left. half is of the face's side, step
// lies between taps, and lift says how far the next level lies outward on each half side, all in sides of the square. color is the
// face's, or nil: as it is seen.
func Border(p Picture, s *Square, half, step float64, lift *[8]float64, color *[3]float64, into *Borders) {
	C.border(p.native(), s.native(), C.double(half), C.double(step), (*C.double)(&lift[0]), (*C.double)(unsafe.Pointer(color)), (*C.float)(&into[0]))
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
