package racks

import (
	"math"
	"slices"

	"tilewatch/vision/camerapose"
	"tilewatch/vision/nabit/hypothesis"
)

const (
	BankTiles = 10            // no bank holds more
	highestBank   = BankTiles + 1 // levels of the fullest bank: the gray tile is one
	LowestBank   = 2             // and of one that holds a tile
	bankFar   = 12.0          // pitches: farther from its player's rack than this is all the same
	bankNear  = 4.0           // how far it is taken to be if no rack was seen
	// bankAccepted are the log-odds from which a face is the top of a bank: one that is overlooked takes several points from its player,
	// what is wrongly taken for one mostly gives but one.
	bankAccepted = -1.0
	sameTop  = 0.1 // pitches: nearer than this, two faces are the same one
)

// relateToRacks is in line with how many faces of its color a face lies, and how far it is from the next end of a rack that it does not belong
// to, pitches.
func relateToRacks(f *hypothesis.LooseFace, lines []hypothesis.Line) (inLine int, away float64) {
	away = math.Inf(1)
	for _, c := range lines {
		switch own := slices.ContainsFunc(c, func(o hypothesis.LooseFace) bool { return o.Apart(f) < sameTop }); {
		case lineColor(c) != f.Color:
		case own:
			inLine = max(inLine, len(c)-1)
		case len(c) > 1:
			if extendsRack(c, f) {
				inLine = max(inLine, len(c))
			}
			away = min(away, f.Apart(&c[0]), f.Apart(&c[len(c)-1]))
		}
	}
	if math.IsInf(away, 1) {
		away = bankNear
	}
	return inLine, min(away, bankFar)
}

// extendsRack says whether a face lies in the line of a rack of its color that is not full, as near as a tile with one missing between.
func extendsRack(c hypothesis.Line, f *hypothesis.LooseFace) bool {
	return lineColor(c) == f.Color && len(c) < RackTiles && onLine(c, f) &&
		min(f.Apart(&c[0]), f.Apart(&c[len(c)-1])) < 2*maxSpacing && aligned(&c[0], f)
}

// orientationOf is how a tile's pose is turned against the structure's lattice, within a quarter turn.
func orientationOf(s *hypothesis.Hypothesis, p *camerapose.Pose) float64 {
	return camerapose.Quarter(math.Atan2(p.X.Dot(s.Y), p.X.Dot(s.X)))
}
