// Package jpegs decodes common JPEG files (YCbCr, of any subsampling) with libjpeg straight into blue, green, red, on two
// threads. OpenCV decodes into red, green, blue and swaps all pixels afterwards, which doubles the time.
//
//	file -> decode rows 0..split on one thread, split..height on another -> bgr
package jpegs

// #cgo LDFLAGS: -ljpeg
// #cgo noescape decode
// #cgo nocallback decode
// #include "jpegs.h"
import "C"

import (
	"sync"
	"unsafe"
)

// Two threads decode a picture. Entropy decoding must run in order, but making pixels takes as long again, so the second
// thread entropy-decodes the first rows only to reach its own.
const (
	firstShare = 0.6 // share of rows of the first thread; measured so that both take about as long
	splitRows  = 16  // rows; a part begins with a whole row of JPEG blocks
	splitLeast = 256 // rows; a shorter picture does not pay for a second thread
)

// Decode decodes a file of width x height pixels into blue, green, red, row by row; bgr has exactly that room.
// It is false for a damaged file or an uncommon kind; then the content of bgr is undefined.
func Decode(file []byte, bgr []uint8, width, height int) bool {
	if len(file) == 0 || width < 1 || height < 1 || len(bgr) != 3*width*height {
		return false
	}
	at := func(b []byte) *C.uint8_t { return (*C.uint8_t)(unsafe.SliceData(b)) }
	rows := func(from, to int) C.int {
		return C.decode(at(file), C.uint64_t(len(file)), at(bgr), C.int(width), C.int(height), C.int(from), C.int(to))
	}
	if height < splitLeast {
		return rows(0, height) == 1
	}
	split := int(firstShare*float64(height)) / splitRows * splitRows
	var first C.int
	var group sync.WaitGroup
	group.Go(func() { first = rows(0, split) })
	rest := rows(split, height)
	group.Wait()
	if first == allAtOnce {
		return rows(0, height) == 1
	}
	return first == 1 && rest == 1
}

// allAtOnce is decode's answer for a file that does not decode in parts (progressive).
const allAtOnce = 2
