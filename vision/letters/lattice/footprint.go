package lattice

import (
	"math"

	"tilewatch/engine"
	"tilewatch/vision/letters/candidate"
)

// Footprint is the extent in the picture of a circle that touches the four sides of a place, pixels. From low above the table it is wide and flat,
// and so are letters: their sizes compare only relative to it.
type Footprint struct{ wide, high float64 }

// footprintOf is the footprint of a place with these steps to the right and down.
func footprintOf(u, v engine.Point) Footprint {
	return Footprint{math.Hypot(u.X, v.X), math.Hypot(u.Y, v.Y)}
}

// Size is a candidate's size, in steps.
func (s Footprint) Size(m *candidate.Candidate) float64 { return max(m.W/s.wide, m.H/s.high) }

// clear reports whether two candidates are far enough apart to be letters on neighboring tiles.
func clear(m, k *candidate.Candidate) bool {
	return math.Abs(m.At.X-k.At.X) > leastStep*(m.W+k.W)/2 || math.Abs(m.At.Y-k.At.Y) > leastStep*(m.H+k.H)/2
}

// Limits of a lattice of letters, which are 0.35 to 0.7 of a step high, and up to that wide.
const (
	leastStep       = 1.15 // of the mean extent of candidates along one axis of the picture
	mostStep        = 3.4  // of the candidate's longer side
	mostSizeRatio   = 1.65 // sizes of letters of one set: an M is wide
	mostTiltedRatio = 2.2  // of sizes there: a lying M is that much longer than an I
	seedSpan        = 3    // steps in all directions
	leastSeed       = 0.8  // least score
	otherColorScore = 0.4  // weight of a letter on another color: most sets have one color
	mostLattices    = 64
)
