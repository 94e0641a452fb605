package evidence

import (
	"math"

	"tilewatch/engine"
)

// otherTile is the Bhattacharyya distance from which two pictures of one place cannot show the same tile, nats. Hand-set: low
// enough to notice an exchanged letter (TestATableThatChangedIsNoticed), high enough to ignore a flickering one.
const otherTile = 2.5

// Changed reports whether the sighting cannot show the table that the earlier view shows. missed are the surely seen tiles that the
// sighting does not report at all: the table has changed once two pictures in a row miss the same one, so the caller passes them back
// as before with the next sighting.
func (s Sighting) Changed(earlier View, before map[engine.Place]bool) (missed map[engine.Place]bool, changed bool) {
	is := s.View()
	missed, gone := map[engine.Place]bool{}, false
	for p, m := range earlier.Looks {
		if _, reported := is.Looks[p]; !reported && m.Tile > SurelyLay && m.Share > MostSeen && m.Clear() == 1 {
			missed[p], gone = true, gone || before[p]
		}
	}
	if gone {
		return missed, true
	}
	for p, m := range is.Looks {
		if n, ok := earlier.Looks[p]; ok && distance(m, n) > otherTile {
			return missed, true
		}
	}
	return missed, false
}

// distance is the Bhattacharyya distance of two looks at a place, over tile, color and letter; 0 for the same.
func distance(a, b Mean) float64 {
	if a.Clear() < 1 || b.Clear() < 1 {
		return 0
	}
	tile := overlapOdds(a.Tile, b.Tile)
	if a.Tile < 0 || b.Tile < 0 {
		return -math.Log(tile)
	}
	return -math.Log(tile) - math.Log(overlap(a.Hue[:], b.Hue[:])) - math.Log(overlap(a.Read[:], b.Read[:]))
}

// ShowsNew reports whether the sighting shows a tile on a free place of the board where the earlier view shows none in most pictures.
// Added to the earlier pictures, such a tile would count as one that is seen seldom.
func (s Sighting) ShowsNew(board engine.Board, earlier View) bool {
	for p, l := range s.Looks {
		if l.Tile <= 0 || board[p].Height > 0 {
			continue
		}
		if m, seen := earlier.Looks[p]; !seen || m.Tile <= 0 || m.Share < MostSeen {
			return true
		}
	}
	return false
}
