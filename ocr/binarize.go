package ocr

import "tilewatch/ocr/glyph"

// margin is the white border, in pixels, around a text: letters that touch the edge are misread. minHigh is how
// high a print is made before it is read.
const (
	margin  = 10
	minHigh = 48
)

// prepare makes a print what Tesseract reads best: large enough, black on white by Otsu's threshold (the rarer
// part is the ink), with a white border.
func prepare(p Text) Text {
	p = enlarge(p)
	var hist [256]int
	for _, v := range p.Pix {
		hist[v]++
	}
	t, dark := otsu(&hist), 0
	for v := range t {
		dark += hist[v]
	}
	inkIsDark := 2*dark < len(p.Pix)
	out := Text{W: p.W + 2*margin, H: p.H + 2*margin}
	out.Pix = make([]uint8, out.W*out.H)
	for i := range out.Pix {
		out.Pix[i] = 255
	}
	for i, v := range p.Pix {
		if (int(v) < t) == inkIsDark {
			out.Pix[(i/p.W+margin)*out.W+i%p.W+margin] = 0
		}
	}
	return out
}

// enlarge brings a low print to the least height by a whole factor, bilinearly.
func enlarge(p Text) Text {
	n := (minHigh + p.H - 1) / p.H
	if n == 1 {
		return p
	}
	g := glyph.Gray{W: p.W, H: p.H, Pix: p.Pix}
	out := Text{W: p.W * n, H: p.H * n, Pix: make([]uint8, p.W*n*p.H*n)}
	for i := range out.Pix {
		x, y := (float64(i%out.W)+0.5)/float64(n)-0.5, (float64(i/out.W)+0.5)/float64(n)-0.5
		out.Pix[i] = uint8(g.At(x, y) + 0.5)
	}
	return out
}

// otsu is the level from which on the bright part begins.
func otsu(hist *[256]int) int {
	n, sum := 0, 0
	for v, h := range hist {
		n, sum = n+h, sum+v*h
	}
	best, at := -1.0, 128
	below, belowSum := 0, 0
	for v, h := range hist {
		below, belowSum = below+h, belowSum+v*h
		if below == 0 || below == n {
			continue
		}
		d := float64(belowSum)/float64(below) - float64(sum-belowSum)/float64(n-below)
		if b := d * d * float64(below) * float64(n-below); b > best {
			best, at = b, v+1
		}
	}
	return at
}
