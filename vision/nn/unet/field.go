package unet

// #cgo noescape add_spread
// #cgo nocallback add_spread
// #include "convolve.h"
import "C"

import "tilewatch/vision/parallel"

// field is a map between two layers: its points with their channels, row by row, and about each picture a rim of zeros one point wide, so that a
// convolution needs no other rule there.
type field struct {
	pictures, height, width, channels int
	numbers                           []float32
}

func (f *field) row() int  { return (f.width + 2) * f.channels }
func (f *field) size() int { return f.pictures * (f.height + 2) * f.row() }

// at is where a point's channels begin; -1 and the height or the width are the rim.
func (f *field) at(picture, y, x int) int {
	return ((picture*(f.height+2)+y+1)*(f.width+2) + x + 1) * f.channels
}

// inner is a field without its outermost points, which are its rim now. Its memory goes back.
func inner(f *field, r *rooms) *field {
	to := r.field(f.pictures, f.height-2, f.width-2, f.channels)
	for i := range f.pictures * f.height {
		picture, y := i/f.height, i%f.height
		copy(to.numbers[to.at(picture, y-1, -1):][:f.width*f.channels], f.numbers[f.at(picture, y, 0):])
	}
	r.leave(f.numbers)
	return to
}

// clearRims clears the rims.
func (f *field) clearRims() {
	for picture := range f.pictures {
		clear(f.numbers[f.at(picture, -1, -1):f.at(picture, 0, 0)])
		for y := range f.height - 1 {
			clear(f.numbers[f.at(picture, y, f.width):f.at(picture, y+1, 0)])
		}
		clear(f.numbers[f.at(picture, f.height-1, f.width):][:f.row()+f.channels])
	}
}

// addSpread adds a map of half the size, each point of it to 2 x 2 points.
func (f *field) addSpread(coarse *field) {
	parallel.Do(f.pictures*f.height, func(i int) {
		picture, y := i/f.height, i%f.height
		C.add_spread(C.int64_t(coarse.width), C.int64_t(f.channels), at(coarse.numbers, coarse.at(picture, y/2, 0)), at(f.numbers, f.at(picture, y, 0)))
	})
}

// rooms is the memory of fields, kept for the next pictures.
type rooms struct {
	spare [][]float32
	new   slab
}

// field is one with numbers of before.
func (r *rooms) field(pictures, height, width, channels int) *field {
	f := &field{pictures: pictures, height: height, width: width, channels: channels}
	f.numbers = r.take(f.size())
	return f
}

// mostRoom is how many times the memory that is wanted may be taken: larger rooms wait for larger maps.
const mostRoom = 3

// take is the smallest spare memory that holds so many numbers.
func (r *rooms) take(size int) []float32 {
	best := -1
	for i, room := range r.spare {
		if len(room) >= size && len(room) <= mostRoom*size && (best < 0 || len(room) < len(r.spare[best])) {
			best = i
		}
	}
	if best < 0 {
		return r.new.take(size)
	}
	room := r.spare[best]
	r.spare[best] = r.spare[len(r.spare)-1]
	r.spare = r.spare[:len(r.spare)-1]
	return room
}

// leave gives memory back.
func (r *rooms) leave(room []float32) { r.spare = append(r.spare, room) }
