package dabble

import (
	"math"
	"slices"

	rules "tilewatch/engine/dabble"
	"tilewatch/ocr/glyph"
)

// The value is printed in the corner right below.
const (
	valueFrom  = 0.10 // where it is looked for, in sides from the middle
	valueTo    = 0.48
	valueSize  = 56   // pixels of that part
	leastDigit = 0.09 // height of digits, in sides
	mostDigit  = 0.27
	digitShare = 0.6 // of the digit reader's face
	unread     = -6.0
)

// value reads the points in the corner of a face; nil if nothing is printed there.
func (s *scan) value(p *patch, dark bool) *rules.ValueLikelihoods {
	part := cut(s.r, s.cam, p, valueSize, valueFrom, valueFrom, valueTo, valueTo)
	boxes := digitBoxes(&part, dark)
	if len(boxes) == 0 || len(boxes) > 2 {
		return nil
	}
	var digits [2][10]float64
	for i, b := range boxes {
		l, ok := s.digit(p, b)
		if !ok {
			return nil
		}
		digits[i] = l
	}
	v := new(rules.ValueLikelihoods)
	for n := range v {
		switch {
		case n < 10 && len(boxes) == 1:
			v[n] = digits[0][n]
		case n >= 10 && len(boxes) == 2:
			v[n] = digits[0][n/10] + digits[1][n%10]
		default:
			v[n] = math.Inf(-1)
		}
	}
	best := slices.Max(v[:])
	for n := range v {
		v[n] = max(v[n]-best, unread)
	}
	return v
}

// digit reads one digit whose box is known, in sides from the face's middle.
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

// blankOutside paints what lies left and right of a digit, at a little distance, with the color of the ground, so that its neighbor
// does not show. x0 and x1 are in sides from the middle.
func (c *cutout) blankOutside(x0, x1 float64) {
	margin := 0.06
	low, high := int((x0-margin+0.5)*float64(c.size)), int((x1+margin+0.5)*float64(c.size))
	ground := c.at(c.size/2, 1)
	for i := range c.pixels {
		if x := i % c.size; x < low || x > high {
			c.pixels[i] = ground
		}
	}
}

// digitBoxes are the boxes of the digits in the part of a face where the value is, in sides from the face's middle, left to right.
func digitBoxes(c *cutout, dark bool) []box {
	gray, level, ok := c.levels(dark)
	if !ok {
		return nil
	}
	unit := (valueTo - valueFrom) / float64(c.size)
	var boxes []box
	for _, b := range components(c.size, gray, level) {
		b = box{valueFrom + b.x0*unit, valueFrom + b.y0*unit, valueFrom + b.x1*unit, valueFrom + b.y1*unit}
		switch {
		case b.high() < leastDigit || b.high() > mostDigit || b.wide() > 0.36 || b.wide() < 0.02:
		case b.x0 < valueFrom+2*unit || b.y0 < valueFrom+2*unit || b.x1 > valueTo-unit && b.high() > 0.2 || b.y1 > valueTo-unit:
			// the letter's foot, or the tile's edge
		default:
			boxes = append(boxes, b)
		}
	}
	slices.SortFunc(boxes, func(a, b box) int {
		if a.x0 < b.x0 {
			return -1
		}
		return 1
	})
	return split(oneLine(boxes))
}

// oneLine keeps the boxes that stand side by side with the highest.
func oneLine(boxes []box) []box {
	if len(boxes) < 2 {
		return boxes
	}
	tall := boxes[0]
	for _, b := range boxes {
		if b.high() > tall.high() {
			tall = b
		}
	}
	return slices.DeleteFunc(boxes, func(b box) bool {
		return math.Abs(b.y0-tall.y0) > 0.35*tall.high() || math.Abs(b.y1-tall.y1) > 0.35*tall.high()
	})
}

// split divides a box that is too wide for one digit: two have run together.
func split(boxes []box) []box {
	if len(boxes) != 1 || boxes[0].wide() < 1.0*boxes[0].high() {
		return boxes
	}
	b := boxes[0]
	// A 1 comes first in most two-digit values, and is slim.
	at := b.x0 + 0.38*b.wide()
	return []box{{b.x0, b.y0, at, b.y1}, {at, b.y0, b.x1, b.y1}}
}

// levels are gray levels with ink dark, and the one that parts ink from ground; false where nothing is printed.
func (c *cutout) levels(dark bool) (gray []float64, level float64, ok bool) {
	gray = make([]float64, len(c.pixels))
	for i, p := range c.pixels {
		gray[i] = 0.299*float64(p[0]) + 0.587*float64(p[1]) + 0.114*float64(p[2])
		if !dark {
			gray[i] = 255 - gray[i]
		}
	}
	sorted := slices.Clone(gray)
	slices.Sort(sorted)
	n := len(sorted)
	ground, ink := sorted[n*7/10], sorted[n/60]
	return gray, ground - 0.5*(ground-ink), ground-ink > leastInk
}

// components are the boxes of connected pixels below a level, in pixels.
func components(size int, gray []float64, level float64) []box {
	seen := make([]bool, len(gray))
	var stack []int
	var boxes []box
	for start, v := range gray {
		if seen[start] || v > level {
			continue
		}
		x0, y0, x1, y1 := size, size, -1, -1
		stack, seen[start] = append(stack[:0], start), true
		for len(stack) > 0 {
			i := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			x, y := i%size, i/size
			x0, y0, x1, y1 = min(x0, x), min(y0, y), max(x1, x), max(y1, y)
			for _, d := range [4][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
				nx, ny := x+d[0], y+d[1]
				if j := ny*size + nx; nx >= 0 && nx < size && ny >= 0 && ny < size && !seen[j] && gray[j] <= level {
					seen[j] = true
					stack = append(stack, j)
				}
			}
		}
		boxes = append(boxes, box{float64(x0), float64(y0), float64(x1 + 1), float64(y1 + 1)})
	}
	return boxes
}
