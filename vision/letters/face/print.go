package face

import (
	"tilewatch/ocr/glyph"
	"tilewatch/vision/blob"
)

// Box is an extent on a patch, in pixels; X1 and Y1 lie outside.
type Box struct{ x0, y0, X1, y1 int }

// NoBox holds nothing; joined with another it is that one.
var NoBox = Box{PatchSide, PatchSide, 0, 0}

// PixelBox is the extent of one pixel.
func PixelBox(x, y int) Box { return Box{x, y, x + 1, y + 1} }

func (b Box) Joined(o Box) Box {
	return Box{min(b.x0, o.x0), min(b.y0, o.y0), max(b.X1, o.X1), max(b.y1, o.y1)}
}
func (b Box) Wide() float64 { return float64(b.X1-b.x0) / PerStep }
func (b Box) High() float64 { return float64(b.y1-b.y0) / PerStep }
func (b Box) MidX() float64 { return (float64(b.x0+b.X1) - PatchSide) / 2 / PerStep }
func (b Box) MidY() float64 { return (float64(b.y0+b.y1) - PatchSide) / 2 / PerStep }

// component is a connected component of ink on a patch.
type component struct {
	Box
	Area  int
	label uint8
}

// Print is what is printed on a face.
type Print struct {
	Ground      [3]float64 // the plastic's color, blue, green, red
	Contrast    float64    // gray levels between ink and plastic
	Letter      Box
	letterParts []component // of the letter
	Others      []component // what else is printed: a value, or lines of text
	OffCenter   *Box        // what is as large as a letter but lies off the middle, nil if nothing does
	labels      [PatchSide * PatchSide]uint8
	Ink         [PatchSide * PatchSide]float32 // 0 plastic, 1 ink
}

// Parts of a face, in steps from its middle.
const (
	FaceReach   = 0.42 // the face without its rim
	inkReach    = 0.34 // where the letter is
	letterOff   = 0.25 // of the letter's middle, at most
	leastOff    = 0.08 // of a letter's middle on a tile that was moved
	mostOff     = 0.36
	letterLeast = 0.26 // of its longer side
	letterMost  = 0.82
	leastArea   = 0.0018 // of a step squared, the area of a piece that counts

	leastContrast = 12 // gray levels between plastic and ink
)

// Levels are the gray levels of plastic and ink; the patch is inverted for light ink.
func (p *Patch) Levels(dark bool) (ground, ink float32) {
	var face, inner [256]int
	faces, inners := 0, 0
	for i, v := range p.gray {
		x, y := offCenter[i%PatchSide], offCenter[i/PatchSide]
		if x >= FaceReach || y >= FaceReach {
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
	return percentile(&face, faces*7/10), percentile(&inner, inners*3/100)
}

// percentile is the gray level below which so many pixels lie.
func percentile(counts *[256]int, below int) float32 {
	for level, n := range counts {
		if below -= n; below < 0 {
			return float32(level) + 0.5
		}
	}
	return 255
}

// offCenter is the distance of a pixel's column or row from the patch's middle, in steps.
var offCenter = func() (list [PatchSide]float64) {
	for i := range list {
		d := (float64(i) + 0.5 - PatchSide/2) / PerStep
		list[i] = max(d, -d)
	}
	return list
}()

// Print separates ink from plastic, with their levels, and says how much of it each pixel shows.
func (p *Patch) Print(dark bool, ground, ink float32, out *Print) {
	*out = Print{Contrast: float64(ground - ink)}
	unit := 1 / max(ground-ink, leastContrast)
	for i, v := range p.gray {
		if !dark {
			v = 255 - v
		}
		out.Ink[i] = (ground - v) * unit
	}
	out.Ground = p.groundColor(&out.Ink)
}

// FindLetter finds the letter at a threshold of ink (0 is plastic, 1 ink). False if there is none.
func (t *Print) FindLetter(threshold float32) bool {
	t.labels, t.letterParts, t.Others, t.OffCenter = [PatchSide * PatchSide]uint8{}, nil, nil, nil
	if t.Contrast < leastContrast {
		return false
	}
	t.classify(t.components(threshold))
	return len(t.letterParts) > 0
}

// groundColor is the mean color of the pixels that are neither ink nor highlight.
func (p *Patch) groundColor(ink *[PatchSide * PatchSide]float32) (c [3]float64) {
	n := 0.0
	for i, v := range ink {
		if v > mostHighlight && v < leastInk && offCenter[i%PatchSide] < FaceReach && offCenter[i/PatchSide] < FaceReach {
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

// components are the connected components of ink on the face and a little beyond.
func (t *Print) components(threshold float32) []component {
	const reach, most = 0.5, 250
	var inked [PatchSide * PatchSide]bool
	for i, v := range t.Ink {
		inked[i] = v >= threshold && offCenter[i%PatchSide] < reach && offCenter[i/PatchSide] < reach
	}
	var found []component
	n := 0
	blob.Regions(inked[:], PatchSide, true, func(c blob.Component, pixels []int) bool {
		n++
		for _, i := range pixels {
			t.labels[i] = uint8(n)
		}
		if float64(c.Area) >= leastArea*PerStep*PerStep {
			found = append(found, component{Box: Box{c.X0, c.Y0, c.X1, c.Y1}, Area: c.Area, label: uint8(n)})
		}
		return n < most
	})
	return found
}

// touchesRim reports whether a component reaches the face's rim: it is a gap, a shadow or a neighbor.
func (q *component) touchesRim() bool {
	const low, high = (PatchReach - 0.485) * PerStep, (PatchReach + 0.485) * PerStep
	return float64(q.x0) < low || float64(q.y0) < low || float64(q.X1) > high || float64(q.y1) > high
}

// classify separates the letter's components from the others: the largest one near the middle, and all within its box.
func (t *Print) classify(all []component) {
	best, astray := -1, 0
	for i, q := range all {
		long := max(q.Wide(), q.High())
		off := max(q.MidX(), -q.MidX(), q.MidY(), -q.MidY())
		if long < letterLeast || long > letterMost {
			continue
		}
		if off > leastOff && off < mostOff && q.Area > astray {
			b := q.Box
			t.OffCenter, astray = &b, q.Area
		}
		if q.touchesRim() || off > letterOff {
			continue
		}
		if best < 0 || q.Area > all[best].Area {
			best = i
		}
	}
	if best < 0 {
		return
	}
	t.Letter = all[best].Box
	for _, q := range all {
		in := float64(q.x0+q.X1)/2 > float64(t.Letter.x0) && float64(q.x0+q.X1)/2 < float64(t.Letter.X1) &&
			float64(q.y0+q.y1)/2 > float64(t.Letter.y0) && float64(q.y0+q.y1)/2 < float64(t.Letter.y1)
		switch {
		case q.label == all[best].label || in && max(q.Wide(), q.High()) > letterPart && !q.touchesRim():
			t.letterParts = append(t.letterParts, q)
		case !q.touchesRim():
			t.Others = append(t.Others, q)
		}
	}
	for _, q := range t.letterParts {
		t.Letter = t.Letter.Joined(q.Box)
	}
}

const (
	FaceSize  = 48   // pixels, of the face handed to the letter reader
	LetterCap = 0.53 // of its side, a letter's height there
)

// LetterFace is the letter alone, dark on light, scaled for the letter reader; high is the height of this set's letters, in steps.
func (t *Print) LetterFace(high float64) glyph.Face { return t.FaceFrom(t.letterInk(), high) }

// FaceFrom is LetterFace with other shares of ink.
func (t *Print) FaceFrom(near *[PatchSide * PatchSide]float32, high float64) glyph.Face {
	f := glyph.Face{Size: FaceSize, Pix: make([]uint8, FaceSize*FaceSize)}
	mx, my := float64(t.Letter.x0+t.Letter.X1)/2-0.5, float64(t.Letter.y0+t.Letter.y1)/2-0.5
	step := high * PerStep / LetterCap / FaceSize
	for i := range f.Pix {
		x := mx + (float64(i%FaceSize)-(FaceSize-1)/2.0)*step
		y := my + (float64(i/FaceSize)-(FaceSize-1)/2.0)*step
		f.Pix[i] = uint8(215 - 170*min(max(bilinear(near, x, y), 0), 1))
	}
	return f
}

// letterInk is the ink of the letter's components and of the soft edges around them.
func (t *Print) letterInk() *[PatchSide * PatchSide]float32 {
	var big [256]bool
	for _, q := range t.letterParts {
		big[q.label] = true
	}
	var own [PatchSide * PatchSide]bool
	for i, id := range t.labels {
		own[i] = big[id]
	}
	around := dilated(&own, edge)
	var near [PatchSide * PatchSide]float32
	for y := edge; y < PatchSide-edge; y++ {
		for i := y*PatchSide + edge; i < (y+1)*PatchSide-edge; i++ {
			switch {
			case own[i]:
				near[i] = t.Ink[i]
			case t.labels[i] == 0 && around[i]:
				near[i] = max(t.Ink[i], 0)
			}
		}
	}
	return &near
}

// edge is how far a letter's soft edges reach beyond its components, in pixels.
const edge = 3

// dilated is the pixels within reach of some, along rows and then along columns (a square dilation). It leaves out the patch's rim of that width.
func dilated(in *[PatchSide * PatchSide]bool, reach int) *[PatchSide * PatchSide]bool {
	var rows, both [PatchSide * PatchSide]bool
	for i := range in {
		if in[i] {
			for k := max(i-reach, 0); k <= min(i+reach, len(in)-1); k++ {
				rows[k] = true
			}
		}
	}
	for i := range rows {
		if rows[i] {
			for y := max(i/PatchSide-reach, 0); y <= min(i/PatchSide+reach, PatchSide-1); y++ {
				both[y*PatchSide+i%PatchSide] = true
			}
		}
	}
	return &both
}

// bilinear is a bilinear sample; 0 beyond the patch.
func bilinear(p *[PatchSide * PatchSide]float32, x, y float64) float64 {
	if x < 0 || y < 0 || x >= PatchSide-1 || y >= PatchSide-1 {
		return 0
	}
	ix, iy := int(x), int(y)
	fx, fy := float32(x-float64(ix)), float32(y-float64(iy))
	i := iy*PatchSide + ix
	a := p[i] + (p[i+1]-p[i])*fx
	b := p[i+PatchSide] + (p[i+PatchSide+1]-p[i+PatchSide])*fx
	return float64(a + (b-a)*fy)
}

// Limits of a print. Hand-set; the letters of every set react.
const (
	mostHighlight = -0.3 // ink below which a pixel is a highlight; 0 is plastic, 1 ink
	leastInk      = 0.25 // ink above which a pixel is no ground
	letterPart    = 0.12 // the least extent of a part within a letter, sides of the face
)
