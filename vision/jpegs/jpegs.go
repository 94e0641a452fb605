// Package jpegs decodes the usual JPEG files straight into the order of colors that OpenCV wants. OpenCV decodes into another one and
// turns all pixels over afterwards, which takes as long again.
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

// A picture is decoded by two threads: the coded numbers must be read in order, but making rows of pixels of them takes as long again. So the
// second reads those of the first rows only to come to its own.
const (
	firstShare = 0.6 // of the rows, which takes both about as long
	splitRows  = 16  // a part begins with a whole row of JPEG's blocks,
	splitLeast = 256 // and shorter pictures are not worth the start of a thread
)

// Decode decodes a file of width x height pixels into blue, green, red, row by row; bgr has room for them. It is false if the file is
// damaged, or of a seldom kind; then bgr holds anything.
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

// allAtOnce says that the file cannot be decoded in parts.
const allAtOnce = 2
