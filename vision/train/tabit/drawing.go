package main

import (
	"image/color"
	"math"
	"math/rand/v2"

	"golang.org/x/image/font/sfnt"

	"tilewatch/vision/tabit"
)

type c4 = color.RGBA

// drawing is one box of a board, with what lies in it and beside it. Lengths are mm.
type drawing struct {
	canvas
	r      *rand.Rand
	font   *sfnt.Font
	stock  c4
	board  c4
	step   float64 // mm from one box of a row to the next
	boxW   float64
	boxH   float64
	cardW  float64
	cardH  float64
	corner float64
	offset point // where the card lies, from the middle of its box
}

func newDrawing(r *rand.Rand, fonts []*sfnt.Font) *drawing {
	d := &drawing{r: r, font: fonts[r.IntN(len(fonts))], stock: stock(r), board: anyColor(r)}
	d.canvas = newCanvas(d.board)
	d.cardW = uniform(r, 41, 48)
	d.cardH = d.cardW * uniform(r, 1.2, 1.5)
	d.boxW, d.boxH = d.cardW+uniform(r, 3, 8), d.cardH+uniform(r, 3, 8)
	d.step = d.boxW + uniform(r, 0.8, 3.5)
	d.corner = uniform(r, 1, 5)
	return d
}

// drawBox draws this box with what lies in it, and boxes around it.
func (d *drawing) drawBox(class tabit.Class) {
	r := d.r
	paint, mark := d.boxColor(), anyColor(r)
	rim := chance(r, 0.7)
	rimColor := anyColor(r)
	neighbors := []tabit.Class{tabit.Empty, tabit.Down, tabit.Letter, tabit.Letter}
	beside := neighbors[r.IntN(len(neighbors))]
	if class != tabit.Empty && beside == tabit.Empty {
		beside = tabit.Letter
	}
	far := d.boxH + uniform(r, 3, 10)
	sign := "LP"[r.IntN(2)]
	for _, at := range []point{{-d.step, 0}, {d.step, 0}, {0, -far}, {0, far}, {0, 0}} {
		if (at.x < 0 || at.y != 0) && chance(r, 0.35) {
			continue // the row's end, or the other row is farther away
		}
		shape := rect(d.boxW, d.boxH, uniform(r, 0.5, 4)).transformed(0, 1, at.x, at.y)
		d.fill(shape, paint)
		if rim {
			d.outline(0.7, rimColor, shape)
		}
		d.fill(letters(d.font, string(sign), d.boxH*uniform(r, 0.2, 0.42)).transformed(0, 1, at.x, at.y), mark)
		held := beside
		if at == (point{}) {
			held = class
		}
		if held != tabit.Empty {
			d.drawCard(held, at)
		}
	}
}

// drawAlone draws one box with a card and nothing beside it.
func (d *drawing) drawAlone(class tabit.Class) {
	d.fill(rect(d.boxW, d.boxH, 1), d.boxColor())
	d.drawCard(class, point{})
}

// boxColor is a shade of usual boards, or any color.
func (d *drawing) boxColor() c4 {
	if chance(d.r, 0.4) {
		return anyColor(d.r)
	}
	return hsv(uniform(d.r, 20, 260), uniform(d.r, 0.1, 0.55), uniform(d.r, 0.55, 0.92))
}

// drawCard lays a card into the box at a place, slightly shifted and turned.
func (d *drawing) drawCard(class tabit.Class, at point) {
	r := d.r
	slack := 1.3
	x, y, turn := at.x+slack*r.NormFloat64(), at.y+slack*r.NormFloat64(), 2*r.NormFloat64()
	d.offset = point{x, y}
	d.fill(rect(d.cardW+0.8, d.cardH+0.8, d.corner).transformed(turn, 1, x+0.3, y+0.4), hsv(0, 0, uniform(r, 0.05, 0.3))) // its shadow
	d.fill(rect(d.cardW, d.cardH, d.corner).transformed(turn, 1, x, y), d.stock)
	if class == tabit.Down {
		d.drawBack(x, y, turn)
		return
	}
	if chance(r, 0.55) {
		inset := uniform(r, 1.5, 4)
		d.outline(uniform(r, 0.4, 1), contrasting(r, d.stock, ink), rect(d.cardW-2*inset, d.cardH-2*inset, max(0.5, d.corner-1)).transformed(turn, 1, x, y))
	}
	switch class {
	case tabit.Letter:
		d.drawLetter(x, y, turn)
	case tabit.Text:
		d.drawWords(x, y, turn)
	default:
		half := d.cardH * uniform(r, 0.25, 0.36)
		if chance(r, 0.3) { // a caption
			name := map[tabit.Class]string{tabit.Moon: "MOON", tabit.Star: "STAR", tabit.Tree: "TREE"}[class]
			d.fill(letters(d.font, name, d.cardH*uniform(r, 0.06, 0.1)).transformed(turn, 1, x, y+0.38*d.cardH), contrasting(r, d.stock, ink))
			half, y = half*0.9, y-d.cardH*0.05
		}
		d.drawSubject(class, half, x, y)
	}
}

const deck = "MOONSTARTREE"

func (d *drawing) drawLetter(x, y, turn float64) {
	r := d.r
	which := string(deck[r.IntN(len(deck))])
	if chance(r, 0.1) {
		which = string(rune('A' + r.IntN(26)))
	}
	dark := contrasting(r, d.stock, ink)
	big := letters(d.font, which, d.cardH*uniform(r, 0.33, 0.52))
	if w := big.width(); w > 0.78*d.cardW {
		big = big.transformed(0, 0.78*d.cardW/w, 0, 0)
	}
	d.fill(big.transformed(turn, 1, x, y), dark)
	if chance(r, 0.35) {
		small := letters(d.font, which, d.cardH*0.085)
		for k, s := range []float64{-1, 1} {
			d.fill(small.transformed(turn+180*float64(k), 1, x+s*(d.cardW/2-7), y+s*(d.cardH/2-8)), dark)
		}
	}
}

// drawWords draws a card with words.
func (d *drawing) drawWords(x, y, turn float64) {
	r := d.r
	dark := contrasting(r, d.stock, ink)
	lines := [][]string{{"REVERSE", "or", "EXCHANGE"}, {"TABIT"}, {"REVERSE OR", "EXCHANGE"}, {"?"}, {"TAB", "IT"}}[r.IntN(5)]
	for i, text := range lines {
		p := letters(d.font, text, d.cardH*uniform(r, 0.08, 0.14))
		if len(text) == 1 {
			p = letters(d.font, text, d.cardH*0.45)
		}
		if w := p.width(); w > 0.84*d.cardW || len(lines) == 1 && len(text) > 1 {
			p = p.transformed(0, uniform(r, 0.7, 0.86)*d.cardW/w, 0, 0)
		}
		d.fill(p.transformed(turn, 1, x, y+(float64(i)-float64(len(lines)-1)/2)*d.cardH*0.2), dark)
	}
}

// drawBack draws a card's back: a field of one color with a pattern, mostly within a margin of stock.
func (d *drawing) drawBack(x, y, turn float64) {
	r := d.r
	field := contrasting(r, d.stock, paint)
	margin := uniform(r, 1.2, 4)
	if chance(r, 0.12) {
		margin = 0
	}
	w, h := d.cardW-2*margin, d.cardH-2*margin
	d.fill(rect(w, h, max(0.3, d.corner-margin/2)).transformed(turn, 1, x, y), field)
	line := contrasting(r, field, anyColor)
	w, h = w-1.5, h-1.5
	switch r.IntN(7) {
	case 0, 1:
		d.drawHatch(w, h, x, y, turn, line)
	case 2:
		pitch := uniform(r, 3, 6)
		size := pitch * uniform(r, 0.16, 0.32)
		var dots path
		for i := -w/2 + pitch/2; i < w/2; i += pitch {
			for j := -h/2 + pitch/2; j < h/2; j += pitch {
				dots = append(dots, ellipse(size, size).transformed(0, 1, i, j)...)
			}
		}
		d.fill(dots.transformed(turn, 1, x, y), line)
	case 3:
		for radius := 3.0; radius < w/2; radius += uniform(r, 3, 4.5) {
			d.outline(0.8, line, ellipse(radius, radius).transformed(0, 1, x, y))
		}
	case 4:
		d.fill(letters(d.font, []string{"?", "?", "T", "TABIT"}[r.IntN(4)], h*uniform(r, 0.2, 0.55)).fitted(w*0.9).transformed(turn, 1, x, y), line)
	case 5:
		d.outline(uniform(r, 0.5, 1.2), line, rect(w*0.85, h*0.88, 2).transformed(turn, 1, x, y))
		d.fill(ellipse(w*0.3, w*0.3).transformed(0, 1, x, y), line)
	}
}

// fitted is the path, shrunk to a width if it is wider.
func (p path) fitted(wide float64) path {
	if w := p.width(); w > wide {
		return p.transformed(0, wide/w, 0, 0)
	}
	return p
}

// drawHatch draws parallel lines across a field, in one direction or two.
func (d *drawing) drawHatch(w, h, x, y, turn float64, line c4) {
	r := d.r
	first := uniform(r, 0, 180)
	angles := []float64{first}
	if chance(r, 0.6) {
		angles = append(angles, 180-first)
	}
	pitch := uniform(r, 3, 7)
	for _, a := range angles {
		s, c := math.Sincos(a * math.Pi / 180)
		for at := -60.0; at < 60; at += pitch {
			if one, ok := clipLine(point{-s * at, c * at}, point{c, s}, w/2, h/2); ok {
				d.line(0.8, line, path{one[:]}.transformed(turn, 1, x, y)[0])
			}
		}
	}
}

// clipLine is the part of a line inside a rectangle of these half sides.
func clipLine(o, along point, w, h float64) ([2]point, bool) {
	low, high := -1e3, 1e3
	for _, axis := range [][3]float64{{o.x, along.x, w}, {o.y, along.y, h}} {
		if math.Abs(axis[1]) < 1e-6 {
			if math.Abs(axis[0]) > axis[2] {
				return [2]point{}, false
			}
			continue
		}
		a, b := (-axis[2]-axis[0])/axis[1], (axis[2]-axis[0])/axis[1]
		low, high = max(low, min(a, b)), min(high, max(a, b))
	}
	return [2]point{{o.x + low*along.x, o.y + low*along.y}, {o.x + high*along.x, o.y + high*along.y}}, high > low
}
