package racks

import (
	"math"
	"slices"

	"tilewatch/vision/camerapose"
	"tilewatch/vision/nabit/hypothesis"
)

const (
	BankTiles   = 10            // a rule of the game: no bank holds more
	highestBank = BankTiles + 1 // levels of the fullest bank: its lowest tile is gray and counts as none
	LowestBank  = 2             // levels of a bank that holds one tile

	// The distance of a bank to its player's rack, pitches. Hand-set; the bank classifier was trained with both, so a change needs a new stack.bin.
	bankFar  = 12.0 // the upper limit
	bankNear = 4.0  // the default where no rack is seen

	// sameTop is the distance under which two faces are one, pitches. Hand-set: far above the error of a refined face, far below a tile.
	sameTop = 0.1
)

// relateToRacks returns with how many faces of its color a face lies in line, and its distance to the nearest end of another rack of
// its color, pitches.
func relateToRacks(f *hypothesis.LooseFace, lines []hypothesis.Line) (inLine int, distance float64) {
	distance = math.Inf(1)
	for _, c := range lines {
		switch own := slices.ContainsFunc(c, func(o hypothesis.LooseFace) bool { return o.Apart(f) < sameTop }); {
		case lineColor(c) != f.Color:
		case own:
			inLine = max(inLine, len(c)-1)
		case len(c) > 1:
			if extendsRack(c, f) {
				inLine = max(inLine, len(c))
			}
			distance = min(distance, f.Apart(&c[0]), f.Apart(&c[len(c)-1]))
		}
	}
	if math.IsInf(distance, 1) {
		distance = bankNear
	}
	return inLine, min(distance, bankFar)
}

// extendsRack says whether a face continues a rack of its color that is not full: on its line, with at most one tile missing between
// them.
func extendsRack(c hypothesis.Line, f *hypothesis.LooseFace) bool {
	return lineColor(c) == f.Color && len(c) < RackTiles && onLine(c, f) &&
		min(f.Apart(&c[0]), f.Apart(&c[len(c)-1])) < 2*maxSpacing && aligned(&c[0], f)
}

// orientationOf is the angle of a tile's pose to the structure's lattice, within a quarter turn, radians.
func orientationOf(s *hypothesis.Hypothesis, p *camerapose.Pose) float64 {
	return camerapose.Quarter(math.Atan2(p.X.Dot(s.Y), p.X.Dot(s.X)))
}
