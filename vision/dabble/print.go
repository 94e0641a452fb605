package dabble

import "tilewatch/vision/blob"

// print is what is printed on a face, in sides from its middle.
type print struct {
	contrast float64 // between ink and plastic, gray levels; little: nothing is printed
	ground   float64 // the plastic's gray level
	letter   box     // the letter, or the apostrophe; empty: none
	value    box     // the value; empty: none
	parts    []box   // components of the letter
	solid    bool    // the letter's box holds only a filled square or disc: a cloth's
}

// box is an extent on a face, in sides from its middle, right and down.
type box struct{ x0, y0, x1, y1 float64 }

func (b box) empty() bool   { return b.x1 <= b.x0 }
func (b box) high() float64 { return b.y1 - b.y0 }
func (b box) wide() float64 { return b.x1 - b.x0 }

// letterHigh is the letter's height; where the letter touches the value below it, twice what its top says.
func (p *print) letterHigh() float64 {
	if p.letter.y1 > valueLine {
		return -2*p.letter.y0 - 0.04
	}
	return p.letter.high()
}

// valueLine is how far down single letters reach at most, in sides from the middle.
const valueLine = 0.34

// joined is the extent of both.
func (b box) joined(o box) box {
	switch {
	case b.empty():
		return o
	case o.empty():
		return b
	}
	return box{min(b.x0, o.x0), min(b.y0, o.y0), max(b.x1, o.x1), max(b.y1, o.y1)}
}

// histogram counts gray levels.
type histogram struct {
	of  [256]int
	all int
}

// histogramOf counts gray levels; it inverts them for light ink.
func histogramOf(gray []uint8, dark bool) (t histogram) {
	for i, v := range gray {
		if !dark {
			v = 255 - v
			gray[i] = v
		}
		t.of[v]++
	}
	t.all = len(gray)
	return t
}

// percentile is the gray level below which that share of pixels lies.
func (t *histogram) percentile(part float64) float64 {
	left := int(part * float64(t.all))
	for v, n := range t.of {
		if left -= n; left < 0 {
			return float64(v)
		}
	}
	return 255
}

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

// printOf finds the print on an upright face, faceSize pixels a side; dark is the polarity. It inverts the levels for light ink.
func printOf(gray []uint8, dark bool) print {
	var inner histogram
	const low, high = rimPixels, faceSize - rimPixels
	for i, v := range gray {
		if !dark {
			v = 255 - v
			gray[i] = v
		}
		if x, y := i%faceSize, i/faceSize; x >= low && x < high && y >= low && y < high {
			inner.of[v]++
			inner.all++
		}
	}
	p := print{ground: inner.percentile(groundShare)}
	ink := inner.percentile(inkTail) // an apostrophe is not much larger
	p.contrast = p.ground - ink
	p.pieces(gray, p.ground-inkThreshold*p.contrast, low, high)
	if !dark {
		p.ground = 255 - p.ground
	}
	return p
}

// pieces finds the connected components of ink: those near the middle are the letter, the lowest right of the others the value.
func (p *print) pieces(gray []uint8, level float64, low, high int) {
	const size, step = faceSize, 1.0 / faceSize
	var inked [size * size]bool
	for i, v := range gray {
		x, y := i%size, i/size
		inked[i] = float64(v) <= level && x >= low && x < high && y >= low && y < high
	}
	blob.Regions(inked[:], size, false, func(c blob.Component, pixels []int) bool {
		var moments blob.Moments
		for _, i := range pixels {
			moments.Add(i%size, i/size)
		}
		b := box{float64(c.X0)*step - 0.5, float64(c.Y0)*step - 0.5, float64(c.X1)*step - 0.5, float64(c.Y1)*step - 0.5}
		if p.sort(b, float64(c.Area)*step*step) && moments.Solid(slimmest) {
			p.solid = true
		}
		return true
	})
}

// sort assigns a component, and reports whether it is the letter's.
func (p *print) sort(b box, area float64) bool {
	far := max(b.x0, -b.x1) // from the middle, across
	switch {
	case area < speck || b.x0 < -halfSide+rim+nearRim && b.high() > rimHigh || b.wide() > mostExtent || b.high() > mostExtent:
		// a speck, or a neighbor
	case b.y0 > lipTop && b.y1 > halfSide-rim-lipSlack && b.wide() > lipWide:
		// the shade of a rack's lip: no letter stands so low
	case b.x0 > cornerFrom && b.y0 > cornerFrom && b.high() < smallHigh:
		p.value = p.value.joined(b)
	case far < middlePad && max(b.y0, -b.y1) < middleHigh:
		p.letter, p.parts = p.letter.joined(b), append(p.parts, b)
		return true
	}
	return false
}

// halfSide is where a face ends, sides from its middle.
const halfSide = 0.5
