package lattice

import (
	"math"

	"tilewatch/engine"
	"tilewatch/vision/letters/candidate"
)

// scale is how far a circle that touches the four sides of a place reaches in the picture, from side to side and from top to bottom,
// in pixels. Seen from low above the table it is wide and flat, and so are the letters: their sizes compare only in its measure.
type scale struct{ wide, high float64 }

// scaleOf is that of a place with these steps to the right and down.
func scaleOf(u, v engine.Point) scale { return scale{math.Hypot(u.X, v.X), math.Hypot(u.Y, v.Y)} }

// share is how large a mark is, in steps.
func (s scale) Share(m *candidate.Mark) float64 { return max(m.W/s.wide, m.H/s.high) }

// apart says whether two marks lie so far apart that they may be letters on tiles side by side.
func apart(m, k *candidate.Mark) bool {
	return math.Abs(m.At.X-k.At.X) > leastSteps*(m.W+k.W)/2 || math.Abs(m.At.Y-k.At.Y) > leastSteps*(m.H+k.H)/2
}

// Limits of what may be a lattice of letters. Letters are 0.35 to 0.7 of a step high, and up to that wide.
const (
	nearest    = 10   // marks tried as neighbors
	leastSteps = 1.15 // of the marks' mean extent along one axis of the picture
	mostSteps  = 3.4
	sameSize   = 1.65 // ratio of sizes of letters of one set; an M is wide
	tilted     = 2.2  // ratio of both steps, seen from low above the table; an M lying on its side is as much longer than an I
	tiltedSize = 2.2
	leastSine  = 0.65 // of the angle between both steps
	seedReach  = 0.16 // of a step: how far from its place a neighbor may lie, and as much again for each four steps
	seedSpan   = 3    // steps looked at to all sides
	leastSeed  = 0.8
	otherColor = 0.4 // what a letter counts on another color: most sets have one
	mostGrown  = 64
)
