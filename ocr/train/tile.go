package main

import (
	"math"
	"math/rand/v2"
)

// paint is a surface's gray level and chroma (see glyph.Face) in even light.
type paint struct{ gray, chroma float64 }

// mix is p with a share of q.
func (p paint) mix(q paint, share float64) paint {
	return paint{p.gray + (q.gray-p.gray)*share, p.chroma + (q.chroma-p.chroma)*share}
}

// tile is how one made-up tile looks. Lengths are shares of its side from its center, right and down.
type tile struct {
	alphabet         alphabet
	class            int // of the alphabet, 26 blank
	big, small       *mask
	bigSize, bigWide float64 // capital height, and how far a wide letter is squeezed
	bigX, bigY       float64
	smallSize        float64
	smallX, smallY   float64
	weight           float64 // threshold of the masks
	frame            bool
	plastic, ink     paint
	corner           float64
	bevel            [4]float64 // gray added along the right, lower, left, upper edge
	bevelWide        float64
	around           [4]paint // what lies beyond those edges
	gap              float64
	gapPaint         paint
	knob             float64 // radius of the tabs and notches, 0 for none
	knobTurn         int
	cover            float64 // how far a taller neighbor hides the face from the right
	coverTurn        int
	coverPaint       paint
	hidden           *cover // by taller neighbors that are known; nil: none are
}

func between(r *rand.Rand, low, high float64) float64 { return low + (high-low)*r.Float64() }

func chance(r *rand.Rand, p float64) bool { return r.Float64() < p }

// alphabet are the characters of the classes from 0 on; class 26 is blank in each.
type alphabet string

const (
	letters alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	digits  alphabet = "0123456789"
	blank            = 26
)

// class is the class of example i: all characters and blank alike.
func (a alphabet) class(i int) int {
	if c := i % (len(a) + 1); c < len(a) {
		return c
	}
	return blank
}

// name is what a class shows.
func (a alphabet) name(class int) string {
	switch {
	case class == blank:
		return "blank"
	case class >= len(a):
		return "?"
	}
	return string(a[class])
}

// drawTile makes up a tile that shows the class in a font.
func drawTile(r *rand.Rand, f *fontFile, a alphabet, class int) tile {
	t := tile{alphabet: a, class: class, weight: between(r, 0.38, 0.62), frame: chance(r, 0.25), corner: between(r, 0.05, 0.15)}
	t.print(r, f)
	t.color(r)
	t.place(r)
	return t
}

// print chooses the letters' sizes and places.
func (t *tile) print(r *rand.Rand, f *fontFile) {
	if t.class == 26 {
		return
	}
	t.big = f.masks[rune(t.alphabet[t.class])]
	t.bigSize = between(r, 0.43, 0.63)
	t.bigWide = 1
	if w := t.big.wide * t.bigSize; w > 0.68 {
		t.bigWide = 0.68 / w
	}
	dx, dy := float64(2*r.IntN(2)-1), float64(2*r.IntN(2)-1)
	shift := between(r, 0, 0.035)
	t.bigX, t.bigY = -dx*shift+0.008*r.NormFloat64(), -dy*shift+0.008*r.NormFloat64()
	if chance(r, 0.15) || t.alphabet == digits { // numbers have no small print beside them
		return
	}
	letters := []rune("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
	if chance(r, 0.12) {
		letters = []rune("0123456789")
	}
	t.small = f.masks[letters[r.IntN(len(letters))]]
	t.smallSize = between(r, 0.14, 0.22)
	e := 0.5 - between(r, 0.045, 0.07) - t.smallSize/2
	t.smallX, t.smallY = dx*e, dy*e
}

// color chooses the paints: ink light on dark or dark on light, and seldom colorful.
func (t *tile) color(r *rand.Rand) {
	contrast := between(r, 28, 170)
	t.plastic.chroma, t.ink.chroma = between(r, 35, 190), between(r, 0, 14)
	if chance(r, 0.5) {
		t.plastic.gray = between(r, 25, 250-contrast)
		t.ink.gray = t.plastic.gray + contrast
	} else {
		t.plastic.gray = between(r, 25+contrast, 250)
		t.ink.gray = t.plastic.gray - contrast
	}
	for i := range t.around {
		t.around[i] = paint{between(r, 10, 245), between(r, 0, 190)}
		if chance(r, 0.3) {
			t.around[i] = paint{t.plastic.gray + 15*r.NormFloat64(), max(t.plastic.chroma+15*r.NormFloat64(), 0)}
		}
		t.bevel[i] = 22 * r.NormFloat64()
	}
	t.gap, t.gapPaint = between(r, 0, 0.03), paint{between(r, 5, 90), between(r, 0, 40)}
	t.bevelWide = between(r, 0.015, 0.05)
	if chance(r, 0.4) {
		t.knob, t.knobTurn = between(r, 0.08, 0.11), r.IntN(4)
	}
}

// place lets a taller neighbor hide part of the face.
func (t *tile) place(r *rand.Rand) {
	if chance(r, 0.12) {
		t.cover, t.coverTurn = between(r, 0.02, 0.2), r.IntN(4)
		t.coverPaint = paint{between(r, 10, 240), between(r, 0, 190)}
	}
}

// turned is the point seen from the side so many quarter turns further.
func turned(u, v float64, quarters int) (float64, float64) {
	switch quarters & 3 {
	case 1:
		return v, -u
	case 2:
		return -u, -v
	case 3:
		return -v, u
	}
	return u, v
}

// surface is the paint and how much of it is ink, at u, v; it need not lie on the tile.
func (t *tile) surface(u, v float64) (p paint, ink float64) {
	if t.cover > 0 {
		if a, _ := turned(u, v, t.coverTurn); a > 0.5-t.cover {
			return t.coverPaint, 0
		}
	}
	if t.hidden != nil {
		if i := t.hidden.by(u, v); i >= 0 {
			return t.hidden.paint[i], 0
		}
	}
	edge, out := 3, t.outside(u, v)
	a := max(math.Abs(u), math.Abs(v))
	switch a {
	case u:
		edge = 0
	case v:
		edge = 1
	case -u:
		edge = 2
	}
	switch {
	case out > t.gap:
		return t.around[edge], 0
	case out > 0:
		return t.gapPaint, 0
	}
	ink = t.printed(u, v, a)
	p = t.plastic.mix(t.ink, ink)
	if out > -t.bevelWide {
		p.gray += t.bevel[edge] * (1 + out/t.bevelWide)
	}
	return p, ink
}

// outside is about how far a point lies beyond the outline, negative inside.
func (t *tile) outside(u, v float64) float64 {
	if a := max(math.Abs(u), math.Abs(v)); a < 0.34 {
		return a - 0.5 // neither corners nor notches reach so far in
	}
	x, y := math.Abs(u)-(0.5-t.corner), math.Abs(v)-(0.5-t.corner)
	d := hypot(max(x, 0), max(y, 0)) + min(max(x, y), 0) - t.corner
	if t.knob == 0 {
		return d
	}
	for side := range 4 {
		a, b := turned(u, v, side+t.knobTurn)
		k := hypot(a-0.5, b) - t.knob
		if side < 2 {
			d = min(d, k)
		} else {
			d = max(d, -k)
		}
	}
	return d
}

// hypot is math.Hypot without its care for extremes.
func hypot(x, y float64) float64 { return math.Sqrt(x*x + y*y) }

// printed is how much ink there is, 0 to 1.
func (t *tile) printed(u, v, a float64) float64 {
	p := 0.0
	if t.big != nil {
		p = t.big.at((u-t.bigX)/(t.bigSize*t.bigWide), (v-t.bigY)/t.bigSize, t.weight)
	}
	if t.small != nil {
		p = max(p, t.small.at((u-t.smallX)/t.smallSize, (v-t.smallY)/t.smallSize, t.weight))
	}
	if t.frame && a > 0.405 && a < 0.43 {
		p = 1
	}
	return p
}
