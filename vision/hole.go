package vision

import (
	"math"
)

// What a gap between tiles shows.
const (
	holeInk    = 0.05 // share of a face that is ink; with less it shows no letter
	holeTable  = -6.0 // log-likelihood ratio under which a place surely shows the table
	holeSpread = 0.1  // of hues that are alike, of either logarithm
	holeMost   = 8.0  // what the color may take from a tile's log-likelihood ratio
	holeTiles  = 3    // so many faces with letters, and places that show the table, must be seen to compare with
)

// doubtHoles lowers the likelihood of faces without a letter that have the table's color and not that of any tile: a gap among
// tiles has edges on all sides, as a blank has.
func (s *structure) doubtHoles(tiles stacks) {
	var plastic, table []hue
	for at, e := range s.evidence {
		v := &e.view[e.best-1]
		switch {
		case tiles[at] > 0 && v.ink > holeInk:
			plastic = append(plastic, hueOf(v.plastic))
		case tiles[at] == 0 && e.tile+e.hole < holeTable:
			table = append(table, hueOf(e.view[0].plastic))
		}
	}
	if len(plastic) < holeTiles || len(table) < holeTiles {
		return
	}
	for at := range tiles {
		e := s.evidence[at]
		e.tile, e.hole = e.tile+e.hole, 0
		if v := &e.view[e.best-1]; v.ink < holeInk {
			h := hueOf(v.plastic)
			a, b := nearestHue(h, plastic), nearestHue(h, table)
			e.hole = min(max((a*a-b*b)/(2*holeSpread*holeSpread), 0), holeMost)
			e.tile -= e.hole
		}
		if e.tile < tileAccepted {
			delete(tiles, at)
		}
	}
}

// nearestHue is how far the nearest of some hues is from one.
func nearestHue(h hue, all []hue) float64 {
	best := math.Inf(1)
	for _, o := range all {
		best = min(best, colorGapOfHues(h, o))
	}
	return best
}
