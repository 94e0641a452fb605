package table

import "math"

// timberGrain draws the grain of wood along u: a field that the planks read at places of their own.
func (p *painter) timberGrain() func(col rgb) func(u, v float64) rgb {
	f := newField(p.r, 3, 64, 3)
	strength := float32(logBetween(p.r, 0.1, 0.7))
	return func(col rgb) func(u, v float64) rgb {
		du, dv := p.c.w*p.r.Float64(), p.c.h*p.r.Float64()
		return func(u, v float64) rgb { return col.mul(1 + strength*float32(f.at(p.c, u+du, v+dv))) }
	}
}

// gap is half the width of the joint between tiles or planks, and its color; often dark.
func (p *painter) gap(low, high float64) (half float64, col rgb) {
	col = p.col[5]
	switch p.r.IntN(4) {
	case 0, 1:
		col = rgb{0.02, 0.02, 0.02}.mix(p.col[0], 0.3*p.r.Float32())
	case 2:
		col = rgb{0.7, 0.69, 0.66}.mix(p.col[0], 0.3*p.r.Float32())
	}
	return logBetween(p.r, low, high) / 2, col
}

// fired is the color of a glazed tile over its face: lighter to the upper left, with an edge that catches the light.
func (p *painter) fired(col rgb, half float64) func(u, v float64) rgb {
	slope, edge := float32(0.1*p.r.NormFloat64()), float32(0.25*p.r.Float64()*float64(p.r.IntN(2)))
	return func(u, v float64) rgb {
		k := 1 + slope*float32((u+v)/half)
		if max(math.Abs(u), math.Abs(v)) > 0.88*half {
			k += edge * float32((v-u)/half)
		}
		return col.mul(max(k, 0.2))
	}
}

// tileFloor has square tiles about as large as those of a game, with joints.
func tileFloor(p *painter) {
	p.hard, p.glossy = true, chance(p.r, 0.4)
	w := p.tile * between(p.r, 0.6, 1.5)
	if chance(p.r, 0.25) {
		w = p.period
	}
	nx, ny := p.grid(w, w, 1)
	half, joint := p.gap(0.5, 4)
	p.c.fill(joint)
	half = min(half, w/6)
	n, amount, corner := 1+p.r.IntN(4), logBetween(p.r, 0.01, 0.25), w*between(p.r, 0.01, 0.15)
	marked := chance(p.r, 0.2)
	cells(nx, ny, w, w, func(_, _ int, x, y float64) {
		side := w/2 - half
		p.c.round(x, y, 0.01*p.r.NormFloat64(), side, side, corner, p.fired(p.vary(p.any(n), amount), side))
		if marked {
			p.c.polygon(x, y, math.Pi/4, side*0.45, 4, solid(p.col[4]))
		}
	})
}

// mosaic has small stones laid by hand.
func mosaic(p *painter) {
	p.hard, p.glossy = true, chance(p.r, 0.3)
	w := min(max(p.period, 7), 40)
	nx, ny := p.grid(w, w, 1)
	half, joint := p.gap(0.6, 4)
	p.c.fill(joint)
	n, loose := 2+p.r.IntN(colors-1), 0.08*p.r.Float64()
	cells(nx, ny, w, w, func(_, j int, x, y float64) {
		hu, hv := (w/2-half)*(1-loose*p.r.Float64()), (w/2-half)*(1-loose*p.r.Float64())
		x += w * loose * p.r.NormFloat64() / 2
		y += w * loose * p.r.NormFloat64() / 2
		p.c.round(x, y, loose*p.r.NormFloat64(), hu, hv, w*0.08, p.fired(p.vary(p.any(n), 0.12), hu))
	})
}

func hexagons(p *painter) {
	p.hard = chance(p.r, 0.6)
	w := max(p.period, 8)
	h := w * math.Sqrt(3) / 2
	nx, ny := p.grid(w, h, 2)
	half, joint := p.gap(0.4, 3)
	p.c.fill(joint)
	n, ring := 2+p.r.IntN(colors-1), chance(p.r, 0.3)
	cells(nx, ny, w, h, func(_, j int, x, y float64) {
		x += w / 2 * float64(j%2)
		p.c.polygon(x, y, 0, w/2-half, 6, solid(p.vary(p.any(n), 0.08)))
		if ring {
			p.c.polygon(x, y, 0, w/4, 6, solid(p.any(n)))
		}
	})
}

func brick(p *painter) {
	p.hard = true
	w := max(p.period*1.5, 12)
	h := w * between(p.r, 0.3, 0.6)
	nx, ny := p.grid(w, h, 2)
	half, joint := p.gap(0.8, 5)
	half = min(half, h/5)
	p.c.fill(joint)
	n := 1 + p.r.IntN(3)
	cells(nx, ny, w, h, func(_, j int, x, y float64) {
		x += w / 2 * float64(j%2)
		p.c.round(x, y, 0.004*p.r.NormFloat64(), w/2-half, h/2-half, half, p.fired(p.vary(p.any(n), 0.15), h/2))
	})
}

// parquet has squares of strips whose direction turns.
func parquet(p *painter) {
	p.hard = true
	p.timber()
	w, strips := max(p.period, 18), 3+p.r.IntN(5)
	nx, ny := p.grid(w, w, 2)
	tint := p.timberGrain()
	half, joint := p.gap(0.15, 0.8)
	p.c.fill(joint)
	n, amount := 1+p.r.IntN(3), between(p.r, 0.03, 0.3)
	wide := w / float64(strips)
	cells(nx, ny, w, w, func(i, j int, x, y float64) {
		for k := range strips {
			d := (float64(k)+0.5)*wide - w/2
			px, py, turn := x, y+d, 0.0
			if (i+j)%2 == 0 {
				px, py, turn = x+d, y, math.Pi/2
			}
			p.c.rect(px, py, turn, w/2-half, wide/2-half, tint(p.vary(p.any(n), amount)))
		}
	})
}

// herringbone has planks of m squares, each cell of the grid in one that lies or stands.
func herringbone(p *painter) {
	p.hard = true
	p.timber()
	m := 3 + p.r.IntN(4)
	w := max(p.period/2, 6)
	nx, ny := p.grid(w, w, 2*m)
	tint := p.timberGrain()
	half, joint := p.gap(0.15, 1)
	p.c.fill(joint)
	n, amount, long := 1+p.r.IntN(4), between(p.r, 0.03, 0.3), float64(m)*w/2
	cells(nx, ny, w, w, func(i, j int, x, y float64) {
		switch ((i-j)%(2*m) + 2*m) % (2 * m) {
		case 0:
			p.c.rect(x-w/2+long, y, 0, long-half, w/2-half, tint(p.vary(p.any(n), amount)))
		case 2*m - 1:
			p.c.rect(x, y-w/2+long, math.Pi/2, long-half, w/2-half, tint(p.vary(p.any(n), amount)))
		}
	})
}

// planks are boards or slats with their gaps.
func planks(p *painter) {
	p.hard, p.glossy = true, chance(p.r, 0.2)
	p.timber()
	w, ny := max(p.period, 8), 0
	_, ny = p.grid(420, w, 1)
	tint := p.timberGrain()
	half, joint := p.gap(0.3, 6)
	half = min(half, w/6)
	p.c.fill(joint)
	n, amount, whole := 1+p.r.IntN(4), between(p.r, 0.03, 0.3), chance(p.r, 0.4)
	for j := range ny {
		y, at := (float64(j)+0.5)*w, p.c.w*p.r.Float64()
		if whole {
			p.c.rect(at, y, 0, p.c.w/2+p.c.px, w/2-half, tint(p.vary(p.any(n), amount)))
			continue
		}
		first := between(p.r, 0.25, 0.75) * p.c.w
		p.c.rect(at+first/2, y, 0, first/2-half, w/2-half, tint(p.vary(p.any(n), amount)))
		p.c.rect(at+(first+p.c.w)/2, y, 0, (p.c.w-first)/2-half, w/2-half, tint(p.vary(p.any(n), amount)))
	}
}

// wood is a table top of one piece: grain that a slow field bends.
func wood(p *painter) {
	p.hard, p.glossy = true, chance(p.r, 0.3)
	p.timber()
	p.open(420, 420)
	f, fine := newField(p.r, 2, 9, 3), newField(p.r, 4, 128, 2)
	rings, strength := logBetween(p.r, 2, 14), float32(between(p.r, 0.2, 1))
	for i := range p.c.pix {
		s := float32(math.Sin(rings * 6 * float64(f[i])))
		p.c.pix[i] = p.col[0].mix(p.col[1], strength*(0.5+0.3*s+0.4*fine[i]))
	}
}
