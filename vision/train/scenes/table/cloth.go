package table

import "math"

// bands draws the stripes of one repeat, as wide together as the period.
func (p *painter) bands(n, mostColors int) []band {
	var all []band
	sum := 0.0
	for i := range n {
		b := band{logBetween(p.r, 0.08, 1), p.col[i%mostColors]}
		all, sum = append(all, b), sum+b.width
	}
	for i := range all {
		all[i].width *= p.period / sum
	}
	return all
}

// stripes run along y.
func stripes(p *painter) {
	p.period *= between(p.r, 1, 2.5)
	nx, _ := p.grid(p.period, p.period, 1)
	row := profile(p.bands(2+p.r.IntN(5), 2+p.r.IntN(colors-1)), float64(nx)*p.period)
	for i := range p.c.pix {
		p.c.pix[i] = row[i%size]
	}
}

func checks(p *painter) {
	w, h, amount := p.period, p.period*between(p.r, 0.8, 1.25), 0.1*p.r.Float64()
	nx, ny := p.grid(w, h, 2)
	turn := between(p.r, -0.03, 0.03) * float64(p.r.IntN(2))
	cells(nx, ny, w, h, func(i, j int, x, y float64) {
		p.c.rect(x, y, turn, w/2, h/2, solid(p.vary(p.col[(i+j)%2], amount)))
	})
}

// weave sets each pixel from its warp and weft threads: the mean, or the twill's turns if a length of thread is not 0.
func (p *painter) weave(warp, weft []rgb, thread float64) {
	for j := range size {
		for i := range size {
			k := float32(0.5)
			if thread > 0 {
				k += 0.3 * float32(math.Sin(2*math.Pi*float64(i+j)/(thread/p.c.px)))
			}
			p.c.pix[j*size+i] = warp[i].mix(weft[j], k)
		}
	}
}

func gingham(p *painter) {
	p.grid(p.period, p.period, 1)
	light, share := p.col[1].mix(rgb{0.9, 0.9, 0.88}, p.r.Float32()), between(p.r, 0.42, 0.58)
	two := []band{{p.period * share, p.col[0]}, {p.period * (1 - share), light}}
	p.weave(profile(two, p.c.w), profile(two, p.c.h), 0)
}

func plaid(p *painter) {
	p.period *= between(p.r, 1, 2)
	p.grid(p.period, p.period, 1)
	half := p.bands(3+p.r.IntN(5), 2+p.r.IntN(colors-1))
	var all []band
	all = append(all, half...)
	for i := len(half) - 1; i >= 0; i-- {
		all = append(all, half[i])
	}
	for i := range all {
		all[i].width /= 2
	}
	thread := 0.0
	if chance(p.r, 0.5) {
		thread = between(p.r, 1.5, 4)
	}
	p.weave(profile(all, p.c.w), profile(all, p.c.h), thread)
}

// lines are thin lines that cross, or run one way.
func lines(p *painter) {
	w := p.period
	h := w * between(p.r, 0.7, 1.4)
	nx, ny := p.grid(w, h, 1)
	a, b := logBetween(p.r, 0.3, 2.5)/2, logBetween(p.r, 0.3, 2.5)/2
	n := 2 + p.r.IntN(colors-2)
	for i := range nx {
		p.c.rect((float64(i)+0.5)*w, p.c.h/2, 0, a, p.c.h, solid(p.col[1+i%(n-1)]))
	}
	if chance(p.r, 0.3) {
		return
	}
	for j := range ny {
		p.c.rect(p.c.w/2, (float64(j)+0.5)*h, 0, p.c.w, b, solid(p.col[1+j%(n-1)]))
	}
}

func zigzag(p *painter) {
	w := p.period
	h := w * between(p.r, 0.5, 1.5)
	p.grid(w, h, 2)
	row := profile([]band{{h / 2, p.col[0]}, {h * between(p.r, 0.1, 0.5), p.col[1]}, {h * between(p.r, 0.1, 0.5), p.col[2]}}, p.c.h)
	amp := w * between(p.r, 0.25, 0.6)
	p.c.each(func(x, y float64) rgb {
		tri := math.Abs(x/w - math.Floor(x/w) - 0.5)
		at := (y + amp*tri) * size / p.c.h
		low := math.Floor(at)
		return row[int(low)&(size-1)].mix(row[int(low+1)&(size-1)], float32(at-low))
	})
}

// linen has threads of uneven width and color.
func linen(p *painter) {
	thread := between(p.r, 0.8, 2.5)
	p.open(180, 180)
	threads := func(col rgb) []band {
		var all []band
		amount := between(p.r, 0.05, 0.4)
		for at := 0.0; at < 180; {
			b := band{thread * between(p.r, 0.6, 1.4), p.vary(col, amount)}
			all, at = append(all, b), at+b.width
		}
		return all
	}
	other := p.col[0].mix(p.col[1], p.r.Float32()*float32(p.r.IntN(2)))
	p.weave(profile(threads(p.col[0]), 180), profile(threads(other), 180), thread*2)
}

// straw is a woven mat: strands that go over and under, darker to their edges.
func straw(p *painter) {
	w := logBetween(p.r, 2.5, 22)
	h := w * between(p.r, 0.4, 1)
	nx, ny := p.grid(w, h, 2)
	amount := between(p.r, 0.03, 0.2)
	p.c.fill(p.col[0].mul(0.2))
	cells(nx, ny, w, h, func(i, j int, x, y float64) {
		hu, hv, turn, col := w*0.49, h*0.45, 0.0, p.vary(p.col[0], amount)
		if (i+j)%2 == 0 {
			hu, hv, turn, col = h*0.49, w*0.45, math.Pi/2, p.vary(p.col[p.r.IntN(2)], amount)
		}
		p.c.rect(x, y, turn, hu, hv, func(u, v float64) rgb {
			a, b := u/hu, v/hv
			return col.mul(float32((1 - 0.5*b*b) * (1 - 0.4*a*a)))
		})
	})
}

func houndstooth(p *painter) {
	w := p.period / 4
	nx, ny := p.grid(w, w, 4)
	tooth := [4]string{"##..", "##.#", ".###", "..#."}
	cells(nx, ny, w, w, func(i, j int, x, y float64) {
		if tooth[j%4][i%4] == '#' {
			p.c.rect(x, y, 0, w/2, w/2, solid(p.col[1]))
		}
	})
}

// argyle has diamonds with thin lines across.
func argyle(p *painter) {
	w := p.period
	h := w * between(p.r, 1, 1.8)
	nx, ny := p.grid(w, h, 2)
	slope := math.Atan2(h, w)
	long, thin, n := math.Hypot(w, h), logBetween(p.r, 0.4, 2)/2, 2+p.r.IntN(2)
	cells(nx, ny, w, h, func(i, j int, x, y float64) {
		hu, hv := w/2, h/2
		p.c.put(x, y, 0, hu, hv, func(u, v float64) float64 {
			return p.c.within((math.Abs(u)/hu + math.Abs(v)/hv - 1) * hu * math.Sin(slope))
		}, solid(p.col[1+(i+j)%n]))
	})
	if chance(p.r, 0.3) {
		return
	}
	cells(nx, ny, w, h, func(i, j int, x, y float64) {
		p.c.rect(x, y, slope, long/2, thin, solid(p.col[4]))
		p.c.rect(x, y, -slope, long/2, thin, solid(p.col[4]))
	})
}

// patchwork has squares of small patterns, sewn together.
func patchwork(p *painter) {
	w := max(p.period, 15)
	nx, ny := p.grid(w, w, 1)
	cells(nx, ny, w, w, func(_, _ int, x, y float64) {
		q := drawPalette(p.r)
		if chance(p.r, 0.5) {
			q = p.col
			p.r.Shuffle(colors, func(a, b int) { q[a], q[b] = q[b], q[a] })
		}
		p.c.rect(x, y, 0, w/2, w/2, p.patch(q, w))
	})
	if chance(p.r, 0.5) {
		p.seams(nx, ny, w)
	}
}

// patch is a small pattern of a patch's own.
func (p *painter) patch(q [colors]rgb, w float64) func(u, v float64) rgb {
	k := 2 * math.Pi / (w / float64(2+p.r.IntN(5)))
	soft := func(s float64) float32 { return float32(min(max(0.5+s*2/(k*p.c.px+0.3), 0), 1)) }
	switch p.r.IntN(4) {
	case 0:
		return func(u, _ float64) rgb { return q[0].mix(q[1], soft(math.Sin(k*u))) }
	case 1:
		return func(u, v float64) rgb { return q[0].mix(q[1], soft(math.Sin(k*u)*math.Sin(k*v))) }
	case 2:
		return func(u, v float64) rgb { return q[0].mix(q[1], soft(math.Cos(k*u)+math.Cos(k*v)-1)) }
	}
	return solid(q[0])
}

// seams are stitches along a grid.
func (p *painter) seams(nx, ny int, w float64) {
	stitch := 2.5
	for i := range nx {
		for y := 0.0; y < p.c.h; y += 2 * stitch {
			p.c.rect(float64(i)*w, y, 0, 0.3, stitch/2, solid(p.col[5]))
		}
	}
	for j := range ny {
		for x := 0.0; x < p.c.w; x += 2 * stitch {
			p.c.rect(x, float64(j)*w, 0, stitch/2, 0.3, solid(p.col[5]))
		}
	}
}
