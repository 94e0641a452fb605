package table

import "math"

// dots are disks or rings on a square or staggered grid.
func dots(p *painter) {
	w := p.period
	h := w
	shifted := float64(p.r.IntN(2))
	if shifted > 0 {
		h *= math.Sqrt(3) / 2
	}
	nx, ny := p.grid(w, h, 2)
	radius, n, rings, loose := w*between(p.r, 0.1, 0.48), 1+p.r.IntN(colors-2), chance(p.r, 0.3), 0.15*p.r.Float64()*float64(p.r.IntN(2))
	cells(nx, ny, w, h, func(_, j int, x, y float64) {
		x += w/2*float64(j%2)*shifted + w*loose*p.r.NormFloat64()
		y += w * loose * p.r.NormFloat64()
		col := p.col[1+p.r.IntN(n)]
		if rings {
			p.c.ring(x, y, radius*0.8, radius*0.4, col)
			return
		}
		p.c.disk(x, y, radius, col)
	})
}

// free opens a canvas for things scattered about and answers its side, and how many things a period apart it holds.
func (p *painter) free() (side float64, n int) {
	side = min(max(p.period*7, 220), 420)
	p.open(side, side)
	return side, min(int(side*side/(p.period*p.period)), 2500)
}

func flowers(p *painter) {
	side, n := p.free()
	for range int(float64(n) * between(p.r, 0.5, 1.2)) {
		x, y, turn := side*p.r.Float64(), side*p.r.Float64(), 2*math.Pi*p.r.Float64()
		if chance(p.r, 0.3) {
			p.c.petal(x, y, turn, p.period*0.35, p.period*0.1, p.col[2])
			continue
		}
		p.flower(x, y, turn, p.period*between(p.r, 0.25, 0.55))
	}
}

// flower paints petals about a heart.
func (p *painter) flower(x, y, turn, radius float64) {
	petals, col := 4+p.r.IntN(6), p.col[[3]int{1, 3, 5}[p.r.IntN(3)]]
	wide := radius * between(p.r, 0.15, 0.4)
	for k := range petals {
		a := turn + 2*math.Pi*float64(k)/float64(petals)
		sin, cos := math.Sincos(a)
		p.c.petal(x+cos*radius*0.55, y+sin*radius*0.55, a, radius*0.45, wide, col)
	}
	p.c.disk(x, y, radius*0.22, p.col[4])
}

// confetti is bits of paper and streamers.
func confetti(p *painter) {
	p.period = max(p.period/2, 6)
	side, n := p.free()
	for range int(float64(n) * between(p.r, 0.4, 1.5)) {
		x, y, turn, k := side*p.r.Float64(), side*p.r.Float64(), 2*math.Pi*p.r.Float64(), p.period*logBetween(p.r, 0.15, 0.5)
		col := p.vary(p.col[1+p.r.IntN(colors-1)], 0.1)
		switch p.r.IntN(5) {
		case 0:
			p.c.disk(x, y, k, col)
		case 1:
			p.c.rect(x, y, turn, k, k*between(p.r, 0.3, 1), solid(col))
		case 2:
			p.c.polygon(x, y, turn, k*0.7, 3+p.r.IntN(3), solid(col))
		case 3:
			p.c.ring(x, y, k, k*0.3, col)
		default:
			p.c.rect(x, y, turn, k*1.5, 0.8, solid(col))
		}
	}
}

// scatteredLetters are letters at random or in rows, a tenth of a tile to two tiles tall.
func scatteredLetters(p *painter) {
	tall := p.tile * logBetween(p.r, 0.1, 2)
	p.period = tall * between(p.r, 1.3, 3)
	nx, ny := p.grid(p.period, p.period, 1)
	loose, tilt, even, n := 0.25*p.r.Float64(), logBetween(p.r, 0.02, 3), chance(p.r, 0.6), 1+p.r.IntN(colors-2)
	face := typefaces()[p.r.IntN(len(typefaces()))]
	framed := chance(p.r, 0.25)
	cells(nx, ny, p.period, p.period, func(_, _ int, x, y float64) {
		x += p.period * loose * p.r.NormFloat64()
		y += p.period * loose * p.r.NormFloat64()
		size, col, turn := tall, p.col[1+p.r.IntN(n)], tilt*p.r.NormFloat64()
		if !even {
			size *= logBetween(p.r, 0.4, 1.2)
		}
		if framed {
			k := size * 0.8
			p.c.round(x, y, turn, k, k, k*0.15, solid(col))
			col = p.col[0]
		}
		p.stamp(&face[p.r.IntN(len(face))], x, y, turn, size, col)
	})
}

// lace is a net of thread over a cloth, with rosettes.
func lace(p *painter) {
	w := max(p.period, 20)
	nx, ny := p.grid(w, w, 1)
	thread := p.col[1].mix(rgb{0.85, 0.84, 0.8}, p.r.Float32())
	ground, mesh := p.col[0], w/float64(6+p.r.IntN(5))
	p.net(mesh, thread)
	petals, inner := 6+2*p.r.IntN(5), between(p.r, 0.3, 0.5)
	cells(nx, ny, w, w, func(_, _ int, x, y float64) {
		p.rosette(x, y, w, inner, petals, thread, ground)
	})
}

// net paints crossing threads.
func (p *painter) net(mesh float64, col rgb) {
	n := max(1, int(p.c.w/mesh))
	step := p.c.w / float64(n)
	for i := range n {
		p.c.rect(float64(i)*step, p.c.h/2, 0, 0.3, p.c.h, solid(col))
		p.c.rect(p.c.w/2, float64(i)*step, 0, p.c.w, 0.3, solid(col))
	}
}

func (p *painter) rosette(x, y, w, inner float64, petals int, thread, ground rgb) {
	radius := w * 0.46
	for k := range petals {
		sin, cos := math.Sincos(2 * math.Pi * float64(k) / float64(petals))
		p.c.disk(x+cos*radius*0.82, y+sin*radius*0.82, radius*0.2, thread)
	}
	p.c.disk(x, y, radius*0.85, thread)
	for k := range petals {
		a := 2 * math.Pi * (float64(k) + 0.5) / float64(petals)
		sin, cos := math.Sincos(a)
		p.c.petal(x+cos*radius*0.5, y+sin*radius*0.5, a, radius*0.2, radius*inner*2/float64(petals), ground)
		p.c.disk(x+cos*radius*0.78, y+sin*radius*0.78, radius*0.05, ground)
	}
	p.c.ring(x, y, radius*0.2, radius*0.06, ground)
}

// carpet is a Persian ornament: one quarter is drawn and mirrored.
func carpet(p *painter) {
	side := min(max(p.period*4, 100), 420)
	p.open(side, side)
	half, star, lobes := side/2, between(p.r, 0.05, 0.3), float64(4*(1+p.r.IntN(4)))
	bands, shift := make([]rgb, 24), newField(p.r, 24, 24, 2)
	for i := range bands {
		bands[i] = p.any(colors)
	}
	edge, small := between(p.r, 0.7, 0.9), 2*math.Pi/(side/float64(8+4*p.r.IntN(6)))
	wobble := 0.08 * p.r.Float64()
	for j := range size / 2 {
		v := (float64(j)+0.5)*side/size - half
		for i := range size / 2 {
			u := (float64(i)+0.5)*side/size - half
			rim := max(-u, -v) / half
			d := math.Hypot(u, v) / half * (1 + star*math.Cos(lobes*math.Atan2(v, u)))
			if rim > edge {
				d = 1.2 + 2*(rim-edge)
			}
			d += wobble*float64(shift[j*size+i]) + 0.04*math.Sin(small*u)*math.Sin(small*v)
			at := max(d*10, 0)
			k := int(at)
			f := step(float32(at-float64(k))-0.9, 0.1)
			c := bands[k%24].mix(bands[(k+1)%24], f)
			p.c.mirror(i, j, c)
		}
	}
}

// mirror sets a pixel and its three reflections.
func (c *canvas) mirror(i, j int, col rgb) {
	a, b := size-1-i, size-1-j
	c.pix[j*size+i], c.pix[j*size+a], c.pix[b*size+i], c.pix[b*size+a] = col, col, col, col
}

// gameBoard is a grid of squares; some are colored, some of those have letters.
func gameBoard(p *painter) {
	p.hard = chance(p.r, 0.7)
	w := p.tile * logBetween(p.r, 0.5, 1.6)
	nx, ny := p.grid(w, w, 1)
	half, joint := p.gap(0.3, 2.5)
	p.c.fill(joint)
	premium, printed := between(p.r, 0.1, 0.5), between(p.r, 0.2, 1)
	tall, corner := w*logBetween(p.r, 0.15, 0.6), w*0.2*p.r.Float64()*float64(p.r.IntN(2))
	ink := rgb{0.02, 0.02, 0.03}
	if chance(p.r, 0.5) {
		ink = rgb{0.85, 0.84, 0.8}
	}
	cells(nx, ny, w, w, func(_, _ int, x, y float64) {
		col, special := p.col[0], chance(p.r, premium)
		if special {
			col = p.col[1+p.r.IntN(4)]
		}
		p.c.round(x, y, 0, w/2-half, w/2-half, corner, solid(col))
		if special && chance(p.r, printed) {
			n := 1 + p.r.IntN(2)
			p.word(x-0.38*tall*float64(n), y, 0, tall, n, ink)
		}
	})
}
