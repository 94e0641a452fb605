package dabble

import (
	"cmp"
	"math"
	"slices"

	rules "tilewatch/engine/dabble"
	"tilewatch/ocr/glyph"
	"tilewatch/vision/blob"
	"tilewatch/vision/geom"
	"tilewatch/vision/parallel"
)

// The value is printed in the lower right corner.
const (
	valueFrom  = 0.10 // where it is looked for, in sides from the middle
	valueTo    = 0.52
	valueSize  = 62 // pixels of that part
	valueUnit  = (valueTo - valueFrom) / valueSize
	leastDigit = 0.09 // height of digits, in sides
	mostDigit  = 0.27
	digitShare = 0.6 // of the digit reader's face
	unread     = -9.0
	guessTrust = 0.4 // of what is read where others have their value
)

// Limits of the alignment, in sides.
const (
	mostAstray  = 0.16
	lopsided    = 0.05 // letters' own shapes put their middles so far left or right
	mostStretch = 0.3  // as a logarithm
)

// aligned is the patch moved so that its letter stands where the set's letters do: values are smaller than the error of a face's location. A letter that
// touches the value gives only its top. stretch also scales the face so that the letter has the set's height, for loose tiles: the camera's angle to them is
// only roughly known.
func (l valueLineModel) aligned(p patch, pr *print, stretch bool) patch {
	b := pr.letter
	if b.empty() {
		return p
	}
	up := 1.0
	if high := b.high() / l.high; stretch && b.y1 < valueLine && math.Abs(math.Log(high)) < mostStretch {
		up = high
	}
	if dy := b.y0 - up*l.top; math.Abs(dy) < mostAstray {
		p.middle = p.middle.Add(p.y.Scale(dy))
		p.y = p.y.Scale(up)
	}
	if dx := (b.x0+b.x1)/2 - l.middle; math.Abs(dx) < mostAstray && b.y1 < valueLine {
		p.middle = p.middle.Add(p.x.Scale(dx - min(max(dx, -lopsided), lopsided)))
	}
	return p
}

// lettersOf is where the letters on a rack are printed: their median top, middle and height.
func (s *scan) lettersOf(k *rack) (top, middle, high float64) {
	var tops, middles, highs []float64
	for _, at := range k.Places() {
		if b := s.slot(k, at).print.letter; !b.empty() && b.high() > leastLetter {
			tops = append(tops, b.y0)
			if b.y1 < valueLine {
				middles, highs = append(middles, (b.x0+b.x1)/2), append(highs, b.high())
			}
		}
	}
	return median(tops), median(middles), median(highs)
}

// valueModel is fitValueModel, once for each rack.
func (s *scan) valueModel(k *rack) *valueLineModel {
	if k.line == (valueLineModel{}) {
		k.line = s.fitValueModel(k)
	}
	return &k.line
}

// fitValueModel is where the values on a rack are printed: the median of the highest print in the corners.
func (s *scan) fitValueModel(k *rack) valueLineModel {
	var l valueLineModel
	l.top, l.middle, l.high = s.lettersOf(k)
	nodes := k.Places()
	digits := make([]box, len(nodes))
	parallel.Do(len(nodes), func(i int) {
		o := k.slots[nodes[i]]
		p := l.aligned(o.patch, &o.print, false)
		digits[i] = s.corner(k, &p).tallest()
	})
	var tops, feet, middles, wides []float64
	for _, b := range digits {
		if !b.empty() {
			tops, feet = append(tops, b.y0), append(feet, b.y1)
			middles, wides = append(middles, (b.x0+b.x1)/2), append(wides, b.wide())
		}
	}
	l.x, l.wide, l.y0, l.y1 = median(middles), digitRoom*median(wides), median(tops), median(feet)
	return l
}

// tallest is the highest box that may be a digit, at the first threshold with some.
func (c *corner) tallest() (tall box) {
	for _, share := range inkShares {
		for _, b := range c.boxes(share) {
			if b.high() > tall.high() {
				tall = b
			}
		}
		if !tall.empty() {
			break
		}
	}
	return tall
}

// value reads the value in the corner of a face; nil if it cannot be separated from what is around it.
func (s *scan) value(k *rack, p *patch) *rules.ValueLikelihoods {
	part := s.corner(k, p)
	boxes := k.line.digitsIn(part)
	guessed := len(boxes) == 0
	if guessed && k.line.wide > 0 && k.line.wide < k.line.y1-k.line.y0 {
		// Run together with the letter's foot: what stands where others have one digit is read.
		boxes = []box{{k.line.x - k.line.wide/2, k.line.y0, k.line.x + k.line.wide/2, k.line.y1}}
	}
	digits, ok := s.digitsOf(k, p, part, boxes, guessed)
	if !ok {
		return nil
	}
	v := new(rules.ValueLikelihoods)
	for n := range v {
		switch {
		case n < 10 && len(digits) == 1:
			v[n] = digits[0][n]
		case n >= 10 && len(digits) == 2:
			v[n] = digits[0][n/10] + digits[1][n%10]
		default:
			v[n] = math.Inf(-1)
		}
	}
	best, trust := slices.Max(v[:]), s.valueTrust(p)
	if guessed {
		trust *= guessTrust
	}
	for n := range v {
		v[n] = trust * max(v[n]-best, unread)
	}
	return v
}

// digitsOf reads one digit or two: log-likelihoods of 0 to 9 each.
func (s *scan) digitsOf(k *rack, p *patch, part *corner, boxes []box, guessed bool) ([][10]float64, bool) {
	var digits [][10]float64
	for _, b := range boxes {
		l, ok := s.digit(p, b)
		if !ok {
			return nil, false
		}
		digits = append(digits, l)
	}
	if len(digits) == 1 && !guessed && likeliest(&digits[0]) <= mostAfterOne && k.line.hasFirstDigit(part, boxes[0]) {
		one := [10]float64{}
		for d := range one {
			one[d] = unread
		}
		one[1] = 0
		digits = [][10]float64{one, digits[0]}
	}
	return digits, len(digits) == 1 || len(digits) == 2
}

// mostAfterOne is the second digit of the largest value of two digits that sets have.
const mostAfterOne = 2

func likeliest(l *[10]float64) int {
	best := 0
	for d := range l {
		if l[d] > l[best] {
			best = d
		}
	}
	return best
}

// hasFirstDigit reports whether a digit is a value's second one: left of it, where a first one would stand, there is as much ink. The foot of an X or a Q
// may touch that, but not its lower half.
func (l valueLineModel) hasFirstDigit(part *corner, b box) bool {
	if l.wide == 0 {
		return false
	}
	high, middle := b.high(), (b.x0+b.x1)/2
	first := box{max(middle-digitFar*high, valueFrom), b.y0, min(middle-digitNear*high, b.x0-digitGap), b.y1}
	return part.darkestColumn(first) >= firstDigit*part.darkestColumn(b)
}

// Where a first digit's strokes are.
const (
	digitNear  = 0.35  // least distance from the second digit's middle, in its height
	digitFar   = 0.9   // most distance
	firstDigit = 0.55  // of the second digit's ink
	digitGap   = 0.015 // sides between the two
	strokeFrom = 0.45  // the part of its height where a digit's strokes count: a letter's foot may touch the rest
	strokeTo   = 0.9
)

// darkestColumn is the contrast of the darkest column of a box: the mean of its lower half, gray levels.
func (c *corner) darkestColumn(b box) float64 {
	if !c.hasInk() {
		return 0
	}
	at := func(v float64) int { return min(max(int((v-valueFrom)/valueUnit), 0), valueSize-1) }
	most := 0.0
	for x := at(b.x0); x < at(b.x1); x++ {
		sum, n := 0.0, 0.0
		for y := at(b.y0 + strokeFrom*b.high()); y < at(b.y0+strokeTo*b.high()); y++ {
			sum, n = sum+c.ground-float64(c.gray[y*valueSize+x]), n+1
		}
		most = max(most, sum/max(n, 1))
	}
	return most
}

// valueTrust is the weight of a value's reading: digits of a few pixels are guessed.
func (s *scan) valueTrust(p *patch) float64 {
	q := p.quad(s.cam)
	return min(max((geom.Dist(q[0], q[1])-smallest)/(readily-smallest), 0), 1)
}

// Sides of tiles in pixels at which values begin to count, and at which they count fully.
const (
	smallest = 24
	readily  = 56
)

// digit reads one digit with a known box, in sides from the face's middle.
func (s *scan) digit(p *patch, b box) (l [10]float64, ok bool) {
	half := b.high() / digitShare / 2
	x, y := (b.x0+b.x1)/2, (b.y0+b.y1)/2
	c := cut(s.r, s.cam, p, faceSize, x-half, y-half, x+half, y+half)
	c.blankOutside((b.x0-x)/half/2, (b.x1-x)/half/2)
	face, err := glyph.NewFace(c.size, c.pixels)
	if err != nil {
		return l, false
	}
	read, err := s.digits.Read(face)
	if err != nil {
		return l, false
	}
	copy(l[:], read[0][:10])
	return l, true
}

// blankOutside paints what lies left and right of a digit and a margin in the ground's color, to hide its neighbor. x0 and x1 are in sides from the
// middle.
func (c *cutout) blankOutside(x0, x1 float64) {
	const margin = 0.06 // sides
	low, high := int((x0-margin+0.5)*float64(c.size)), int((x1+margin+0.5)*float64(c.size))
	ground := c.at(c.size/2, 1)
	for i := range c.pixels {
		if x := i % c.size; x < low || x > high {
			c.pixels[i] = ground
		}
	}
}

// boxes are those of what may be digits, in sides from the face's middle, left to right; share is the threshold between ground and the darkest.
func (c *corner) boxes(share float64) []box {
	if !c.hasInk() {
		return nil
	}
	const unit = valueUnit
	var boxes []box
	for _, b := range components(c.gray, c.ground-share*(c.ground-c.ink)) {
		b = box{valueFrom + b.x0*unit, valueFrom + b.y0*unit, valueFrom + b.x1*unit, valueFrom + b.y1*unit}
		switch {
		case b.high() < leastDigit || b.high() > mostDigit || b.wide() > widestDigits || b.wide() < slimmestDigit:
		case b.x0 < valueFrom+unit || b.y0 < valueFrom+unit || b.x1 > valueTo-unit || b.y1 > valueTo-unit:
			// the letter's foot, or the tile's edge
		default:
			boxes = append(boxes, b)
		}
	}
	slices.SortFunc(boxes, func(a, b box) int { return cmp.Compare(a.x0, b.x0) })
	return boxes
}

// offLine is how far digits may be from the line, in their height, the nearer ones tried first: loose tiles are located less exactly than those on racks.
var offLine = [2]float64{0.45, 0.9}

// digitsIn are the boxes of the digits in a corner.
func (l valueLineModel) digitsIn(part *corner) []box {
	var all [len(inkShares)][]box
	for i, share := range inkShares {
		all[i] = part.boxes(share)
		if boxes := l.digits(all[i], offLine[0]); len(boxes) > 0 {
			return boxes
		}
	}
	for i := range all {
		if boxes := l.digits(all[i], offLine[1]); len(boxes) > 0 {
			return boxes
		}
	}
	return nil
}

// digits are the boxes that stand on the line.
func (l valueLineModel) digits(boxes []box, off float64) []box {
	high := l.y1 - l.y0
	var on []box
	for _, b := range boxes {
		if math.Abs(b.high()-high) < digitHighSlack*high && math.Abs(b.y0-l.y0) < off*high {
			on = append(on, b)
		}
	}
	return split(on)
}

// Proportions of digits, hand-set.
const (
	digitHighSlack = 0.3  // difference of a digit's height from the line's, at most, in that
	twoDigits      = 1.0  // width to height from which on a box holds two
	firstShare     = 0.38 // of such a box: the first digit, mostly a 1
	digitRoom      = 1.15 // of the median digit's width: the room for one
	slimmestDigit  = 0.02 // sides
	widestDigits   = 0.36
)

// split divides a box that is too wide for one digit: two touch.
func split(boxes []box) []box {
	if len(boxes) != 1 || boxes[0].wide() < twoDigits*boxes[0].high() {
		return boxes
	}
	b := boxes[0]
	// A 1 comes first in most two-digit values, and is slim.
	at := b.x0 + firstShare*b.wide()
	return []box{{b.x0, b.y0, at, b.y1}, {at, b.y0, b.x1, b.y1}}
}

// inkShares are thresholds between ground and the darkest of the corner, in the order in which they are tried: digits may be fainter than the foot of a
// letter beside them, or touch it.
var inkShares = [3]float64{0.5, 0.3, 0.7}

// corner is the part of a face with the value, valueSize pixels a side, gray with dark ink.
type corner struct {
	gray        []uint8
	ground, ink float64 // levels
}

// corner rectifies the corner of a face of a rack's set.
func (s *scan) corner(k *rack, p *patch) *corner {
	q := p.part(s.cam, valueFrom, valueFrom, valueTo, valueTo)
	c := corner{gray: graysOf(s.r, q, valueSize, samplesOf(q, valueSize))}
	all := histogramOf(c.gray, k.dark)
	c.ground, c.ink = all.percentile(cornerGround), all.percentile(cornerInk)
	return &c
}

// Percentiles of the corner's levels, hand-set.
const (
	cornerGround = 0.7
	cornerInk    = 1.0 / 60
)

// hasInk reports whether there is any ink.
func (c *corner) hasInk() bool { return c.ground-c.ink > leastInk }

// components are the boxes of connected pixels below a level, in pixels.
func components(gray []uint8, level float64) []box {
	inked := make([]bool, len(gray))
	for i, v := range gray {
		inked[i] = float64(v) <= level
	}
	var boxes []box
	blob.Regions(inked, valueSize, false, func(c blob.Component, _ []int) bool {
		boxes = append(boxes, box{float64(c.X0), float64(c.Y0), float64(c.X1), float64(c.Y1)})
		return true
	})
	return boxes
}
