package snag

import (
	"cmp"
	"math"
	"slices"

	"tilewatch/engine"
	rules "tilewatch/engine/snag"
	"tilewatch/ocr/digit"
	"tilewatch/vision/homography"
	"tilewatch/vision/number"
)

const patchSide = 64

// cut rectifies a quadrilateral.
func (s *scene) cut(q engine.Quad) *number.Patch {
	p := number.Patch{Side: patchSide, Pix: make([]uint8, patchSide*patchSide), Of: number.Whole}
	h := homography.OfSquare(q)
	for y := range patchSide {
		for x := range patchSide {
			at := h.At((float64(x)+0.5)/patchSide, (float64(y)+0.5)/patchSide)
			p.Pix[y*patchSide+x] = uint8(s.r.GrayAt(at) + 0.5)
		}
	}
	return &p
}

// reading is the number that stands on a patch, in the patch's own direction.
type reading struct {
	number.Number
	table [4][rules.Side*rules.Side + 1]float64 // log-likelihood of each number in each turn
	mean  float64                               // log of their mean likelihood
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
	offMiddle   = 0.09 // shares of the patch: a single digit farther off is one of two
	digitRim    = 0.06 // what is around a digit, in its longer side: beyond it there may be a frame
	levelRim    = 8    // pixels of the patch's rim that do not count for its levels
	clip        = 6    // pixels of it where no number stands: there may be a frame
)

// printed is what may be digits on a patch, and the gray level of its ground.
type printed struct {
	digits, halves []number.Box
	ground         float64
}

// find separates ink from ground and picks the components that are digits. Bold digits may touch: a higher threshold separates them, or else both
// halves of the one component are looked at.
func find(p *number.Patch) (f printed) {
	ground, ink := levels(p)
	f.ground = ground
	if math.Abs(ink) < leastInk {
		return f
	}
	for _, share := range inkThresholds {
		if more := digitsOf(p, ground+share*ink, ink > 0); len(more) > len(f.digits) {
			f.digits = more
		}
		if len(f.digits) == 2 {
			return f
		}
	}
	if len(f.digits) == 1 {
		a, b := p.Split(f.digits[0], ground+ink/2, ink > 0)
		f.halves = []number.Box{a, b}
	}
	return f
}

// digitsOf are the one or two largest components of ink.
func digitsOf(p *number.Patch, threshold float64, light bool) (found []number.Box) {
	pieces := pieces(p, threshold, light)
	slices.SortFunc(pieces, func(a, b number.Box) int { return cmp.Compare(b.Long(), a.Long()) })
	for _, d := range pieces {
		if len(found) == 0 || d.Long() > secondDigit*found[0].Long() && min(d.Wide(), d.High()) > leastWidth*d.Long() {
			found = append(found, d)
		}
		if len(found) == 2 {
			break
		}
	}
	return found
}

// levels are the gray level of the ground and the ink's distance from it, negative for dark ink.
func levels(p *number.Patch) (ground, ink float64) {
	l := p.Levels(levelRim)
	low, mid, high := l.Percentile(darkTail), l.Percentile(middleShare), l.Percentile(1-darkTail)
	if mid-low > high-mid { // dark ink: the ground is most of what is light
		return l.Percentile(lightGround), low - l.Percentile(lightGround)
	}
	return l.Percentile(darkGround), high - l.Percentile(darkGround)
}

// pieces are the connected components of ink with a digit's size.
func pieces(p *number.Patch, threshold float64, light bool) (found []number.Box) {
	for _, c := range p.Components(threshold, light, clip) {
		long, short := c.Long(), min(c.Wide(), c.High())
		if long >= leastDigit && long <= mostDigit && short >= leastStroke && short <= mostStroke && max(math.Abs(c.MidX()), math.Abs(c.MidY())) <= mostOff {
			found = append(found, c.Box)
		}
	}
	return found
}

// readNumber reads the number on a patch.
func readNumber(p *number.Patch, reader *digit.Reader) (reading, error) {
	f := find(p)
	return f.read(p, reader)
}

// read reads the number that was found on a patch.
func (f *printed) read(p *number.Patch, reader *digit.Reader) (r reading, err error) {
	if r.Digits, err = p.Read(reader, f.digits, f.ground, digitRim); err != nil {
		return r, err
	}
	if r.Halves, err = p.Read(reader, f.halves, f.ground, digitRim); err != nil {
		return r, err
	}
	sum := 0.0
	for k := range r.table {
		for _, n := range rules.Numbers {
			r.table[k][n] = r.Likelihood(n, k)
			if d := r.Digits; n < 10 && len(d) == 1 && max(math.Abs(d[0].MidX()), math.Abs(d[0].MidY())) > offMiddle {
				r.table[k][n] += number.Missing
			}
			sum += math.Exp(r.table[k][n])
		}
	}
	r.mean = math.Log(sum / float64(4*len(rules.Numbers)))
	return r, nil
}

// reads are the numbers that the print may be in any of these turns, the likeliest first.
func (r *reading) reads(turns []int) []rules.Read {
	if len(r.Digits) == 0 {
		return nil
	}
	list := make([]rules.Read, len(rules.Numbers))
	for i, n := range rules.Numbers {
		best := math.Inf(-1)
		for _, k := range turns {
			best = max(best, r.table[k][n])
		}
		list[i] = rules.Read{Number: n, LogLikelihood: best}
	}
	slices.SortStableFunc(list, func(a, b rules.Read) int { return cmp.Compare(b.LogLikelihood, a.LogLikelihood) })
	return list
}

// legible is the log-likelihood of a number that was read without doubt.
const legible = 1.0

// best is the log-likelihood of a number in its best turn.
func (r *reading) best(number int) float64 {
	best := r.table[0][number]
	for k := 1; k < 4; k++ {
		best = max(best, r.table[k][number])
	}
	return best
}

// upright is by how many clockwise quarter turns the patch must be turned for the number to stand upright: by none, unless another turn is
// clearly likelier.
func (r *reading) upright(number int) int {
	best := 0
	for k := 1; k < 4; k++ {
		least := r.table[best][number]
		if best == 0 {
			least += 3
		}
		if r.table[k][number] > least {
			best = k
		}
	}
	return best
}
