package glyph

// #cgo noescape strokes
// #cgo nocallback strokes
// #include "ink.h"
import "C"

import "math"

// The features of a face: stroke directions in a grid of cells, a small picture of the ink, and a few numbers.
const (
	grid     = C.GRID  // samples of the window
	cells    = C.CELLS // of the histogram, a side
	bins     = C.BINS  // directions in half a turn
	dots     = 8       // of the small picture, a side
	hogSize  = cells * cells * bins
	inkSize  = dots * dots
	numbers  = 8
	Features = hogSize + inkSize + numbers
)

// Vector is what the net sees of a face in one quarter turn.
type Vector [Features]float32

// Extractor computes features. It holds scratch memory: one goroutine at a time.
type Extractor struct {
	ink    ink
	sample [grid * grid]float32
	hidden *[grid * grid]bool // unknown samples; nil: the face is whole
}

type tap = C.tap

// taps spread the samples of one axis over n cells; outside the outermost cells' centers, one cell takes all.
func taps(n int) (t [grid]tap) {
	for i := range t {
		c := (float64(i)+0.5)*float64(n)/grid - 0.5
		low := math.Floor(c)
		first, second := int(low), int(low)+1
		t[i] = tap{C.int32_t(max(first, 0)), C.int32_t(min(second, n-1)), C.float(1 - (c - low))}
	}
	return t
}

var cellTaps = taps(cells)

// Vectors are the features of one plane of a face (Pix or Chroma) for the four quarter turns: [k] is of the face turned
// clockwise k times.
func (e *Extractor) Vectors(plane []uint8, size int, out *[4]Vector) {
	e.vectorsFrom(plane, size, 0, out)
}

// vectorsFrom is Vectors of a plane whose plastic has that level at least; false, and nothing done, for others.
func (e *Extractor) vectorsFrom(plane []uint8, size int, least float32, out *[4]Vector) bool {
	e.hidden = nil
	e.ink.prepare(plane, size)
	if e.ink.raw.plastic < least {
		return false
	}
	e.ink.evenOut()
	w, wide, high := e.ink.box()
	e.look(w)
	v := &out[0]
	*v = Vector{}
	e.strokes(v)
	e.dots(v)
	n := v[hogSize+inkSize:]
	e.levels(n)
	n[4] = w.size/side*4 - 2
	n[6], n[7] = 2*wide, 2*high
	Turns(out)
	return true
}

// levels fills those numbers that say how plastic and ink part.
func (e *Extractor) levels(n []float32) {
	n[0] = e.ink.separation
	n[1] = float32(math.Log(float64(e.ink.raw.contrast+4)))/2 - 1.5
	n[2] = float32(math.Log(float64(e.ink.raw.contrast+2)/float64(e.ink.raw.noise+2))) / 2
	n[3] = e.ink.amount * 3
	n[5] = e.ink.raw.separation
}

// Turns fills the second to fourth vectors by turning the first.
func Turns(v *[4]Vector) {
	for k := 1; k < 4; k++ {
		turn(&v[k-1], &v[k])
	}
}

// look samples the window of the ink.
func (e *Extractor) look(w window) {
	step := w.size / grid
	var col [grid]int
	var part [grid]float32
	for i := range grid {
		x := clamp(w.x+(float32(i)-(grid-1)/2.0)*step, 0, side-1.001)
		col[i] = int(x)
		part[i] = x - float32(col[i])
	}
	for j := range grid {
		y := clamp(w.y+(float32(j)-(grid-1)/2.0)*step, 0, side-1.001)
		r := int(y)
		fy := y - float32(r)
		up, down := e.ink.pix[r*side:(r+1)*side], e.ink.pix[(r+1)*side:(r+2)*side]
		out := e.sample[j*grid : (j+1)*grid]
		for i := range out {
			c, fx := col[i], part[i]
			a := up[c] + (up[c+1]-up[c])*fx
			b := down[c] + (down[c+1]-down[c])*fx
			out[i] = a + (b-a)*fy
		}
	}
}

// strokes fills the histogram of directions.
func (e *Extractor) strokes(v *Vector) {
	var hidden *C.bool
	if e.hidden != nil {
		hidden = (*C.bool)(&e.hidden[0])
	}
	C.strokes((*C.float)(&e.sample[0]), hidden, &cellTaps[0], (*C.float)(&v[0]))
	normalize(v[:hogSize])
}

// normalize takes roots, so that many weak edges count beside a few strong ones, and fixes the mean square.
func normalize(v []float32) {
	sum := float32(1e-3)
	for i, x := range v {
		v[i] = float32(math.Sqrt(float64(x)))
		sum += x
	}
	scale := float32(math.Sqrt(float64(len(v)) / float64(sum) / 4))
	for i := range v {
		v[i] *= scale
	}
}

// dots fills the small picture: the mean ink of 4 x 4 samples.
func (e *Extractor) dots(v *Vector) {
	const n = grid / dots
	for j := range dots {
		for i := range dots {
			sum := float32(0)
			for y := j * n; y < (j+1)*n; y++ {
				row := e.sample[y*grid+i*n : y*grid+(i+1)*n]
				sum += row[0] + row[1] + row[2] + row[3]
			}
			v[hogSize+j*dots+i] = sum / (n * n)
		}
	}
}

// turn writes to b the features of a's face turned clockwise once.
func turn(a, b *Vector) {
	for r := range cells {
		for c := range cells {
			from, to := ((cells-1-c)*cells+r)*bins, (r*cells+c)*bins
			for i := range bins {
				b[to+(i+bins/2)&(bins-1)] = a[from+i]
			}
		}
	}
	for r := range dots {
		for c := range dots {
			b[hogSize+r*dots+c] = a[hogSize+(dots-1-c)*dots+r]
		}
	}
	copy(b[hogSize+inkSize:], a[hogSize+inkSize:])
	n := b[hogSize+inkSize:]
	n[6], n[7] = n[7], n[6]
}
