package vision

import (
	"math"
	"slices"
)

const (
	bankTiles = 10            // no bank holds more
	bankTop   = bankTiles + 1 // levels of the fullest bank: the gray tile is one
	bankLow   = 2             // and of one that holds a tile
	bankFar   = 12.0          // pitches: farther from its player's rack than this is all the same
	bankNear  = 4.0           // how far it is taken to be if no rack was seen
	// bankSure are the log-odds from which a face is the top of a bank: one that is overlooked takes several points from its player,
	// what is wrongly taken for one mostly gives but one.
	bankSure = -1.0
	sameTop  = 0.1 // pitches: nearer than this, two faces are the same one
)

// among is in line with how many faces of its color a face lies, and how far it is from the next end of a rack that it does not belong
// to, pitches.
func (f *looseFace) among(chains []chain) (inLine int, away float64) {
	away = math.Inf(1)
	for _, c := range chains {
		switch own := slices.ContainsFunc(c, func(o looseFace) bool { return o.apart(f) < sameTop }); {
		case c.color() != f.color:
		case own:
			inLine = max(inLine, len(c)-1)
		case len(c) > 1:
			if c.extends(f) {
				inLine = max(inLine, len(c))
			}
			away = min(away, f.apart(&c[0]), f.apart(&c[len(c)-1]))
		}
	}
	if math.IsInf(away, 1) {
		away = bankNear
	}
	return inLine, min(away, bankFar)
}

// extends says whether a face lies in the line of a rack of its color that is not full, as near as a tile with one missing between.
func (c chain) extends(f *looseFace) bool {
	return c.color() == f.color && len(c) < rackTiles && c.inLine(f) &&
		min(f.apart(&c[0]), f.apart(&c[len(c)-1])) < 2*rackFar && c[0].beside(f)
}

// turnOf is how a tile's pose is turned against the structure's lattice, within a quarter turn.
func (s *structure) turnOf(p *pose) float64 { return quarter(math.Atan2(p.x.dot(s.y), p.x.dot(s.x))) }
