package dabble

import (
	"cmp"
	"math"
	"slices"

	rules "tilewatch/engine/dabble"
	"tilewatch/vision/geom"
	"tilewatch/vision/number"
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
	digitRim   = 0.13 // what is around a digit, in its height: less cuts blurred edges off
	guessTrust = 0.4  // of what is read where others have their value
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
	if b.Empty() {
		return p
	}
	up := 1.0
	if high := b.High() / l.high; stretch && b.Y1 < valueLine && math.Abs(math.Log(high)) < mostStretch {
		up = high
	}
	if dy := b.Y0 - up*l.top; math.Abs(dy) < mostAstray {
		p.middle = p.middle.Add(p.y.Scale(dy))
		p.y = p.y.Scale(up)
	}
	if dx := b.MidX() - l.middle; math.Abs(dx) < mostAstray && b.Y1 < valueLine {
		p.middle = p.middle.Add(p.x.Scale(dx - min(max(dx, -lopsided), lopsided)))
	}
	return p
}

// lettersOf is where the letters on a rack are printed: their median top, middle and height.
func (s *scan) lettersOf(k *rack) (top, middle, high float64) {
	var tops, middles, highs []float64
	for _, at := range k.Places() {
		if b := s.slot(k, at).print.letter; !b.Empty() && b.High() > leastLetter {
			tops = append(tops, b.Y0)
			if b.Y1 < valueLine {
				middles, highs = append(middles, b.MidX()), append(highs, b.High())
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
		if !b.Empty() {
			tops, feet = append(tops, b.Y0), append(feet, b.Y1)
			middles, wides = append(middles, b.MidX()), append(wides, b.Wide())
		}
	}
	l.x, l.wide, l.y0, l.y1 = median(middles), digitRoom*median(wides), median(tops), median(feet)
	return l
}

// tallest is the highest box that may be a digit, at the first threshold with some.
func (c *corner) tallest() (tall box) {
	for _, share := range inkShares {
		for _, b := range c.boxes(share) {
			if b.High() > tall.High() {
				tall = b
			}
		}
		if !tall.Empty() {
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
		boxes = []box{{X0: k.line.x - k.line.wide/2, Y0: k.line.y0, X1: k.line.x + k.line.wide/2, Y1: k.line.y1}}
	}
	digits, ok := s.digitsOf(k, part, boxes, guessed)
	if !ok {
		return nil
	}
	v := new(rules.ValueLikelihoods)
	for n := range v {
		v[n] = digits.Likelihood(n, 0)
	}
	best, trust := slices.Max(v[:]), s.valueTrust(p)
	if guessed {
		trust *= guessTrust
	}
	for n := range v {
		v[n] = trust * max(v[n]-best, number.Unread)
	}
	return v
}

// digitsOf reads one digit or two.
func (s *scan) digitsOf(k *rack, part *corner, boxes []box, guessed bool) (n number.Number, ok bool) {
	var err error
	if n.Digits, err = part.Read(s.digits, boxes, part.ground, digitRim); err != nil {
		return n, false
	}
	if len(n.Digits) == 1 && !guessed && k.line.hasFirstDigit(part, boxes[0]) {
		if likeliest, _ := n.Digits[0].Read.Best(0); likeliest <= mostAfterOne {
			n.Digits = append(n.Digits, one(boxes[0]))
		}
	}
	return n, len(n.Digits) == 1 || len(n.Digits) == 2
}

// mostAfterOne is the second digit of the largest value of two digits that sets have.
const mostAfterOne = 2

// one is a 1 left of another digit.
func one(beside box) number.Digit {
	d := number.Digit{Box: beside}
	d.X0, d.X1 = beside.X0-beside.High(), beside.X0
	for n := range d.Read[0] {
		d.Read[0][n] = number.Unread
	}
	d.Read[0][1] = 0
	return d
}

// hasFirstDigit reports whether a digit is a value's second one: left of it, where a first one would stand, there is as much ink. The foot of an X or a Q
// may touch that, but not its lower half.
func (l valueLineModel) hasFirstDigit(part *corner, b box) bool {
	if l.wide == 0 {
		return false
	}
	high, middle := b.High(), b.MidX()
	first := box{X0: max(middle-digitFar*high, valueFrom), Y0: b.Y0, X1: min(middle-digitNear*high, b.X0-digitGap), Y1: b.Y1}
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
	for x := at(b.X0); x < at(b.X1); x++ {
		sum, n := 0.0, 0.0
		for y := at(b.Y0 + strokeFrom*b.High()); y < at(b.Y0+strokeTo*b.High()); y++ {
			sum, n = sum+c.ground-float64(c.Pix[y*valueSize+x]), n+1
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

// boxes are those of what may be digits, in sides from the face's middle, left to right; share is the threshold between ground and the darkest.
func (c *corner) boxes(share float64) []box {
	if !c.hasInk() {
		return nil
	}
	var boxes []box
	for _, b := range c.Components(c.ground-share*(c.ground-c.ink), false, 0) {
		switch {
		case b.High() < leastDigit || b.High() > mostDigit || b.Wide() > widestDigits || b.Wide() < slimmestDigit:
		case b.X0 < valueFrom+valueUnit || b.Y0 < valueFrom+valueUnit || b.X1 > valueTo-valueUnit || b.Y1 > valueTo-valueUnit:
			// the letter's foot, or the tile's edge
		default:
			boxes = append(boxes, b.Box)
		}
	}
	slices.SortFunc(boxes, func(a, b box) int { return cmp.Compare(a.X0, b.X0) })
	return boxes
}

// digitsIn are the boxes of the digits in a corner.
func (l valueLineModel) digitsIn(part *corner) []box {
	for _, share := range inkShares {
		if boxes := l.digits(part.boxes(share)); len(boxes) > 0 {
			return boxes
		}
	}
	return nil
}

// digits are the boxes that stand on the line.
func (l valueLineModel) digits(boxes []box) []box {
	high := l.y1 - l.y0
	return slices.DeleteFunc(boxes, func(b box) bool {
		return math.Abs(b.High()-high) >= digitHighSlack*high || math.Abs(b.Y0-l.y0) >= offLine*high
	})
}

// Proportions of digits, hand-set.
const (
	digitHighSlack = 0.3  // difference of a digit's height from the line's, at most, in that
	offLine        = 0.45 // distance of a digit from the line, in its height, at most
	digitRoom      = 1.15 // of the median digit's width: the room for one
	slimmestDigit  = 0.02 // sides
	widestDigits   = 0.36
)

// inkShares are thresholds between ground and the darkest of the corner, in the order in which they are tried: digits may be fainter than the foot of a
// letter beside them, or touch it.
var inkShares = [3]float64{0.5, 0.3, 0.7}

// corner is the part of a face with the value, with dark ink.
type corner struct {
	number.Patch
	ground, ink float64 // levels
}

// corner rectifies the corner of a face of a rack's set.
func (s *scan) corner(k *rack, p *patch) *corner {
	q := p.part(s.cam, valueFrom, valueFrom, valueTo, valueTo)
	c := corner{Patch: number.Patch{Side: valueSize, Pix: graysOf(s.r, q, valueSize, samplesOf(q, valueSize)), Of: box{X0: valueFrom, Y0: valueFrom, X1: valueTo, Y1: valueTo}}}
	if !k.dark {
		c.Invert()
	}
	all := c.Levels(0)
	c.ground, c.ink = all.Percentile(cornerGround), all.Percentile(cornerInk)
	return &c
}

// Percentiles of the corner's levels, hand-set.
const (
	cornerGround = 0.7
	cornerInk    = 1.0 / 60
)

// hasInk reports whether there is any ink.
func (c *corner) hasInk() bool { return c.ground-c.ink > leastInk }
