package glyph

import (
	"fmt"
	"slices"

	"tilewatch/engine"
)

// Face is a whole tile face, side to side, gray, cut out of a picture by a homography. Pix is row-major,
// Size x Size; its letter may lie in any of four quarter turns. MinSize to MaxSize pixels a side.
//
// Chroma, if given, is the same face in a second kind of gray: the largest less the smallest of red, green and blue
// (ChromaOf). A lamp mirrored in the plastic is white and does not show there, so a face that is torn by
// reflections can still be read. Where plastic and ink are equally colorful leave it out.
//
// Bright, if given, is the same face in a third kind: the largest of red, green and blue (BrightOf). On colored plastic dark ink stands out
// there most, and what is brighter than the plastic is a reflection.
//
// Hidden, if given, says which of its pixels show something else that stands before the face.
type Face struct {
	Size   int
	Pix    []uint8
	Chroma []uint8
	Bright []uint8
	Hidden []bool
}

// LumaOf is the gray of a color, as JPEG has it.
func LumaOf(r, g, b uint8) uint8 {
	return uint8((299*int(r) + 587*int(g) + 114*int(b) + 500) / 1000)
}

// ChromaOf is how colorful a color is: 0 for any gray.
func ChromaOf(r, g, b uint8) uint8 { return max(r, g, b) - min(r, g, b) }

// BrightOf is a color's brightest part.
func BrightOf(r, g, b uint8) uint8 { return max(r, g, b) }

// NewFace makes a face with gray and chroma of size*size pixels in full color, row-major, as red, green, blue.
func NewFace(size int, rgb [][3]uint8) (Face, error) {
	if len(rgb) != size*size {
		return Face{}, fmt.Errorf("face of %d pixels a side has %d pixels: want %d", size, len(rgb), size*size)
	}
	f := Face{Size: size, Pix: make([]uint8, len(rgb)), Chroma: make([]uint8, len(rgb))}
	for i, p := range rgb {
		f.Pix[i], f.Chroma[i] = LumaOf(p[0], p[1], p[2]), ChromaOf(p[0], p[1], p[2])
	}
	return f, f.Check()
}

// The sizes of a Face that can be read.
const (
	MinSize = 16
	MaxSize = 512
)

// Check reports whether the face can be read at all.
func (f Face) Check() error {
	if f.Size < MinSize || f.Size > MaxSize {
		return fmt.Errorf("face of %d pixels a side: cut it with %d to %d", f.Size, MinSize, MaxSize)
	}
	if len(f.Pix) != f.Size*f.Size {
		return fmt.Errorf("face of %d pixels a side has %d pixels: want %d", f.Size, len(f.Pix), f.Size*f.Size)
	}
	if len(f.Chroma) != 0 && len(f.Chroma) != f.Size*f.Size {
		return fmt.Errorf("face of %d pixels a side has %d pixels of chroma: want %d or none", f.Size, len(f.Chroma), f.Size*f.Size)
	}
	if len(f.Bright) != 0 && len(f.Bright) != f.Size*f.Size {
		return fmt.Errorf("face of %d pixels a side has %d pixels of brightness: want %d or none", f.Size, len(f.Bright), f.Size*f.Size)
	}
	if len(f.Hidden) != 0 && len(f.Hidden) != f.Size*f.Size {
		return fmt.Errorf("face of %d pixels a side says of %d pixels whether they are hidden: want %d or none", f.Size, len(f.Hidden), f.Size*f.Size)
	}
	return nil
}

// Turned is the face turned clockwise by so many quarter turns.
func (f Face) Turned(quarters int) Face {
	t := Face{Size: f.Size, Pix: turnedPlane(f.Pix, f.Size, quarters)}
	if len(f.Chroma) != 0 {
		t.Chroma = turnedPlane(f.Chroma, f.Size, quarters)
	}
	if len(f.Bright) != 0 {
		t.Bright = turnedPlane(f.Bright, f.Size, quarters)
	}
	if len(f.Hidden) != 0 {
		t.Hidden = turnedPlane(f.Hidden, f.Size, quarters)
	}
	return t
}

func turnedPlane[P uint8 | bool](p []P, n, quarters int) []P {
	t := make([]P, n*n)
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
			t[y*n+x] = p[sy*n+sx]
		}
	}
	return t
}

// dimmed is the face's brightness with nothing brighter than most of its middle: what a lamp mirrored in the plastic adds is cut off, and
// dark ink stays.
func (f Face) dimmed() []uint8 {
	low, high := int((0.5-reach)*float64(f.Size)), int((0.5+reach)*float64(f.Size))
	var middle []uint8
	for y := low; y < high; y++ {
		middle = append(middle, f.Bright[y*f.Size+low:y*f.Size+high]...)
	}
	slices.Sort(middle)
	most := middle[int(dimShare*float64(len(middle)))]
	plane := make([]uint8, len(f.Bright))
	for i, v := range f.Bright {
		plane[i] = min(v, most)
	}
	return plane
}

// dimShare is how much of a face's middle is no brighter than plastic in which nothing is mirrored.
const dimShare = 0.65

// Letters are natural-log likelihoods: [k][c] is how well the face agrees with class c (A to Z, then blank)
// standing upright once the face has been turned clockwise by k quarter turns. All share one constant, so
// sums over the faces of a board show which way is up. A blank face has no way up: [k][26] is the same for all k.
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
