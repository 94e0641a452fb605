package dabble

import "tilewatch/vision/number"

// print is what is printed on a face, in sides from its middle.
type print struct {
	contrast float64 // between ink and plastic, gray levels; little: nothing is printed
	ground   float64 // the plastic's gray level
	letter   box     // the letter, or the apostrophe; empty: none
	value    box     // the value; empty: none
	parts    []box   // components of the letter
	solid    bool    // the letter's box holds only a filled square or disc: a cloth's
}

// box is an extent on a face.
type box = number.Box

// letterHigh is the letter's height; where the letter touches the value below it, twice what its top says.
func (p *print) letterHigh() float64 {
	if p.letter.Y1 > valueLine {
		return -2*p.letter.Y0 - 0.04
	}
	return p.letter.High()
}

// valueLine is how far down single letters reach at most, in sides from the middle.
const valueLine = 0.34

// Parts of a face, in sides.
const (
	rim       = 0.06 // ignored: edges and neighbors
	rimPixels = 2    // the same of a face, pixels

	middlePad  = 0.25  // most distance of a letter from the middle, across
	middleHigh = 0.4   // the same up and down
	speck      = 0.002 // square sides
	cornerFrom = 0.1   // right of and below it a small component is the value
	nearRim    = 0.01  // from the rim
	rimHigh    = 0.6   // a component at the left rim that is so high is a neighbor
	mostExtent = 0.85  // of a letter
	lipTop     = 0.05  // what begins below it
	lipSlack   = 0.03  // ... reaches the lower rim,
	lipWide    = 0.3   // ... and is so wide is the shade of the rack's lip
	smallHigh  = 0.28  // most height of a value
)

const (
	groundShare  = 0.75 // percentile of the plastic's gray level
	inkTail      = 0.01 // percentile of the ink's
	inkThreshold = 0.45 // of the contrast
)

// printOf finds the print on an upright face, faceSize pixels a side: of the connected components of ink those near the middle are the letter, the
// lowest right of the others the value. dark is the polarity; it inverts the levels for light ink.
func printOf(gray []uint8, dark bool) (p print) {
	face := number.Patch{Side: faceSize, Pix: gray, Of: number.Whole}
	if !dark {
		face.Invert()
	}
	inner := face.Levels(rimPixels)
	p.ground = inner.Percentile(groundShare)
	p.contrast = p.ground - inner.Percentile(inkTail) // an apostrophe is not much larger
	for _, c := range face.Components(p.ground-inkThreshold*p.contrast, false, rimPixels) {
		if p.sort(c.Box, c.Area) && c.Moments.Solid(slimmest) {
			p.solid = true
		}
	}
	if !dark {
		p.ground = 255 - p.ground
	}
	return p
}

// sort assigns a component, and reports whether it is the letter's.
func (p *print) sort(b box, area float64) bool {
	far := max(b.X0, -b.X1) // from the middle, across
	switch {
	case area < speck || b.X0 < -halfSide+rim+nearRim && b.High() > rimHigh || b.Wide() > mostExtent || b.High() > mostExtent:
		// a speck, or a neighbor
	case b.Y0 > lipTop && b.Y1 > halfSide-rim-lipSlack && b.Wide() > lipWide:
		// the shade of a rack's lip: no letter stands so low
	case b.X0 > cornerFrom && b.Y0 > cornerFrom && b.High() < smallHigh:
		p.value = p.value.Joined(b)
	case far < middlePad && max(b.Y0, -b.Y1) < middleHigh:
		p.letter, p.parts = p.letter.Joined(b), append(p.parts, b)
		return true
	}
	return false
}

// halfSide is where a face ends, sides from its middle.
const halfSide = 0.5
