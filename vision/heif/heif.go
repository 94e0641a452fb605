// Package heif decodes HEIC and AVIF files, as phones write them, with libheif. The library is loaded when the first such file comes: the
// program starts sooner without it, and where it is missing only these files cannot be read.
package heif

// #cgo LDFLAGS: -ldl
// #include "heif.h"
import "C"

import (
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"slices"
	"sync"
	"unsafe"
)

// ErrMissing says that the library, or a part of it, is not installed.
var ErrMissing = errors.New("libheif is missing")

// brands are those of still pictures (ISO/IEC 23008-12, AV1 Image File Format).
var brands = []string{"heic", "heix", "heim", "heis", "mif1", "msf1", "avif", "avis", "heif", "hevc", "hevx"}

// Is says whether a file begins as these do: one of its brands is a still picture's.
func Is(file []byte) bool {
	const fixed = 16 // size, "ftyp", major brand, version
	if len(file) < fixed || string(file[4:8]) != "ftyp" {
		return false
	}
	if slices.Contains(brands, string(file[8:12])) {
		return true
	}
	size := min(int(binary.BigEndian.Uint32(file)), len(file))
	for at := fixed; at+4 <= size; at += 4 {
		if slices.Contains(brands, string(file[at:at+4])) {
			return true
		}
	}
	return false
}

// failure is what the C side says is wrong.
type failure [C.heif_wrong]C.char

func (f *failure) err() error {
	switch text := C.GoString(&f[0]); text {
	case "":
		return nil
	case C.heif_no_codec:
		return fmt.Errorf("%w: %s", ErrMissing, text)
	default:
		return errors.New(text)
	}
}

var load = sync.OnceValue(func() error {
	var wrong failure
	C.heif_load(&wrong[0])
	if err := wrong.err(); err != nil {
		return fmt.Errorf("%w: %w", ErrMissing, err)
	}
	return nil
})

// Size is that of the file's main picture, upright, in pixels. It decodes nothing.
func Size(file []byte) (image.Point, error) {
	if err := load(); err != nil {
		return image.Point{}, err
	}
	var w, h C.int
	var wrong failure
	C.heif_size(start(file), C.size_t(len(file)), &w, &h, &wrong[0])
	return image.Pt(int(w), int(h)), wrong.err()
}

// Decode decodes the file's main picture, upright, into blue, green, red, row by row; bgr has exactly room for what Size says.
func Decode(file []byte, bgr []uint8, size image.Point) error {
	if err := load(); err != nil {
		return err
	}
	if size.X < 1 || size.Y < 1 || len(bgr) != 3*size.X*size.Y {
		return fmt.Errorf("%d bytes are no room for %v pixels", len(bgr), size)
	}
	var wrong failure
	C.heif_decode(start(file), C.size_t(len(file)), start(bgr), C.int(size.X), C.int(size.Y), &wrong[0])
	return wrong.err()
}

func start(bytes []uint8) *C.uint8_t { return (*C.uint8_t)(unsafe.SliceData(bytes)) }
