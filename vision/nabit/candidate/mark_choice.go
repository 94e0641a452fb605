package candidate

import (
	"math"
	"slices"

	"tilewatch/vision/picture"
)

// SuppressDuplicates chooses the marks that the search looks at more closely: the best ones, one for each spot. A letter's counters are no
// marks of their own. With widely set it also keeps fragments of larger marks, and it moves marks of which there are many alike, as a
// cloth's squares are, behind all others.
func SuppressDuplicates(r *picture.Raster, marks []Mark, widely bool) []Mark {
	var kept, later []Mark
	for _, m := range marks {
		if m.full || m.Size < leastSpot || m.isPatch(r, marks) || !widely && m.isFragment(r, marks) || m.sameSpot(kept, widely) {
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

const (
	maxSpots  = 80  // how many marks the search looks at more closely; its time grows with them
	leastSpot = 9   // smaller marks are specks and serifs, pixels
	spotReach = 0.7 // marks whose centers are closer than this share of the larger one show one spot
)

// onSpotOf says whether two marks show one spot.
func (m *Mark) onSpotOf(k *Mark) bool {
	return picture.Dist(k.At, m.At) < spotReach*max(k.Size, m.Size)
}

// sameSpot says whether one of the marks kept shows the spot of this one; with widely set it must also have about the same size.
func (m *Mark) sameSpot(kept []Mark, widely bool) bool {
	return slices.ContainsFunc(kept, func(k Mark) bool { return m.onSpotOf(&k) && (!widely || m.sizeNear(&k)) })
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

// Two marks are alike if their sizes differ by less than the factor alikeSize and their plastics by less than alikeColor levels. Letters come
// before the pattern, since they score higher; behind alikeMost marks alike, a mark may be of the pattern.
const (
	alikeSize  = 1.25
	alikeColor = 24
	alikeMost  = 20
)

// isFragment says whether the mark is only the strongest part of another one that is no patch.
func (m *Mark) isFragment(r *picture.Raster, marks []Mark) bool {
	return m.inner && slices.ContainsFunc(marks, func(k Mark) bool {
		return !k.inner && !k.full && k.Size > m.Size && math.Abs(k.At.X-m.At.X) < k.W/2 && math.Abs(k.At.Y-m.At.Y) < k.H/2 && !k.isPatch(r, marks)
	})
}

// isPatch says whether the mark is a patch that holds several others, as a word is on a table of another color. A letter holds its counters,
// but those show the color around the letter.
func (m *Mark) isPatch(r *picture.Raster, marks []Mark) bool {
	var inside []Mark
	for _, k := range marks {
		if k.full || k.Size > patchMost*m.Size || math.Abs(k.At.X-m.At.X) > m.W/2 || math.Abs(k.At.Y-m.At.Y) > m.H/2 ||
			picture.ColorGap(r.At(k.At), m.Plastic) < patchGap {
			continue
		}
		if !slices.ContainsFunc(inside, func(o Mark) bool { return k.onSpotOf(&o) }) {
			inside = append(inside, k)
		}
	}
	return len(inside) >= patchLeast
}

// A patch holds at least patchLeast marks that are no larger than patchMost of it and whose color differs from the patch's surroundings by
// patchGap levels or more.
const (
	patchMost  = 0.65
	patchGap   = 40
	patchLeast = 2
)

// Bounds of a tile's pitch, in sizes of its letter's mark. A capital is 0.46 to 0.6 of a tile high; turned, its box along the picture's axes
// is up to 0.85 of a tile long; the box of an I along these axes is no longer than the letter is high.
const (
	MinPitch = 0.95
	MaxPitch = 2.45
	// HolePitch is the most for a hole in a letter: a hole finds its tile, though it says nothing of the tile's size.
	HolePitch = 3.4
)
