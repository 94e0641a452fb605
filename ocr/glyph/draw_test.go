package glyph

import "math/rand/v2"

// bar is a rectangle of ink, as shares of the face: left, top, right, bottom.
type bar [4]float64

// barsOfE are the strokes of an E, which no quarter turn leaves as it is.
var barsOfE = []bar{{0.32, 0.23, 0.43, 0.77}, {0.32, 0.23, 0.66, 0.33}, {0.32, 0.45, 0.63, 0.55}, {0.32, 0.67, 0.66, 0.77}}

// drawnFace is a face with bars of ink and a little noise.
func drawnFace(size int, bars []bar, plastic, ink float64, r *rand.Rand) Face {
	f := Face{Size: size, Pix: make([]uint8, size*size)}
	for i := range f.Pix {
		x, y := (float64(i%size)+0.5)/float64(size), (float64(i/size)+0.5)/float64(size)
		v := plastic
		for _, b := range bars {
			if x >= b[0] && y >= b[1] && x < b[2] && y < b[3] {
				v = ink
			}
		}
		f.Pix[i] = uint8(v + 2*r.NormFloat64())
	}
	return f
}
