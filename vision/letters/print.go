package letters

import (
	"slices"

	"tilewatch/ocr/glyph"
)

// box is an extent on a patch, in pixels; the far sides lie outside.
type box struct{ x0, y0, x1, y1 int }

func (b box) joined(o box) box {
	return box{min(b.x0, o.x0), min(b.y0, o.y0), max(b.x1, o.x1), max(b.y1, o.y1)}
}
func (b box) wide() float64 { return float64(b.x1-b.x0) / perStep }
func (b box) high() float64 { return float64(b.y1-b.y0) / perStep }
func (b box) midX() float64 { return (float64(b.x0+b.x1) - patchSide) / 2 / perStep }
func (b box) midY() float64 { return (float64(b.y0+b.y1) - patchSide) / 2 / perStep }

// piece is one connected piece of ink.
type piece struct {
	box
	area int
	ink  float64 // mean share of ink
	id   uint8
}

// printed is what is printed on a face.
type printed struct {
	ground   [3]float64 // the plastic's color, blue, green, red
	contrast float64    // gray levels between ink and plastic
	letter   box
	big      []piece // of the letter
	small    []piece // what else is printed: a value, or lines of text
	astray   *box    // what is as large as a letter but lies off the middle, nil if nothing does
	ids      [patchSide * patchSide]uint8
	ink      [patchSide * patchSide]float32 // 0 plastic, 1 ink
}

// Parts of a face, in steps from its middle.
const (
	faceReach   = 0.42 // the face without its rim
	inkReach    = 0.34 // where the letter is
	letterOff   = 0.25 // of the letter's middle, at most
	leastAstray = 0.08 // of a letter's middle on a tile that was moved
	mostAstray  = 0.36
	letterLeast = 0.26 // of its longer side
	letterMost  = 0.82
	pieceLeast  = 0.0018 // of a step squared, the area of a piece that counts

	leastContrast = 12 // gray levels between plastic and ink
)

// levels are the gray levels of plastic and ink, light ink turned to dark; dark says which it was.
func (p *patch) levels(dark bool) (ground, ink float32) {
	var face, inner [256]int
	faces, inners := 0, 0
	for i, v := range p.gray {
		x, y := away[i%patchSide], away[i/patchSide]
		if x >= faceReach || y >= faceReach {
			continue
		}
		if !dark {
			v = 255 - v
		}
		k := int(min(max(v, 0), 255))
		face[k]++
		faces++
		if x < inkReach && y < inkReach {
			inner[k]++
			inners++
		}
	}
	return share(&face, faces*7/10), share(&inner, inners*3/100)
}

// share is the gray level below which so many pixels lie.
func share(counts *[256]int, below int) float32 {
	for level, n := range counts {
		if below -= n; below < 0 {
			return float32(level) + 0.5
		}
	}
	return 255
}

// away is how far a pixel's column or row is from the patch's middle, in steps.
var away = func() (list [patchSide]float64) {
	for i := range list {
		d := (float64(i) + 0.5 - patchSide/2) / perStep
		list[i] = max(d, -d)
	}
	return list
}()

// printOf takes the print of a face with these levels apart at a threshold between plastic (0) and ink (1). False if there is no letter.
func (p *patch) printOf(dark bool, ground, ink, threshold float32, out *printed) bool {
	p.inkOf(dark, ground, ink, out)
	if out.contrast < leastContrast {
		return false
	}
	out.sort(out.pieces(threshold))
	return len(out.big) > 0
}

// inkOf notes how much ink each pixel has between these levels of plastic and ink.
func (p *patch) inkOf(dark bool, ground, ink float32, out *printed) {
	*out = printed{contrast: float64(ground - ink)}
	unit := 1 / max(ground-ink, leastContrast)
	for i, v := range p.gray {
		if !dark {
			v = 255 - v
		}
		out.ink[i] = (ground - v) * unit
	}
	out.ground = p.plastic(&out.ink)
}

// plastic is the mean color of what is neither ink nor light.
func (p *patch) plastic(ink *[patchSide * patchSide]float32) (c [3]float64) {
	n := 0.0
	for i, v := range ink {
		if v > -0.3 && v < 0.25 && away[i%patchSide] < faceReach && away[i/patchSide] < faceReach {
			n++
			for k := range c {
				c[k] += float64(p.bgr[i][k])
			}
		}
	}
	for k := range c {
		c[k] /= max(n, 1)
	}
	return c
}

// pieces are the connected pieces of ink within the face and a little beyond.
func (t *printed) pieces(threshold float32) []piece {
	const reach = 0.5
	inside := func(i int) bool { return away[i%patchSide] < reach && away[i/patchSide] < reach }
	var found []piece
	var stack []int
	for start, v := range t.ink {
		if v < threshold || t.ids[start] != 0 || !inside(start) || len(found) == 250 {
			continue
		}
		q := piece{box: box{patchSide, patchSide, 0, 0}, id: uint8(len(found) + 1)}
		t.ids[start] = q.id
		stack = append(stack[:0], start)
		for len(stack) > 0 {
			i := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			x, y := i%patchSide, i/patchSide
			q.box = q.joined(box{x, y, x + 1, y + 1})
			q.area++
			q.ink += float64(t.ink[i])
			for _, j := range [8]int{i - 1, i + 1, i - patchSide, i + patchSide, i - patchSide - 1, i - patchSide + 1, i + patchSide - 1, i + patchSide + 1} {
				if t.ids[j] == 0 && t.ink[j] >= threshold && inside(j) {
					t.ids[j] = q.id
					stack = append(stack, j)
				}
			}
		}
		q.ink /= float64(q.area)
		found = append(found, q)
	}
	return slices.DeleteFunc(found, func(q piece) bool { return float64(q.area) < pieceLeast*perStep*perStep })
}

// onRim says whether a piece hangs on the face's rim: a gap, a shadow, a neighbor.
func (q *piece) onRim() bool {
	const low, high = (patchReach - 0.485) * perStep, (patchReach + 0.485) * perStep
	return float64(q.x0) < low || float64(q.y0) < low || float64(q.x1) > high || float64(q.y1) > high
}

// sort tells the letter's pieces from the others: the largest that lies near the middle, and what lies within its box.
func (t *printed) sort(all []piece) {
	best, astray := -1, 0
	for i, q := range all {
		long := max(q.wide(), q.high())
		off := max(q.midX(), -q.midX(), q.midY(), -q.midY())
		if long < letterLeast || long > letterMost {
			continue
		}
		if off > leastAstray && off < mostAstray && q.area > astray {
			b := q.box
			t.astray, astray = &b, q.area
		}
		if q.onRim() || off > letterOff {
			continue
		}
		if best < 0 || q.area > all[best].area {
			best = i
		}
	}
	if best < 0 {
		return
	}
	t.letter = all[best].box
	for _, q := range all {
		in := float64(q.x0+q.x1)/2 > float64(t.letter.x0) && float64(q.x0+q.x1)/2 < float64(t.letter.x1) &&
			float64(q.y0+q.y1)/2 > float64(t.letter.y0) && float64(q.y0+q.y1)/2 < float64(t.letter.y1)
		switch {
		case q.id == all[best].id || in && max(q.wide(), q.high()) > 0.12 && !q.onRim():
			t.big = append(t.big, q)
		case !q.onRim():
			t.small = append(t.small, q)
		}
	}
	for _, q := range t.big {
		t.letter = t.letter.joined(q.box)
	}
}

const (
	faceSize  = 48   // pixels, of the face handed to the letter reader
	letterCap = 0.53 // of its side, a letter's height there
)

// face is the letter alone, dark on light, as on a face where letters are so high; high is the height of letters here, in steps.
func (t *printed) face(high float64) glyph.Face { return t.faceOf(t.nearLetter(), high) }

// faceOf is the face with some of its ink.
func (t *printed) faceOf(near *[patchSide * patchSide]float32, high float64) glyph.Face {
	f := glyph.Face{Size: faceSize, Pix: make([]uint8, faceSize*faceSize)}
	mx, my := float64(t.letter.x0+t.letter.x1)/2-0.5, float64(t.letter.y0+t.letter.y1)/2-0.5
	step := high * perStep / letterCap / faceSize
	for i := range f.Pix {
		x := mx + (float64(i%faceSize)-(faceSize-1)/2.0)*step
		y := my + (float64(i/faceSize)-(faceSize-1)/2.0)*step
		f.Pix[i] = uint8(215 - 170*min(max(bilinear(near, x, y), 0), 1))
	}
	return f
}

// nearLetter is the ink of the letter's pieces and of the soft edges around them.
func (t *printed) nearLetter() *[patchSide * patchSide]float32 {
	var big [256]bool
	for _, q := range t.big {
		big[q.id] = true
	}
	var near [patchSide * patchSide]float32
	const edge = 3
	for y := edge; y < patchSide-edge; y++ {
		for x := edge; x < patchSide-edge; x++ {
			i := y*patchSide + x
			switch id := t.ids[i]; {
			case big[id]:
				near[i] = t.ink[i]
			case id == 0 && t.touches(i, edge, &big):
				near[i] = max(t.ink[i], 0)
			}
		}
	}
	return &near
}

// touches says whether a pixel lies within reach of the letter.
func (t *printed) touches(i, reach int, big *[256]bool) bool {
	for dy := -reach; dy <= reach; dy++ {
		for dx := -reach; dx <= reach; dx++ {
			if big[t.ids[i+dy*patchSide+dx]] {
				return true
			}
		}
	}
	return false
}

func bilinear(p *[patchSide * patchSide]float32, x, y float64) float64 {
	if x < 0 || y < 0 || x >= patchSide-1 || y >= patchSide-1 {
		return 0
	}
	ix, iy := int(x), int(y)
	fx, fy := float32(x-float64(ix)), float32(y-float64(iy))
	i := iy*patchSide + ix
	a := p[i] + (p[i+1]-p[i])*fx
	b := p[i+patchSide] + (p[i+patchSide+1]-p[i+patchSide])*fx
	return float64(a + (b-a)*fy)
}
