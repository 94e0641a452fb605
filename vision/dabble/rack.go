package dabble

import (
	"math"

	"tilewatch/engine"
	"tilewatch/vision/dabble/lattice"
	"tilewatch/vision/geom"
)

// What racks have in common besides their lattice, in tiles and radians. Faces are steeper than the way from tier to tier.
const (
	riseSpread  = 0.06
	usualTilt   = 24 * math.Pi / 180 // of the faces against the plane of the lattice
	letterUp    = 0.02               // how much more letters lie above the middles of faces that lean, in sides
	letterSlack = 0.06               // standard deviation of where they lie
)

// rack is a verified lattice with its pose.
type rack struct {
	lattice.Lattice
	pose
	sure     map[node]float64 // probability of a letter, for each candidate
	dark     bool             // ink is darker than plastic
	contrast float64          // of letters, gray levels
	faces    map[node]*seenFace
	slots    map[node]*slot // places looked at
	middle   lattice.Anchor
	high     float64        // height of letters on faces, in sides
	tilt     float64        // how much steeper faces are than the lattice, radians
	line     valueLineModel // where values are printed; zero: not fitted yet
}

// What a lattice must be like to be a rack's.
const (
	readable    = 0.55 // mean of how surely its candidates are letters
	fits        = 1.2  // cost of its pose for each letter
	readableFew = 0.68
	fitsFew     = 0.6
	manyLetters = 13 // from so many on it is a rack, however its tiles' edges are seen
	boundedFew  = 1.02
	boundedSure = 1.78 // with how surely its candidates are letters
	// Heights of the letters on faces, in sides.
	leastLetter, mostLetter = 0.43, 0.68
)

// face is the face at a node.
func (k *rack) face(at node) patch { return k.faceAt(at, k.tilt) }

// faceAt is the face at a node for a tilt.
func (k *rack) faceAt(at node, lean float64) patch {
	f := k.pose.face(at, lean)
	f.middle = f.middle.Add(f.y.Scale(letterUp))
	return f
}

// slot is what the picture shows at a place of a rack.
type slot struct {
	patch
	quad     engine.Quad
	inside   bool // of the picture
	print    print
	letters  engine.LetterLikelihoods
	sure     float64    // probability of a letter
	color    [3]float64 // of the middle of the face, blue, green, red
	texture  float64    // standard deviation in the middle, as a share of the brightness of the tiles around
	colorOff float64    // largest difference of a channel to the tiles around, as a logarithm
	shadeOff float64    // difference of the ground's brightness to the tiles around, as a logarithm
	inkRatio float64    // contrast of the print to that of the letters around; 0: none
}

// seenFace is the print of a face for one tilt.
type seenFace struct {
	tilt float64
	cutout
	letters engine.LetterLikelihoods
	sure    float64
	print   print
}

// valueLineModel is where the values of a set's tiles are printed, in sides from the middle: all tiles have them at the same height.
type valueLineModel struct {
	x, wide, y0, y1 float64 // x and wide are of one digit's middle
	top, middle     float64 // of the letters: they tell where on a face the print really is
	high            float64
}

// covers reports whether a point of the picture lies at a place of the rack.
func (k *rack) covers(at engine.Point) bool {
	for length := lattice.Shortest; length <= lattice.Longest; length++ {
		for n := range length {
			place := k.middle.Slot(length, n)
			if geom.Dist(k.pixel(k.node(float64(place.Col), float64(place.Row))), at) < coverReach*k.Step(place) {
				return true
			}
		}
	}
	return false
}

// fewLetters is the number of letters below which a lattice is small.
const fewLetters = 9

// coverReach is how far from a place's middle a point still lies at it, steps: a little over half of one.
const coverReach = 0.55
