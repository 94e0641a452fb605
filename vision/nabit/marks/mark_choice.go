package marks

import (
	"math"
	"slices"

	"tilewatch/vision/picture"
)

// SuppressDuplicates are the best marks, one of each spot: a letter's counters are no marks of their own. Widely chosen are also what seems to be
// part of something larger, and many that are alike, as a cloth's squares are, after all others.
func SuppressDuplicates(r *picture.Raster, marks []Mark, widely bool) []Mark {
	var kept, later []Mark
	for _, m := range marks {
		if m.full || m.Size < 9 || m.IsPatch(r, marks) || !widely && m.isFragment(r, marks) || m.sameSpot(kept, widely) {
			continue
		}
		if widely && m.manyAlike(kept) {
			later = append(later, m)
			continue
		}
		if kept = append(kept, m); len(kept) == maxSpots {
			return kept
		}
	}
	return append(kept, later[:min(len(later), maxSpots-len(kept))]...)
}

// sameSpot says whether one of some marks lies where the mark does; widely chosen, it must be as large, too.
func (m *Mark) sameSpot(kept []Mark, widely bool) bool {
	return slices.ContainsFunc(kept, func(k Mark) bool {
		return picture.Dist(k.At, m.At) < 0.7*max(k.Size, m.Size) && (!widely || m.Size < 1.3*k.Size && k.Size < 1.3*m.Size)
	})
}

// manyAlike says whether there are many marks of the same size on the same color.
func (m *Mark) manyAlike(marks []Mark) bool {
	n := 0
	for i := range marks {
		if k := &marks[i]; max(k.Size, m.Size) < alikeSize*min(k.Size, m.Size) && picture.ColorGap(k.Plastic, m.Plastic) < alikeColor {
			n++
		}
	}
	return n >= alikeMost
}

// Marks are alike if they differ in size by no more than this factor, on colors that differ by less than this; so many letters may be.
const (
	alikeSize  = 1.25
	alikeColor = 24
	alikeMost  = 20
)

// isFragment says whether the mark is no more than the strongest part of another one that is no patch.
func (m *Mark) isFragment(r *picture.Raster, marks []Mark) bool {
	return m.inner && slices.ContainsFunc(marks, func(k Mark) bool {
		return !k.inner && !k.full && k.Size > m.Size && math.Abs(k.At.X-m.At.X) < k.W/2 && math.Abs(k.At.Y-m.At.Y) < k.H/2 && !k.IsPatch(r, marks)
	})
}

// IsPatch says whether the mark is a patch that holds several others, as a word is on a table of another color. Letters have counters, but
// those show the color around the letter.
func (m *Mark) IsPatch(r *picture.Raster, marks []Mark) bool {
	var inside []Mark
	for _, k := range marks {
		if k.full || k.Size > patchMost*m.Size || math.Abs(k.At.X-m.At.X) > m.W/2 || math.Abs(k.At.Y-m.At.Y) > m.H/2 ||
			picture.ColorGap(r.At(k.At), m.Plastic) < patchGap {
			continue
		}
		if !slices.ContainsFunc(inside, func(o Mark) bool { return picture.Dist(o.At, k.At) < 0.7*max(o.Size, k.Size) }) {
			inside = append(inside, k)
		}
	}
	return len(inside) >= 2
}

// What a patch holds is no larger than this share of it, and differs so much from what is around it.
const (
	patchMost = 0.65
	patchGap  = 40
)

// maxSpots is how many marks are looked at more closely.
const maxSpots = 80

// Bounds of a pitch in mark sizes: a capital is 0.46 to 0.6 of a tile high, its extent along the picture's axes up to
// 0.85, and an I lying along them no wider.
const (
	MinPitch = 0.95
	MaxPitch = 2.45
	// A hole in a letter will do to find its tile, though it does not tell its size.
	HolePitch = 3.4
)
