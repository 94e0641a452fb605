package conv

// #cgo noescape convolve
// #cgo nocallback convolve
// #cgo noescape weigh
// #cgo nocallback weigh
// #cgo noescape halve
// #cgo nocallback halve
// #cgo noescape spread
// #cgo nocallback spread
// #cgo noescape moments
// #cgo nocallback moments
// #cgo noescape normalize
// #cgo nocallback normalize
// #cgo noescape combine
// #cgo nocallback combine
// #include "kernel.h"
import "C"

import "unsafe"

// Lanes is what the channels of every layer but the first are a multiple of.
const Lanes = C.LANES

// Map is a feature map: height x width points of some channels, rows one after the other, with a border of one point of zeros all around.
type Map struct {
	Height, Width, Channels int
	Data                    []float32
}

// NewMap makes a map of zeros.
func NewMap(height, width, channels int) Map {
	return Map{height, width, channels, make([]float32, (height+2)*(width+2)*channels)}
}

// At are the channels of a point.
func (m *Map) At(x, y int) []float32 {
	at := ((y+1)*(m.Width+2) + x + 1) * m.Channels
	return m.Data[at : at+m.Channels]
}

func (m *Map) native() C.feature_map {
	return C.feature_map{pointer(m.Data), C.int64_t(m.Height), C.int64_t(m.Width), C.int64_t(m.Channels)}
}

func pointer(of []float32) *C.float { return (*C.float)(unsafe.SliceData(of)) }

func flag(b bool) C.int {
	if b {
		return 1
	}
	return 0
}
