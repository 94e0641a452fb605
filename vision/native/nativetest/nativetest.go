// Package nativetest says how much memory the libraries in C and C++ hold, which Go does not know, in bytes.
package nativetest

// #include <malloc.h>
import "C"

import _ "tilewatch/vision/native" // they keep it as in the program

// Bytes is what they hold at the moment, and have not given back: pictures, letter readers. Go's own memory is not in it, nor what the
// allocator keeps for later.
func Bytes() int {
	use := C.mallinfo2()
	return int(use.uordblks) + int(use.hblkhd)
}
