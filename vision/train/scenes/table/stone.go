package table

import "math"

// stone is marble: clouds with veins where a field crosses 0.
func stone(p *painter) {
	p.hard, p.glossy = true, chance(p.r, 0.5)
	p.open(420, 420)
	clouds, vein := newField(p.r, 4, 4, 4), newField(p.r, 3+p.r.IntN(4), 3+p.r.IntN(4), 4)
	sharp, strength, cloudy := logBetween(p.r, 8, 60), p.r.Float32(), p.r.Float32()
	for i := range p.c.pix {
		c := p.col[0].mix(p.col[1], 0.5+0.5*cloudy*clouds[i])
		p.c.pix[i] = c.mix(p.col[2], strength*max(0, 1-float32(sharp)*abs(vein[i])))
	}
}

func abs(v float32) float32 { return max(v, -v) }

func granite(p *painter) {
	p.hard, p.glossy = true, chance(p.r, 0.4)
	p.open(200, 200)
	k := 1 << (5 + p.r.IntN(3))
	a, b := newField(p.r, k, k, 2), newField(p.r, 2*k, 2*k, 2)
	low, high := float32(between(p.r, -0.3, 0.3)), float32(between(p.r, 0.1, 0.5))
	for i := range p.c.pix {
		c := p.col[0].mix(p.col[1], step(a[i]-low, 0.05))
		p.c.pix[i] = c.mix(p.col[2], step(b[i]-high, 0.05))
	}
}

// step is 0 below an edge and 1 above it, with a ramp of a half width.
func step(v, half float32) float32 { return min(max(0.5+v/(2*half), 0), 1) }

// terrazzo has broken chips in a ground.
func terrazzo(p *painter) {
	p.hard, p.glossy = true, chance(p.r, 0.4)
	p.open(300, 300)
	chip := min(p.period/2, 25)
	n := int(between(p.r, 0.15, 0.8) * 300 * 300 / (chip * chip))
	for range min(n, 3000) {
		radius := chip * logBetween(p.r, 0.2, 1) / 2
		p.shard(300*p.r.Float64(), 300*p.r.Float64(), radius, p.vary(p.col[1+p.r.IntN(colors-1)], 0.1))
	}
}

// shard paints an uneven polygon: the common part of half planes.
func (p *painter) shard(x, y, radius float64, col rgb) {
	var planes [][3]float64
	for range 4 + p.r.IntN(3) {
		sin, cos := math.Sincos(2 * math.Pi * p.r.Float64())
		planes = append(planes, [3]float64{cos, sin, radius * between(p.r, 0.4, 1)})
	}
	p.c.put(x, y, 0, radius, radius, func(u, v float64) float64 {
		d := math.Hypot(u, v) - radius
		for _, q := range planes {
			d = max(d, q[0]*u+q[1]*v-q[2])
		}
		return p.c.within(d)
	}, solid(col))
}

func camouflage(p *painter) {
	extent := min(max(p.period*6, 180), 420)
	p.open(extent, extent)
	k := max(2, int(extent/p.period))
	line := float32(0.03 * p.r.Float64() * float64(p.r.IntN(2)))
	for n := range 2 + p.r.IntN(3) {
		f := newField(p.r, k, k, 2)
		edge := float32(between(p.r, 0, 0.3))
		for i := range p.c.pix {
			c := p.c.pix[i].mix(p.col[5], step(f[i]-edge+line, 0.02))
			p.c.pix[i] = c.mix(p.col[1+n], step(f[i]-edge, 0.02))
		}
	}
}

// worldMap has lands with coasts, meridians and names.
func worldMap(p *painter) {
	p.open(420, 420)
	land, kind := newField(p.r, 3, 3, 6), newField(p.r, 5, 5, 4)
	sea, coast := float32(between(p.r, -0.05, 0.15)), p.col[0].mul(0.3)
	for i := range p.c.pix {
		c := p.col[0].mix(p.col[2], step(sea-land[i]-0.1, 0.15)*0.3)
		ground := p.col[1].mix(p.col[3], step(kind[i], 0.02))
		c = c.mix(coast, step(land[i]-sea+0.02, 0.01))
		p.c.pix[i] = c.mix(ground, step(land[i]-sea, 0.01))
	}
	n := 4 + p.r.IntN(12)
	for i := range n {
		at := (float64(i) + 0.5) * 420 / float64(n)
		p.c.rect(at, 210, 0, 0.2, 420, solid(coast))
		p.c.rect(210, at, 0, 420, 0.2, solid(coast))
	}
	for range 40 {
		p.word(420*p.r.Float64(), 420*p.r.Float64(), 0, logBetween(p.r, 1.5, 6), 3+p.r.IntN(7), rgb{0.02, 0.02, 0.02})
	}
}

// lacquer is dark and shines.
func lacquer(p *painter) {
	p.hard, p.glossy = true, true
	p.open(420, 420)
	f := newField(p.r, 3, 40, 3)
	dark, sheen := p.col[0].mul(float32(between(p.r, 0.03, 0.4))), float32(0.4*p.r.Float64())
	for i := range p.c.pix {
		p.c.pix[i] = dark.mul(1 + sheen*f[i])
	}
	for range int(400 * p.r.Float64() * float64(p.r.IntN(2))) {
		p.c.disk(420*p.r.Float64(), 420*p.r.Float64(), logBetween(p.r, 0.3, 1.5), p.col[1])
	}
}
