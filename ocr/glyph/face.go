package glyph

import (
	"fmt"

	"tilewatch/engine"
)

// Face is a whole tile face, side to side, gray, cut out of a picture by a homography. Pix is row-major,
// Size x Size; its letter may lie in any of four quarter turns. MinSize to MaxSize pixels a side.
type Face struct {
	Size int
	Pix  []uint8
}

// The sizes of a Face that can be read.
const (
	MinSize = 16
	MaxSize = 512
)

// Check tells whether the face can be read at all.
func (f Face) Check() error {
	if f.Size < MinSize || f.Size > MaxSize {
		return fmt.Errorf("face of %d pixels a side: cut it with %d to %d", f.Size, MinSize, MaxSize)
	}
	if len(f.Pix) != f.Size*f.Size {
		return fmt.Errorf("face of %d pixels a side has %d pixels: want %d", f.Size, len(f.Pix), f.Size*f.Size)
	}
	return nil
}

// Turned is the face turned clockwise by so many quarter turns.
func (f Face) Turned(quarters int) Face {
	n := f.Size
	t := Face{Size: n, Pix: make([]uint8, n*n)}
	for y := range n {
		for x := range n {
			sy, sx := y, x
			switch quarters & 3 {
			case 1:
				sy, sx = n-1-x, y
			case 2:
				sy, sx = n-1-y, n-1-x
			case 3:
				sy, sx = x, n-1-y
			}
			t.Pix[y*n+x] = f.Pix[sy*n+sx]
		}
	}
	return t
}

// Letters are natural-log likelihoods: [k][c] is how well the face agrees with class c (A to Z, then blank)
// standing upright once the face has been turned clockwise by k quarter turns. All share one constant, so
// sums over the faces of a board tell which way is up. A blank face has no way up: [k][26] is the same for all k.
type Letters [4]engine.LetterLikelihoods

// Best is the likeliest class at quarter turn k, and by how much (natural log) it beats the next.
func (l *Letters) Best(k int) (class int, margin float64) {
	v := &l[k]
	second := -1
	for c := range v {
		switch {
		case v[c] > v[class]:
			class, second = c, class
		case c != class && (second < 0 || v[c] > v[second]):
			second = c
		}
	}
	return class, v[class] - v[second]
}
