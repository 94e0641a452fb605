package table

// newspaper has columns with headlines, lines of text too small to read, and pictures.
func newspaper(p *painter) {
	w, h := between(p.r, 260, 380), between(p.r, 300, 420)
	paper := rgb{0.62, 0.58, 0.5}.mix(p.col[0], 0.4*p.r.Float32())
	p.col[0] = paper
	p.open(w, h)
	n, leading := 4+p.r.IntN(4), between(p.r, 2, 4.5)
	wide := w / float64(n)
	picture := newField(p.r, 40, 40, 4)
	for i := range n {
		for y := h; y > leading; {
			y -= p.article(picture, (float64(i)+0.5)*wide, y, wide*0.9, leading)
		}
	}
	if chance(p.r, 0.5) {
		for i := range n {
			p.c.rect(float64(i)*wide, h/2, 0, 0.15, h/2, solid(rgb{0.05, 0.05, 0.05}))
		}
	}
}

// article prints a headline, a picture or lines of text from y down, and answers the height it took.
func (p *painter) article(picture field, x, y, wide, leading float64) float64 {
	ink := rgb{0.03, 0.03, 0.035}
	switch p.r.IntN(6) {
	case 0:
		tall := between(p.r, 4, 14)
		n := max(1, int(wide/tall/0.9))
		p.word(x-wide/2, y-tall*0.8, 0, tall, n, ink)
		return tall * 1.6
	case 1:
		hv, tone := between(p.r, 8, 30), p.any(colors)
		p.c.rect(x, y-hv, 0, wide/2, hv-leading/2, func(u, v float64) rgb {
			return ink.mix(tone, float32(0.5+picture.at(p.c, u+x, v+y)))
		})
		return 2 * hv
	}
	lines := 3 + p.r.IntN(14)
	for k := range lines {
		p.greek(x-wide/2, y-(float64(k)+0.5)*leading, wide, leading*0.45, ink)
	}
	return float64(lines+1) * leading
}

// greek prints a line of text as gray words.
func (p *painter) greek(x, y, wide, tall float64, ink rgb) {
	end := x + wide
	for {
		word := tall * between(p.r, 1, 6)
		if x+word > end {
			return
		}
		p.c.rect(x+word/2, y, 0, word/2, tall/2, solid(p.col[0].mix(ink, 0.6)))
		x += word + tall*0.7
	}
}

// paper is a sheet with ruled lines, writing, or a score table.
func paper(p *painter, w, h float64) {
	p.col[0] = rgb{0.8, 0.8, 0.77}.mix(p.col[1], 0.3*p.r.Float32()*float32(p.r.IntN(2)))
	p.open(w, h)
	ruled, ink := chance(p.r, 0.5), [3]rgb{{0.02, 0.02, 0.02}, {0.03, 0.05, 0.3}, {0.4, 0.03, 0.04}}[p.r.IntN(3)]
	pitch, margin, full := between(p.r, 5, 11), w*0.1, p.r.Float64()
	squared := ruled && chance(p.r, 0.4)
	for y := h - margin; y > margin; y -= pitch {
		if ruled {
			p.c.rect(w/2, y, 0, w/2, 0.15, solid(rgb{0.3, 0.4, 0.6}))
		}
		if y < h*(1-full) {
			continue
		}
		for x := margin; x < w*between(p.r, 0.5, 0.9); {
			x += p.word(x, y+pitch*0.3, 0, pitch*0.4, 1+p.r.IntN(7), ink) + pitch*0.5
		}
	}
	for x := 0.0; squared && x < w; x += pitch {
		p.c.rect(x, h/2, 0, 0.15, h/2, solid(rgb{0.3, 0.4, 0.6}))
	}
}
