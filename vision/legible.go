package vision

import (
	"math"
	"slices"
)

// The squares of a cloth may be linked like tiles, and there are more of them. But nobody lays four tiles of which no letter can be read.
const (
	legibleLeast = 4    // so many cells tell
	legibleTried = 16   // so many of them are read
	mostRefused  = 1    // size: a picture that is hardly read at all is searched long enough
	refusedLike  = 0.17 // logarithm of how much larger or smaller than a refused size tiles may not be
)

// illegible says whether none of many cells shows a letter that is read for sure.
func (r *raster) illegible(s *structure) bool {
	if r.reader == nil || len(s.cells) < legibleLeast {
		return false
	}
	places := s.cells.places()
	step := max(1, len(places)/legibleTried)
	w := witness{raster: r}
	for i := 0; i < len(places); i += step {
		if w.sure(s, s.cells, places[i], s.cells[places[i]]) {
			return false
		}
	}
	return true
}

// refuses says whether tiles of a size were found to have no letters.
func (r *raster) refuses(pitch float64) bool {
	return slices.ContainsFunc(r.refused, func(size float64) bool { return math.Abs(math.Log(pitch/size)) < refusedLike })
}
