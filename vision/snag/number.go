package snag

import (
	"cmp"
	"math"
	"slices"

	"tilewatch/engine"
	rules "tilewatch/engine/snag"
	"tilewatch/ocr/digit"
	"tilewatch/ocr/glyph"
	"tilewatch/vision/blob"
	"tilewatch/vision/homography"
)

// patch is a rectified square of the picture: gray, row-major.
type patch struct {
	pix []uint8
}

const patchSide = 64

// cut rectifies a quadrilateral.
func (s *scene) cut(q engine.Quad) patch {
	p := patch{make([]uint8, patchSide*patchSide)}
	h := homography.OfSquare(q)
	for y := range patchSide {
		for x := range patchSide {
			at := h.At((float64(x)+0.5)/patchSide, (float64(y)+0.5)/patchSide)
			p.pix[y*patchSide+x] = uint8(s.r.GrayAt(at) + 0.5)
		}
	}
	return p
}

// print is what stands on a patch: its one or two digits, in the patch's own direction.
type print struct {
	digits []digitPrint
	halves []digitPrint // where only one component was found: its two halves, in case two digits touch
	ink    float64      // gray levels between ink and ground; negative for dark ink
	ground float64

	table [4][rules.Side*rules.Side + 1]float64 // log-likelihood of each number in each turn, after readDigits
	mean  float64                               // log of their mean likelihood
}

type digitPrint struct {
	x, y, w, h float64 // middle and extent, shares of the patch
	area       float64 // share of the patch
	read       digit.Likelihoods
}

const (
	leastInk    = 14.0 // gray levels
	leastDigit  = 0.15 // of the patch's side
	mostDigit   = 0.68
	leastStroke = 0.03 // of its shorter side
	mostStroke  = 0.52
	mostOff     = 0.36 // of its middle from the patch's
)

// inkThresholds separate ink from ground, in the order in which they are tried.
var inkThresholds = [...]float64{0.5, 0.7}

const (
	secondDigit = 0.62 // of the first digit's longer side, that the second has at least
	leastWidth  = 0.12 // of a digit's longer side: a 1 is slim
	darkTail    = 0.04 // share of the pixels that are surely ink, if ink is dark; light ink is the other tail
	middleShare = 0.55 // of the pixels, to decide which tail is longer
	lightGround = 0.62 // percentile of the ground under dark ink
	darkGround  = 0.38 // percentile of the ground under light ink
	digitShare  = 0.56 // of the digit reader's face
	offMiddle   = 0.09 // shares of the patch: a single digit farther off is one of two
	mostSlope   = 0.5  // of the line through two digits' middles
)

// find separates ink from ground and picks the components that are digits. Bold digits may touch: a higher threshold separates them, or else both
// halves of the one component are read.
func (p *patch) find() print {
	var out print
	out.ground, out.ink = p.levels()
	if math.Abs(out.ink) < leastInk {
		return out
	}
	for _, share := range inkThresholds {
		if found := p.digits(out.ground+share*out.ink, out.ink > 0); len(found) > len(out.digits) {
			out.digits = found
		}
		if len(out.digits) == 2 {
			return out
		}
	}
	if len(out.digits) == 1 {
		out.halves = p.split(&out.digits[0], out.ground+out.ink/2, out.ink > 0)
	}
	return out
}

// digits are the one or two largest components of ink.
func (p *patch) digits(threshold float64, light bool) (found []digitPrint) {
	pieces := p.pieces(threshold, light)
	slices.SortFunc(pieces, func(a, b digitPrint) int { return cmp.Compare(max(b.w, b.h), max(a.w, a.h)) })
	for _, d := range pieces {
		long, short := max(d.w, d.h), min(d.w, d.h)
		if len(found) == 0 || long > secondDigit*max(found[0].w, found[0].h) && short > leastWidth*long {
			found = append(found, d)
		}
		if len(found) == 2 {
			break
		}
	}
	return found
}

// split cuts a component across its longer side where there is least ink.
func (p *patch) split(d *digitPrint, threshold float64, light bool) []digitPrint {
	is := func(x, y int) bool { return (float64(p.pix[y*patchSide+x]) > threshold) == light }
	x0, y0 := int(math.Round((d.x+0.5-d.w/2)*patchSide)), int(math.Round((d.y+0.5-d.h/2)*patchSide))
	w, h := int(math.Round(d.w*patchSide)), int(math.Round(d.h*patchSide))
	long, short := w, h
	at := func(i, j int) bool { return is(x0+i, y0+j) }
	if h > w {
		long, short = h, w
		at = func(i, j int) bool { return is(x0+j, y0+i) }
	}
	best, least := long/2, short+1
	for i := long * 35 / 100; i <= long*65/100; i++ {
		n := 0
		for j := range short {
			if at(i, j) {
				n++
			}
		}
		if n < least || n == least && abs(2*i-long) < abs(2*best-long) {
			best, least = i, n
		}
	}
	a, b := *d, *d
	part := float64(best) / patchSide
	if h > w {
		a.h, b.h = part, d.h-part
		a.y, b.y = d.y-d.h/2+a.h/2, d.y+d.h/2-b.h/2
	} else {
		a.w, b.w = part, d.w-part
		a.x, b.x = d.x-d.w/2+a.w/2, d.x+d.w/2-b.w/2
	}
	return []digitPrint{a, b}
}

func abs(n int) int { return max(n, -n) }

// levels are the gray level of the ground and the ink's distance from it, in the middle of the patch.
func (p *patch) levels() (ground, ink float64) {
	var count [256]int
	n := 0
	const from, to = patchSide / 8, patchSide - patchSide/8
	for y := from; y < to; y++ {
		for x := from; x < to; x++ {
			count[p.pix[y*patchSide+x]]++
			n++
		}
	}
	level := func(share float64) float64 {
		left := int(share * float64(n))
		for v, c := range count {
			if left -= c; left < 0 {
				return float64(v)
			}
		}
		return 255
	}
	low, mid, high := level(darkTail), level(middleShare), level(1-darkTail)
	if mid-low > high-mid { // dark ink: the ground is most of what is light
		return level(lightGround), low - level(lightGround)
	}
	return level(darkGround), high - level(darkGround)
}

// Numbers keep this far from the middle of a face; beyond it there may be a frame.
const (
	clipMost = 26 // of 32 pixels
	clipFrom = patchSide/2 - clipMost
	clipTo   = patchSide - clipFrom
)

// pieces are the connected components of ink with a digit's size.
func (p *patch) pieces(threshold float64, light bool) []digitPrint {
	const n = patchSide
	var inked [n * n]bool
	for i, v := range p.pix {
		x, y := i%n, i/n
		inked[i] = x >= clipFrom && y >= clipFrom && x < clipTo && y < clipTo && (float64(v) > threshold) == light
	}
	var found []digitPrint
	blob.Regions(inked[:], n, false, func(c blob.Component, _ []int) bool {
		w, h := float64(c.Width())/n, float64(c.Height())/n
		if max(w, h) < leastDigit || max(w, h) > mostDigit || min(w, h) > mostStroke || min(w, h) < leastStroke {
			return true
		}
		x, y := float64(c.X0+c.X1)/2/n-0.5, float64(c.Y0+c.Y1)/2/n-0.5
		if max(math.Abs(x), math.Abs(y)) <= mostOff {
			found = append(found, digitPrint{x: x, y: y, w: w, h: h, area: float64(c.Area) / n / n})
		}
		return true
	})
	return found
}

// readDigits reads every digit.
func (pr *print) readDigits(p *patch, reader *digit.Reader) error {
	for _, list := range [][]digitPrint{pr.digits, pr.halves} {
		for i := range list {
			var err error
			if list[i].read, err = reader.Read(p.face(&list[i], pr.ground)); err != nil {
				return err
			}
		}
	}
	sum := 0.0
	for k := range pr.table {
		for _, n := range rules.Numbers {
			pr.table[k][n] = pr.likelihood(n, k)
			sum += math.Exp(pr.table[k][n])
		}
	}
	pr.mean = math.Log(sum / float64(4*len(rules.Numbers)))
	return nil
}

const faceSide = 40

// face is one digit alone on plain ground, for the digit reader.
func (p *patch) face(d *digitPrint, ground float64) glyph.Face {
	f := glyph.Face{Size: faceSide, Pix: make([]uint8, faceSide*faceSide)}
	side := max(d.w, d.h) / digitShare
	const margin = 1.5 / patchSide
	for j := range faceSide {
		for i := range faceSide {
			x, y := ((float64(i)+0.5)/faceSide-0.5)*side, ((float64(j)+0.5)/faceSide-0.5)*side
			v := ground
			if math.Abs(x) < d.w/2+margin && math.Abs(y) < d.h/2+margin {
				v = p.at((d.x+x+0.5)*patchSide-0.5, (d.y+y+0.5)*patchSide-0.5)
			}
			f.Pix[j*faceSide+i] = uint8(v + 0.5)
		}
	}
	return f
}

// at is the bilinear sample, clamped to the patch.
func (p *patch) at(x, y float64) float64 {
	x, y = min(max(x, 0), patchSide-1.001), min(max(y, 0), patchSide-1.001)
	ix, iy := int(x), int(y)
	fx, fy := x-float64(ix), y-float64(iy)
	i := iy*patchSide + ix
	a := float64(p.pix[i]) + fx*(float64(p.pix[i+1])-float64(p.pix[i]))
	b := float64(p.pix[i+patchSide]) + fx*(float64(p.pix[i+patchSide+1])-float64(p.pix[i+patchSide]))
	return a + fy*(b-a)
}

// Log-likelihoods of a number whose digits were not all separated.
const (
	missing = -7.0 // a digit too few or too many, or one off the middle
	askew   = -7.0 // two digits that do not stand side by side
	halved  = -1.0 // two digits that touch
	unread  = -9.0 // least of one digit
)

// likelihood is the log-likelihood of a number once the patch is turned clockwise by k quarter turns.
func (pr *print) likelihood(number, k int) float64 {
	want := digitsOf(number)
	switch {
	case len(pr.digits) == 0:
		return 0
	case len(want) == 2 && len(pr.digits) == 2:
		return pr.both(&pr.digits[0], &pr.digits[1], want, k)
	case len(want) == 2: // one was found: of two, or two that touch
		d := &pr.digits[0]
		sum := missing + max(d.read[k][want[0]], d.read[k][want[1]], unread)
		return max(sum, halved+pr.both(&pr.halves[0], &pr.halves[1], want, k))
	case len(pr.digits) == 1:
		d := &pr.digits[0]
		sum := max(d.read[k][want[0]], unread)
		if max(math.Abs(d.x), math.Abs(d.y)) > offMiddle {
			sum += missing
		}
		return sum
	}
	return missing + max(pr.digits[0].read[k][want[0]], pr.digits[1].read[k][want[0]], unread)
}

// both is the log-likelihood of two digits, left and right once turned.
func (pr *print) both(a, b *digitPrint, want []int, k int) float64 {
	ax, ay := turned(a.x, a.y, k)
	bx, by := turned(b.x, b.y, k)
	sum := 0.0
	if math.Abs(ay-by) > mostSlope*math.Abs(ax-bx) {
		sum = askew
	}
	if ax > bx {
		a, b = b, a
	}
	return sum + max(a.read[k][want[0]], unread) + max(b.read[k][want[1]], unread)
}

func digitsOf(number int) []int {
	if number < 10 {
		return []int{number}
	}
	return []int{number / 10, number % 10}
}

// turned is a point after clockwise quarter turns about the middle.
func turned(x, y float64, quarters int) (float64, float64) {
	switch quarters & 3 {
	case 1:
		return -y, x
	case 2:
		return -x, -y
	case 3:
		return y, -x
	}
	return x, y
}

// reads are the numbers that the print may be in any of these turns, the likeliest first.
func (pr *print) reads(turns []int) []rules.Read {
	if len(pr.digits) == 0 {
		return nil
	}
	list := make([]rules.Read, len(rules.Numbers))
	for i, n := range rules.Numbers {
		best := math.Inf(-1)
		for _, k := range turns {
			best = max(best, pr.table[k][n])
		}
		list[i] = rules.Read{Number: n, LogLikelihood: best}
	}
	slices.SortStableFunc(list, func(a, b rules.Read) int { return cmp.Compare(b.LogLikelihood, a.LogLikelihood) })
	return list
}

// legible is the log-likelihood of a number that was read without doubt.
const legible = 1.0

// best is the log-likelihood of a number in its best turn.
func (pr *print) best(number int) float64 {
	best := pr.table[0][number]
	for k := 1; k < 4; k++ {
		best = max(best, pr.table[k][number])
	}
	return best
}

// upright is by how many clockwise quarter turns the patch must be turned for the number to stand upright: by none, unless another turn is
// clearly likelier.
func (pr *print) upright(number int) int {
	best := 0
	for k := 1; k < 4; k++ {
		least := pr.table[best][number]
		if best == 0 {
			least += 3
		}
		if pr.table[k][number] > least {
			best = k
		}
	}
	return best
}
