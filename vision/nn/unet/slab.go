package unet

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// slab hands out memory for numbers from blocks in large pages: to have a network's memory given page by page, of 4 kB, takes a tenth of a first
// picture's time.
type slab struct{ left []float32 }

// A block is so many bytes, and begins at a large page.
const (
	page  = 2 << 20
	block = 4 * page
	bytes = 4 // of a number
)

func (s *slab) take(size int) []float32 {
	if size > len(s.left) {
		whole := make([]float32, (max(size*bytes, block)+2*page-1)/bytes)
		first := (page - int(uintptr(unsafe.Pointer(&whole[0]))%page)) % page / bytes
		s.left = whole[first:]
		s.left = s.left[:len(s.left)*bytes/page*page/bytes]
		_ = unix.Madvise(unsafe.Slice((*byte)(unsafe.Pointer(&s.left[0])), len(s.left)*bytes), unix.MADV_HUGEPAGE) // systems without them go on page by page
	}
	room := s.left[:size:size]
	s.left = s.left[size:]
	return room
}
