// Package jpegs decodes the usual JPEG files straight into the order of colors that OpenCV wants. OpenCV decodes into another one and
// turns all pixels over afterwards, which takes as long again.
package jpegs

// #cgo LDFLAGS: -ljpeg
// #cgo noescape decode
// #cgo nocallback decode
// #include "jpegs.h"
import "C"

import "unsafe"

// Decode decodes a file of width x height pixels into blue, green, red, row by row; bgr has room for them. It is false if the file is
// damaged, or of a seldom kind; then bgr holds anything.
func Decode(file []byte, bgr []uint8, width, height int) bool {
	if len(file) == 0 || width < 1 || height < 1 || len(bgr) != 3*width*height {
		return false
	}
	at := func(b []byte) *C.uint8_t { return (*C.uint8_t)(unsafe.SliceData(b)) }
	return C.decode(at(file), C.uint64_t(len(file)), at(bgr), C.int(width), C.int(height)) == 1
}
