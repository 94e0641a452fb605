package unet

// #cgo noescape transform_weights
// #cgo nocallback transform_weights
// #cgo noescape convolve_tiles
// #cgo nocallback convolve_tiles
// #include "convolve.h"
import "C"

import (
	"sync/atomic"

	"tilewatch/vision/parallel"
)

// together is how many tiles a core computes at a time, at most: few enough for its cache, and many enough that the weights are worth reading.
const together = 12

// tiles is how many tiles a map is cut into.
func (f *field) tiles() int {
	return f.pictures * ((f.height + C.TILE - 1) / C.TILE) * ((f.width + C.TILE - 1) / C.TILE)
}

// winograd computes a layer of 3 x 3 points that goes on by one, by tiles. It transforms the weights for each map again: that takes a fiftieth of the
// time, and kept they would take seven times the memory. The numbers do not depend on how many cores there are.
func (l *layer) winograd(from, to *field, r *rooms, cores int) {
	tiles := to.tiles()
	chunk := share(tiles, cores)
	c := C.winograd{
		height: C.int32_t(to.height), width: C.int32_t(to.width), together: C.int32_t(chunk),
		inputs: C.int32_t(l.inputs), channels: C.int32_t(from.channels), outputs: C.int32_t(to.channels),
	}
	if l.rectify {
		c.rectify = 1
	}
	weights := r.take(int(C.winograd_weights(&c)))
	defer r.leave(weights)
	parallel.Do(to.channels/l.way.padded(1), func(block int) {
		C.transform_weights(C.int32_t(l.way), &c, C.int32_t(block), at(l.weights, 0), at(weights, 0))
	})
	room := int(C.winograd_room(&c))
	spare := r.take(cores * room)
	defer r.leave(spare)
	var next atomic.Int64
	parallel.Do(cores, func(core int) {
		for first := int(next.Add(int64(chunk))) - chunk; first < tiles; first = int(next.Add(int64(chunk))) - chunk {
			C.convolve_tiles(C.int32_t(l.way), &c, C.int32_t(first), C.int32_t(min(chunk, tiles-first)),
				at(from.numbers, 0), at(weights, 0), at(l.biases, 0), at(spare, core*room), at(to.numbers, 0))
		}
	})
}

// share is how many tiles a core takes at a time, so that each takes as often as the others.
func share(tiles, cores int) int {
	times := (tiles + together*cores - 1) / (together * cores)
	return (tiles + times*cores - 1) / (times * cores)
}
