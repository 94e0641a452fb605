// Package number reads what is printed on a rectified face: its ink, by the levels of gray; the connected components of the ink; and
// numbers of one or two digits, each by the network of ocr/digit.
//
//	Patch -> Levels      where ground and ink are (percentiles)
//	      -> Components  what may be digits, or letters
//	      -> Split       two digits that touch, where there is least ink
//	      -> Read        each digit by itself, in each quarter turn
//	Number.Likelihood    of each number, of the digits that were found
package number

import (
	"math"

	"tilewatch/vision/blob"
)

// Box is an extent on a face, in sides from its middle, right and down.
type Box struct{ X0, Y0, X1, Y1 float64 }

// Whole is the face itself.
var Whole = Box{-0.5, -0.5, 0.5, 0.5}

func (b Box) Empty() bool   { return b.X1 <= b.X0 }
func (b Box) High() float64 { return b.Y1 - b.Y0 }
func (b Box) Wide() float64 { return b.X1 - b.X0 }
func (b Box) Long() float64 { return max(b.Wide(), b.High()) }
func (b Box) MidX() float64 { return (b.X0 + b.X1) / 2 }
func (b Box) MidY() float64 { return (b.Y0 + b.Y1) / 2 }

// off is how far a point lies beyond the nearest side; negative within.
func (b Box) off(x, y float64) float64 { return max(b.X0-x, x-b.X1, b.Y0-y, y-b.Y1) }

// Joined is the extent of both.
func (b Box) Joined(o Box) Box {
	switch {
	case b.Empty():
		return o
	case o.Empty():
		return b
	}
	return Box{min(b.X0, o.X0), min(b.Y0, o.Y0), max(b.X1, o.X1), max(b.Y1, o.Y1)}
}

// Patch is a square part of a face: gray, row-major.
type Patch struct {
	Side int // pixels
	Pix  []uint8
	Of   Box // the part
}

// unit is the side of a pixel, sides of the face.
func (p *Patch) unit() float64 { return p.Of.Wide() / float64(p.Side) }

// pixel is the column in which x lies, or the row in which y does.
func (p *Patch) pixel(v, from float64) int { return int(math.Round((v - from) / p.unit())) }

// Invert makes light ink dark.
func (p *Patch) Invert() {
	for i, v := range p.Pix {
		p.Pix[i] = 255 - v
	}
}

// Levels counts gray levels.
type Levels struct {
	of  [256]int
	all int
}

// Levels counts those within a margin, pixels.
func (p *Patch) Levels(margin int) (l Levels) {
	for y := margin; y < p.Side-margin; y++ {
		for _, v := range p.Pix[y*p.Side+margin : (y+1)*p.Side-margin] {
			l.of[v]++
		}
	}
	l.all = (p.Side - 2*margin) * (p.Side - 2*margin)
	return l
}

// Percentile is the gray level below which that share of pixels lies.
func (l *Levels) Percentile(share float64) float64 {
	left := int(share * float64(l.all))
	for v, n := range l.of {
		if left -= n; left < 0 {
			return float64(v)
		}
	}
	return 255
}

// Component is connected ink.
type Component struct {
	Box
	Area    float64 // squared sides
	Moments blob.Moments
}

// Components are the connected components within a margin of what is no lighter than a level, or of what is lighter.
func (p *Patch) Components(level float64, light bool, margin int) (all []Component) {
	inked := make([]bool, len(p.Pix))
	for y := margin; y < p.Side-margin; y++ {
		for i := y*p.Side + margin; i < (y+1)*p.Side-margin; i++ {
			inked[i] = (float64(p.Pix[i]) > level) == light
		}
	}
	u := p.unit()
	blob.Regions(inked, p.Side, false, func(c blob.Component, pixels []int) bool {
		x, y := p.Of.X0, p.Of.Y0
		k := Component{Box: Box{x + float64(c.X0)*u, y + float64(c.Y0)*u, x + float64(c.X1)*u, y + float64(c.Y1)*u}, Area: float64(c.Area) * u * u}
		for _, i := range pixels {
			k.Moments.Add(i%p.Side, i/p.Side)
		}
		all = append(all, k)
		return true
	})
	return all
}

// Where two digits that touch are split, shares of the longer side of both.
const (
	firstSplit = 0.35
	lastSplit  = 0.65
)

// Split cuts ink across its longer side where there is least.
func (p *Patch) Split(b Box, level float64, light bool) (first, second Box) {
	from := p.pixel(b.Y0, p.Of.Y0)*p.Side + p.pixel(b.X0, p.Of.X0)
	long, short, along, across := p.pixel(b.X1, b.X0), p.pixel(b.Y1, b.Y0), 1, p.Side
	upright := short > long
	if upright {
		long, short, along, across = short, long, across, along
	}
	off := func(i int) int { return max(2*i-long, long-2*i) }
	best, least := long/2, short+1
	for i := int(firstSplit * float64(long)); i <= int(lastSplit*float64(long)); i++ {
		n := 0
		for j := range short {
			if (float64(p.Pix[from+i*along+j*across]) > level) == light {
				n++
			}
		}
		if n < least || n == least && off(i) < off(best) {
			best, least = i, n
		}
	}
	first, second = b, b
	if at := float64(best) * p.unit(); upright {
		first.Y1, second.Y0 = b.Y0+at, b.Y0+at
	} else {
		first.X1, second.X0 = b.X0+at, b.X0+at
	}
	return first, second
}
