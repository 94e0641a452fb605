package vision

import (
	"math"
	"slices"
)

// onePerSpot are the best marks, one of each spot: a letter's counters are no marks of their own. Widely chosen are also what seems to be
// part of something larger, and many that are alike, as a cloth's squares are, after all others.
func onePerSpot(r *raster, marks []mark, widely bool) []mark {
	var kept, later []mark
	for _, m := range marks {
		if m.full || m.size < 9 || m.patch(r, marks) || !widely && m.fragment(r, marks) || m.sameSpot(kept, widely) {
			continue
		}
		if widely && m.amongAlike(kept) {
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
func (m *mark) sameSpot(kept []mark, widely bool) bool {
	return slices.ContainsFunc(kept, func(k mark) bool {
		return dist(k.at, m.at) < 0.7*max(k.size, m.size) && (!widely || m.size < 1.3*k.size && k.size < 1.3*m.size)
	})
}

// amongAlike says whether there are many marks of the same size on the same color.
func (m *mark) amongAlike(marks []mark) bool {
	n := 0
	for i := range marks {
		if k := &marks[i]; max(k.size, m.size) < alikeSize*min(k.size, m.size) && colorGap(k.plastic, m.plastic) < alikeColor {
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

// fragment says whether the mark is no more than the strongest part of another one that is no patch.
func (m *mark) fragment(r *raster, marks []mark) bool {
	return m.inner && slices.ContainsFunc(marks, func(k mark) bool {
		return !k.inner && !k.full && k.size > m.size && math.Abs(k.at.X-m.at.X) < k.w/2 && math.Abs(k.at.Y-m.at.Y) < k.h/2 && !k.patch(r, marks)
	})
}

// patch says whether the mark is a patch that holds several others, as a word is on a table of another color. Letters have counters, but
// those show the color around the letter.
func (m *mark) patch(r *raster, marks []mark) bool {
	var inside []mark
	for _, k := range marks {
		if k.full || k.size > patchMost*m.size || math.Abs(k.at.X-m.at.X) > m.w/2 || math.Abs(k.at.Y-m.at.Y) > m.h/2 ||
			colorGap(r.at(k.at), m.plastic) < patchGap {
			continue
		}
		if !slices.ContainsFunc(inside, func(o mark) bool { return dist(o.at, k.at) < 0.7*max(o.size, k.size) }) {
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
	minPitch = 0.95
	maxPitch = 2.45
	// A hole in a letter will do to find its tile, though it does not tell its size.
	holePitch = 3.4
)
