// Package native is how the libraries in C and C++ keep memory, which Go does not know. The program imports it for what it does at the start.
package native

/*
#include <malloc.h>

// keep runs before main, and before any thread that could have a pool of its own.
__attribute__((constructor)) static void keep(void) {
	// One pool of memory for all of Go's threads: each further one holds on to a fifth more, and a picture's memory is found again.
	mallopt(M_ARENA_MAX, 1);
	// A picture's memory is kept for the next one instead of being given back and fetched again, page by page: that takes a tenth of the
	// time.
	mallopt(M_MMAP_THRESHOLD, 32 << 20);
	mallopt(M_TRIM_THRESHOLD, 64 << 20);
}
*/
import "C"
