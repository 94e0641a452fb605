package unet

// #cgo CFLAGS: -O3
// #cgo noescape convolve_row
// #cgo nocallback convolve_row
// #include "convolve.h"
import "C"

import (
	"runtime"

	"tilewatch/vision/parallel"
)

// way is how the processor computes: with its widest vectors, or with those that every one has.
type way C.int32_t

const portable way = C.PORTABLE

// fastest is the way of this processor.
var fastest = way(C.way_here())

// padded is so many channels up to a whole number of vectors.
func (w way) padded(channels int) int {
	vector := int(C.vector_of(C.int32_t(w)))
	return (channels + vector - 1) / vector * vector
}

// layer is a convolution with its weights and biases as convolve.h wants them for a way.
type layer struct {
	convolutionShape
	way             way
	weights, biases []float32
}

// laid is the layer with such weights, [output][input][row][column], and biases.
func (c convolutionShape) laid(w way, weights, biases []float32, s *slab) *layer {
	points, vector, all := c.kernel*c.kernel, w.padded(1), w.padded(c.outputs)
	l := &layer{c, w, s.take(all * c.inputs * points), make([]float32, all)}
	copy(l.biases, biases)
	for output := range c.outputs {
		to := l.weights[output/vector*points*c.inputs*vector+output%vector:]
		for input := range c.inputs {
			for point, v := range weights[(output*c.inputs+input)*points:][:points] {
				to[(point*c.inputs+input)*vector] = v
			}
		}
	}
	return l
}

// apply computes the layer from one map into another, which has room for it.
func (l *layer) apply(from, to *field, r *rooms) {
	to.clearRims()
	// Of few tiles, transforming the weights takes longer than it saves; in a tile with few points they are quicker one by one.
	if tiles := to.tiles(); l.kernel == 3 && l.stride == 1 && tiles >= together && 4*tiles <= to.pictures*to.height*to.width {
		l.winograd(from, to, r, runtime.NumCPU())
	} else {
		l.direct(from, to)
	}
}

// direct computes the layer point by point.
func (l *layer) direct(from, to *field) {
	c := C.convolution{
		inputs: C.int32_t(l.inputs), kernel: C.int32_t(l.kernel), stride: C.int32_t(l.stride),
		from_point: C.int32_t(from.channels), from_row: C.int32_t(from.row()),
		width: C.int32_t(to.width), blocks: C.int32_t(to.channels / l.way.padded(1)),
	}
	if l.rectify {
		c.rectify = 1
	}
	parallel.Do(to.pictures*to.height, func(i int) {
		picture, y := i/to.height, i%to.height
		C.convolve_row(C.int32_t(l.way), &c, at(from.numbers, from.at(picture, y*l.stride-l.kernel/2, -(l.kernel/2))),
			at(l.weights, 0), at(l.biases, 0), at(to.numbers, to.at(picture, y, 0)))
	})
}

func at(x []float32, i int) *C.float { return (*C.float)(&x[i]) }
