package main

import (
	"math"
	"math/rand/v2"

	"tilewatch/ocr/glyph"
)

// picture is a made-up patch of ink without a tile around it; places are in heights of a capital from its middle, right and down.
// kernel says how much ink there is, 0 to 1, and whether it belongs to what was found, not to a value beside it.
type picture struct {
	class   int
	kernel  func(u, v float64) float64
	beside  func(u, v float64) float64 // a value, or nil
	reach   float64                    // of the ink, from the middle
	joined  bool                       // the value is cut out, too
	turn    float64                    // radians
	stretch float64                    // of one direction, seen aslant
	along   float64                    // that direction
}

// Of what is drawn alone, this share is no letter, and this share of letters is turned too far to be read.
const (
	otherShare  = 0.42
	askewShare  = 0.3
	askewLeast  = 24 * math.Pi / 180
	steadyTurns = 5.5 * math.Pi / 180
)

// Some photos are out of focus, or large pictures of little detail: this share is blurred by up to so much of a letter's height, and
// others are shaken by so much. With a share of letters their value is cut out, too: it has run together with them.
const (
	softShare = 0.35
	softMost  = 0.12
	shakeMost = 0.2
	runShare  = 0.1
)

// aloneClass is the class of example i: letters, and many patches that are not letters.
func aloneClass(r *rand.Rand) int {
	if chance(r, otherShare) {
		return blank
	}
	return r.IntN(26)
}

// drawAlone makes up a patch of ink: a letter, or what may be taken for one.
func drawAlone(r *rand.Rand, f *fontFile, class int) picture {
	p := picture{class: class, turn: steadyTurns * r.NormFloat64(), stretch: 1, along: between(r, 0, math.Pi)}
	p.turn = min(max(p.turn, -0.2), 0.2)
	if chance(r, 0.7) {
		p.stretch = between(r, 0.62, 1)
	}
	if class != blank {
		p.letter(r, f, rune(letters[class]))
		return p
	}
	if chance(r, askewShare) {
		const odd = "ABCDEFGHJKLMNPRSTUVWXYZ" // a turned O is an O
		p.letter(r, f, rune(odd[r.IntN(len(odd))]))
		p.turn = between(r, askewLeast, math.Pi/2-askewLeast)
		p.stretch = between(r, 0.8, 1)
		return p
	}
	p.other(r, f)
	return p
}

// letter is one letter, mostly with a value low on its right.
func (p *picture) letter(r *rand.Rand, f *fontFile, c rune) {
	m, weight, wide := f.masks[c], between(r, 0.36, 0.64), between(r, 0.85, 1.15)
	p.kernel = func(u, v float64) float64 { return m.at(u/wide, v, weight) }
	p.reach = max(0.5, wide*m.wide/2)
	if chance(r, 0.55) {
		d := f.masks[rune('0'+r.IntN(10))]
		size := between(r, 0.24, 0.42)
		x, y := wide*m.wide/2+between(r, 0.06, 0.3)+size/3, 0.5-size/2+between(r, -0.08, 0.22)
		p.beside = func(u, v float64) float64 { return d.at((u-x)/size, (v-y)/size, 0.5) }
		p.joined = chance(r, runShare)
	}
}

// other is something that is no letter: lines of print, pieces of letters, corners of printed squares, stars, arrows, stains.
func (p *picture) other(r *rand.Rand, f *fontFile) {
	p.reach = 0.55
	p.turn = between(r, 0, math.Pi)
	switch r.IntN(8) {
	case 0, 1:
		p.text(r, f)
	case 2:
		p.part(r, f)
	case 3:
		p.bars(r)
	case 4:
		p.star(r)
	case 5:
		p.scribble(r)
	default:
		p.stain(r)
	}
}

// text is one to four lines of small print.
func (p *picture) text(r *rand.Rand, f *fontFile) {
	lines, across := 1+r.IntN(4), 2+r.IntN(6)
	if lines == 1 && across < 3 {
		across = 3
	}
	size := min(0.8/float64(lines), 1.15/float64(across))
	if chance(r, 0.7) {
		p.turn = float64(r.IntN(4))*math.Pi/2 + steadyTurns*r.NormFloat64()
	}
	var set [4][8]*mask
	for i := range lines {
		for j := range across - r.IntN(2) {
			set[i][j] = f.masks[rune(letters[r.IntN(26)])]
		}
	}
	pitchX, pitchY := 1.05*size, size*between(r, 1.15, 1.5)
	p.kernel = func(u, v float64) float64 {
		col, row := u/pitchX+float64(across)/2, v/pitchY+float64(lines)/2
		j, i := int(math.Floor(col)), int(math.Floor(row))
		if i < 0 || j < 0 || i >= lines || j >= across || set[i][j] == nil {
			return 0
		}
		return set[i][j].at((col-float64(j)-0.5)*pitchX/size*1.1, (row-float64(i)-0.5)*pitchY/size, 0.45)
	}
	p.reach = 0.6
}

// part is a part of a letter, or two letters that have run together.
func (p *picture) part(r *rand.Rand, f *fontFile) {
	const rich = "ABDEGHKMNPQRSWXZ" // parts of others are letters, too
	m, k := f.masks[rune(rich[r.IntN(len(rich))])], f.masks[rune(rich[r.IntN(len(rich))])]
	a := between(r, 0, 2*math.Pi)
	c, s, d := math.Cos(a), math.Sin(a), between(r, -0.05, 0.2)
	if chance(r, 0.5) {
		p.kernel = func(u, v float64) float64 {
			if u*c+v*s > d {
				return 0
			}
			return m.at(u, v, 0.5)
		}
		return
	}
	x, y := 0.45*c, 0.45*s
	p.kernel = func(u, v float64) float64 { return max(m.at(u-x, v-y, 0.5), k.at(u+x, v+y, 0.5)) }
	p.reach = 0.95
}

// bars are corners, crossings and frames, as of printed squares.
func (p *picture) bars(r *rand.Rand) {
	thick := between(r, 0.03, 0.14)
	type bar struct{ at, from, to float64 }
	var down, across []bar
	for range 1 + r.IntN(3) {
		down = append(down, bar{between(r, -0.5, 0.5), between(r, -0.7, 0), between(r, 0, 0.7)})
		across = append(across, bar{between(r, -0.5, 0.5), between(r, -0.7, 0), between(r, 0, 0.7)})
	}
	ragged := between(r, 0, 0.06)
	p.kernel = func(u, v float64) float64 {
		u, v = u+ragged*math.Sin(31*v), v+ragged*math.Sin(27*u)
		for _, b := range down {
			if math.Abs(u-b.at) < thick && v > b.from && v < b.to {
				return 1
			}
		}
		for _, b := range across {
			if math.Abs(v-b.at) < thick && u > b.from && u < b.to {
				return 1
			}
		}
		return 0
	}
	p.reach = 0.75
}

// star is a star or a polygon with arms, at times hollow.
func (p *picture) star(r *rand.Rand) {
	arms, deep, hollow := float64(3+r.IntN(10)), between(r, 0.1, 0.6), 0.0
	if chance(r, 0.2) {
		hollow = between(r, 0.4, 0.75)
	}
	p.kernel = func(u, v float64) float64 {
		d := hypot(u, v) * 2
		edge := 1 - deep*math.Abs(math.Mod(math.Atan2(v, u)/math.Pi*arms+2*arms, 2)-1)
		if d < edge && d > hollow*edge {
			return 1
		}
		return 0
	}
}

// scribble is a curved stroke.
func (p *picture) scribble(r *rand.Rand) {
	var xs, ys []float64
	x, y, a := between(r, -0.4, 0.4), between(r, -0.4, 0.4), between(r, 0, 2*math.Pi)
	bend := 0.5 * r.NormFloat64()
	for range 10 + r.IntN(20) {
		x, y = min(max(x+0.08*math.Cos(a), -0.5), 0.5), min(max(y+0.08*math.Sin(a), -0.5), 0.5)
		xs, ys = append(xs, x), append(ys, y)
		a += bend
		bend += 0.35 * r.NormFloat64()
	}
	thick := between(r, 0.04, 0.12)
	p.kernel = func(u, v float64) float64 {
		for i := range xs {
			if hypot(u-xs[i], v-ys[i]) < thick {
				return 1
			}
		}
		return 0
	}
}

// stain is what carpets, wood and folds of a cloth show: a sum of waves above a level.
func (p *picture) stain(r *rand.Rand) {
	var wave [6][4]float64
	for i := range wave {
		a, f := between(r, 0, 2*math.Pi), between(r, 2, 14)
		wave[i] = [4]float64{f * math.Cos(a), f * math.Sin(a), between(r, 0, 2*math.Pi), between(r, 0.4, 1)}
	}
	level, wide := between(r, -0.2, 0.9), between(r, 0.3, 0.6)
	p.kernel = func(u, v float64) float64 {
		sum := -2.5 * max(hypot(u, v)/wide-1, 0)
		for _, w := range wave {
			sum += w[3] * math.Sin(w[0]*u+w[1]*v+w[2])
		}
		return min(max((sum-level)*2, 0), 1)
	}
	p.reach = 0.8
}

// photograph photographs the patch, finds the ink's extent and cuts it out: nothing but ground outside of it.
func (p *picture) photograph(r *rand.Rand) glyph.Face {
	high := 7 * math.Pow(8, math.Pow(r.Float64(), 1.3)) // pixels
	n := int(high*2*max(p.reach, 0.7)) + 9
	ink, own := p.expose(r, high, n)
	ground := between(r, 60, 245)
	contrast := min(between(r, 22, 190), ground-5)
	worn := between(r, 0, 0.25)
	for i := range ink {
		ink[i] = float32(ground - contrast*float64(ink[i])*(1-worn*r.Float64()))
	}
	if chance(r, 0.3) { // light on dark
		for i := range ink {
			ink[i] = 255 - ink[i]
		}
		ground = 255 - ground
	}
	c := camera{blur: between(r, 0.35, 1.15), noise: between(r, 0.5, 5.5), quality: 45 + r.IntN(55)}
	if chance(r, softShare) {
		c.blur = between(r, 0.35, max(1.15, softMost*high))
	}
	if chance(r, 0.1) {
		c.shake, c.angle = between(r, 1, max(2.5, shakeMost*high)), between(r, 0, math.Pi)
	}
	if chance(r, 0.7) {
		c.sharpen = between(r, 0, 0.9)
	}
	c.spoil(r, ink, n, n)
	return cutAlone(r, c.squeeze(ink, n, n, 0), own, high, uint8(ground))
}

// expose renders the ink, n by n pixels, and marks those that are of what was found.
func (p *picture) expose(r *rand.Rand, high float64, n int) (ink []float32, own []bool) {
	ink, own = make([]float32, n*n), make([]bool, n*n)
	mx, my := float64(n)/2+between(r, -0.5, 0.5), float64(n)/2+between(r, -0.5, 0.5)
	s, c := math.Sincos(p.turn)
	as, ac := math.Sincos(p.along)
	grow := math.Sqrt(p.stretch)
	for i := range ink {
		const k = 3
		for j := range k * k {
			x := (float64(i%n) + (float64(j%k)+0.5)/k - mx) / high
			y := (float64(i/n) + (float64(j/k)+0.5)/k - my) / high
			a, b := (x*ac+y*as)*grow, (y*ac-x*as)/grow // what is seen aslant is shorter in one direction
			x, y = a*ac-b*as, a*as+b*ac
			u, v := x*c+y*s, y*c-x*s
			kernel := p.kernel(u, v)
			beside := 0.0
			if p.beside != nil {
				beside = p.beside(u, v)
			}
			ink[i] += float32(max(kernel, beside) / (k * k))
			own[i] = own[i] || kernel > 0.5 || p.joined && beside > 0.5
		}
	}
	return ink, own
}

// cutAlone cuts the marked pixels' extent out, as large as a face shows a letter.
func cutAlone(r *rand.Rand, g *glyph.Gray, own []bool, high float64, ground uint8) glyph.Face {
	x0, y0, x1, y1 := g.W, g.H, 0, 0
	for i, in := range own {
		if in {
			x0, y0, x1, y1 = min(x0, i%g.W), min(y0, i/g.W), max(x1, i%g.W+1), max(y1, i/g.W+1)
		}
	}
	f := glyph.Face{Size: faceSize, Pix: make([]uint8, faceSize*faceSize)}
	if x1 <= x0 {
		x0, y0, x1, y1 = 0, 0, g.W, g.H
	}
	w, h := float64(x1-x0)+between(r, -0.5, 1), float64(y1-y0)+between(r, -0.5, 1)
	mx, my := float64(x0+x1-1)/2+0.4*r.NormFloat64(), float64(y0+y1-1)/2+0.4*r.NormFloat64()
	size := max(w, h)
	if chance(r, 0.4) {
		size = max(size*0.6, high*between(r, 0.9, 1.1))
	}
	const capital = 0.53 // of the face's side
	step, rim := size/capital/faceSize, 0.08*max(w, h)
	for i := range f.Pix {
		x, y := (float64(i%faceSize)-(faceSize-1)/2.0)*step, (float64(i/faceSize)-(faceSize-1)/2.0)*step
		f.Pix[i] = ground
		if math.Abs(x) < w/2+rim && math.Abs(y) < h/2+rim {
			f.Pix[i] = uint8(g.At(mx+x, my+y))
		}
	}
	return f
}

// aloneFace draws one face of a class.
func aloneFace(r *rand.Rand, of []typeface, class int) glyph.Face {
	p := drawAlone(r, pick(r, of), class)
	return p.photograph(r)
}
