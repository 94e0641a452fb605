package main

import (
	"math/rand/v2"
	"slices"

	"tilewatch/ocr/glyph"
)

// mirroredFace is a letter's face, every other one in a mirror, whichever its letter, in the place of a blank's class.
func mirroredFace(r *rand.Rand, of []typeface) (f glyph.Face, class int) {
	class = r.IntN(blank)
	t := drawTile(r, pick(r, of), letters, class)
	f = shoot(r, &t)
	if chance(r, 0.5) {
		mirror(f.Pix, f.Size)
		mirror(f.Chroma, f.Size)
		class = blank
	}
	return f, class
}

// mirror turns each row of a square plane round.
func mirror(plane []uint8, size int) {
	for row := range slices.Chunk(plane, size) {
		slices.Reverse(row)
	}
}
