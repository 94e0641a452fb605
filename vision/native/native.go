// Package native says how much memory the libraries in C and C++ hold, which Go does not know, in bytes.
package native

// #include <malloc.h>
import "C"

// Bytes is what they hold at the moment, and have not given back: pictures, letter readers. Go's own memory is not in it, nor what the
// allocator keeps for later.
func Bytes() int {
	use := C.mallinfo2()
	return int(use.uordblks) + int(use.hblkhd)
}
