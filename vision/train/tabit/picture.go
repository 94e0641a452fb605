package main

import (
	"math"
	"math/rand/v2"

	"tilewatch/vision/tabit"
)

// crescent is a moon about 2 high, open to the right.
func crescent(r *rand.Rand) path {
	bite := uniform(r, 0.72, 0.95)
	low := math.Max(0.2, 1.1-bite)
	shift := uniform(r, low, 0.62)
	x := (1 - bite*bite + shift*shift) / (2 * shift)
	if x >= 1 || x <= -1 {
		x = 0.6
	}
	y := math.Sqrt(1 - x*x)
	a, b := math.Atan2(y, x), math.Atan2(y, x-shift)
	var loop []point
	for i := range 40 {
		s, c := math.Sincos(a + (2*math.Pi-2*a)*float64(i)/39)
		loop = append(loop, point{c, s})
	}
	for i := range 40 {
		s, c := math.Sincos(2*math.Pi - b - (2*math.Pi-2*b)*float64(i)/39)
		loop = append(loop, point{shift + bite*c, bite * s})
	}
	return path{loop}
}

// star is one about 2 high.
func star(r *rand.Rand) path {
	tips := []int{5, 5, 5, 5, 6, 8, 4, 7}[r.IntN(8)]
	waist := uniform(r, 0.34, 0.62)
	if tips == 4 {
		waist = uniform(r, 0.25, 0.42)
	}
	var loop []point
	for i := range 2 * tips {
		radius := 1.0
		if i%2 == 1 {
			radius = waist
		}
		s, c := math.Sincos(-math.Pi/2 + float64(i)*math.Pi/float64(tips))
		loop = append(loop, point{radius * c, radius * s})
	}
	return path{loop}.transformed([]float64{0, 0, 0, uniform(r, -20, 20)}[r.IntN(4)], 1, 0, 0)
}

// fir is a tree of tiers about 2 high.
func fir(r *rand.Rand) path {
	tiers := 1 + r.IntN(6)
	half, trunk := uniform(r, 0.5, 0.85), uniform(r, 0.05, 0.25)
	droop, overlap := uniform(r, -0.1, 0.45), uniform(r, 0.3, 0.75)
	low := 1 - 2*trunk
	step := (low + 1) / float64(tiers)
	thin := uniform(r, 0.05, 0.14)
	right := []point{{0, -1}}
	for k := range tiers {
		w := half * (float64(k) + uniform(r, 1, 1.3)) / (float64(tiers) + 0.2)
		y := -1 + step*float64(k+1)
		right = append(right, point{w, y})
		if k < tiers-1 {
			right = append(right, point{w * overlap, y - step*droop})
		} else {
			right = append(right, point{thin, y - step*max(droop, 0)*0.25})
		}
	}
	right = append(right, point{thin, 1})
	loop := append([]point{}, right...)
	for i := len(right) - 1; i > 0; i-- {
		loop = append(loop, point{-right[i].x, right[i].y})
	}
	return path{loop}
}

// broadleaf is a tree with a crown, about 2 high.
func broadleaf(r *rand.Rand) (trunk, crown path) {
	w, top := uniform(r, 0.07, 0.18), uniform(r, -0.3, 0.2)
	trunk = path{{{-w, 1}, {w, 1}, {w * 0.8, top}, {-w * 0.8, top}}}
	n := 1 + r.IntN(6)
	if n < 3 {
		return trunk, ellipse(uniform(r, 0.5, 0.8), uniform(r, 0.55, 0.75)).transformed(0, 1, 0, -0.35)
	}
	for i := range n {
		s, c := math.Sincos(2*math.Pi*float64(i)/float64(n) + r.Float64())
		size := uniform(r, 0.3, 0.48)
		crown = append(crown, ellipse(size, size).transformed(0, 1, 0.36*c, -0.35+0.3*s)...)
	}
	return trunk, append(crown, ellipse(0.4, 0.4).transformed(0, 1, 0, -0.35)...)
}

// drawSubject draws a moon, a star or a tree about the middle of the card; half is half its height, mm.
func (d *drawing) drawSubject(class tabit.Class, half, x, y float64) {
	r := d.r
	ground := d.stock
	if chance(r, 0.45) { // something behind it
		ground = contrasting(r, d.stock, paint)
		d.drawBackdrop(ground, half*uniform(r, 1.02, 1.2), x, y)
		half *= uniform(r, 0.66, 0.82)
	} else if chance(r, 0.2) {
		d.drawRing(half, x, y)
		half *= uniform(r, 0.68, 0.8)
	}
	main := contrasting(r, ground, func(r *rand.Rand) c4 { return paint(r) })
	if brightness(ground) < 0.5 && chance(r, 0.7) {
		main = contrasting(r, ground, func(r *rand.Rand) c4 { return hsv(uniform(r, 0, 360), uniform(r, 0, 0.6), uniform(r, 0.75, 1)) })
	}
	switch class {
	case tabit.Moon:
		d.drawShape(d.moonShape().transformed(0, half*uniform(r, 0.85, 1), x, y), main, ground)
		d.drawSparkles(half, x, y, main)
	case tabit.Star:
		d.drawShape(star(r).transformed(0, half, x, y), main, ground)
		d.drawRays(half, x, y)
	case tabit.Tree:
		d.drawTree(half, x, y, main, ground)
	}
}

// moonShape is a crescent open to either side, or rarely to any.
func (d *drawing) moonShape() path {
	r := d.r
	tilt := uniform(r, -50, 50)
	if chance(r, 0.45) {
		tilt += 180
	}
	return crescent(r).transformed(tilt, 1, 0, 0)
}

func (d *drawing) drawTree(half, x, y float64, main, ground c4) {
	r := d.r
	if chance(r, 0.22) {
		trunk, crown := broadleaf(r)
		d.drawShape(trunk.transformed(0, half, x, y), contrasting(r, ground, ink), ground)
		d.drawShape(crown.transformed(0, half, x, y), main, ground)
		return
	}
	t := fir(r).transformed(0, half, x, y)
	d.drawShape(t, main, ground)
	if chance(r, 0.4) { // branches, or a garland
		for range 2 + r.IntN(4) {
			w, at := uniform(r, 0.1, 0.35)*half, y+uniform(r, -0.5, 0.7)*half
			d.line(uniform(r, 0.4, 0.9), contrasting(r, main, paint), []point{{x - w, at}, {x - w/2, at + 1.5}, {x, at}, {x + w/2, at + 1.5}, {x + w, at}})
		}
	}
	if chance(r, 0.4) { // its trunk in a color of its own
		w := uniform(r, 0.05, 0.12) * half
		d.fill(path{{{x - w, y + half}, {x + w, y + half}, {x + w, y + 0.78*half}, {x - w, y + 0.78*half}}}, contrasting(r, ground, ink))
	}
	if chance(r, 0.25) { // ground
		d.line(0.7, contrasting(r, ground, ink), []point{{x - half*0.7, y + half}, {x + half*0.7, y + half}})
	}
}

// drawShape paints an area, its outline, or both.
func (d *drawing) drawShape(p path, main, ground c4) {
	r := d.r
	width := uniform(r, 0.5, 1.6)
	switch k := r.Float64(); {
	case k < 0.45:
		d.fill(p, main)
	case k < 0.75:
		d.fill(p, main)
		d.outline(width, contrasting(r, main, ink), p)
	default:
		d.outline(width, contrasting(r, ground, ink), p)
		if chance(r, 0.4) {
			d.outline(uniform(r, 0.3, 0.8), contrasting(r, ground, ink), p.transformed(0, 1, 0, 0).shrunk(uniform(r, 0.7, 0.88)))
		}
	}
}

// shrunk is the path made smaller about its own middle.
func (p path) shrunk(scale float64) path {
	var x, y, n float64
	for _, loop := range p {
		for _, q := range loop {
			x, y, n = x+q.x, y+q.y, n+1
		}
	}
	x, y = x/n, y/n
	return p.transformed(0, scale, x*(1-scale), y*(1-scale))
}

func (d *drawing) drawBackdrop(ground c4, half, x, y float64) {
	var p path
	switch d.r.IntN(3) {
	case 0:
		p = ellipse(half*uniform(d.r, 0.8, 0.95), half)
	case 1:
		p = rect(half*uniform(d.r, 1.5, 1.8), 2*half, uniform(d.r, 0, 6))
	default:
		p = ellipse(half*0.9, half*0.9)
	}
	p = p.transformed(0, 1, x, y)
	d.fill(p, ground)
	if chance(d.r, 0.5) {
		d.outline(uniform(d.r, 0.4, 1), contrasting(d.r, ground, ink), p)
	}
}

func (d *drawing) drawRing(half, x, y float64) {
	d.outline(uniform(d.r, 0.6, 1.6), contrasting(d.r, d.stock, ink), ellipse(half*0.95, half*uniform(d.r, 0.95, 1.1)).transformed(0, 1, x, y))
}

// drawSparkles sometimes draws little stars around the moon.
func (d *drawing) drawSparkles(half, x, y float64, main c4) {
	r := d.r
	if chance(r, 0.3) {
		for range 1 + r.IntN(5) {
			a := uniform(r, 0, 2*math.Pi)
			d.fill(star(r).transformed(0, uniform(r, 0.06, 0.15)*half, x+0.75*half*math.Cos(a), y+0.8*half*math.Sin(a)), main)
		}
	}
}

// drawRays sometimes draws lines from the star's middle.
func (d *drawing) drawRays(half, x, y float64) {
	r := d.r
	if !chance(r, 0.35) {
		return
	}
	dark, n := ink(r), 5+5*r.IntN(2)
	for i := range n {
		s, c := math.Sincos(-math.Pi/2 + 2*math.Pi*float64(i)/float64(n))
		d.line(uniform(r, 0.4, 0.9), dark, []point{{x, y}, {x + 0.9*half*c, y + 0.9*half*s}})
	}
}
