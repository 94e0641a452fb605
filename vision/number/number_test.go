package number

import (
	"cmp"
	"math"
	"slices"
	"testing"
)

// drawn is a whole face of 64 pixels with rectangles of dark ink: left, top, right, bottom in pixels.
func drawn(strokes ...[4]int) *Patch {
	p := Patch{Side: 64, Pix: make([]uint8, 64*64), Of: Whole}
	for i := range p.Pix {
		p.Pix[i] = 200
		for _, s := range strokes {
			if x, y := i%64, i/64; x >= s[0] && y >= s[1] && x < s[2] && y < s[3] {
				p.Pix[i] = 40
			}
		}
	}
	return &p
}

// zero draws a digit 0 of 14 by 24 pixels.
func zero(x, y int) [][4]int {
	return [][4]int{{x, y, x + 4, y + 24}, {x + 10, y, x + 14, y + 24}, {x, y, x + 14, y + 4}, {x, y + 20, x + 14, y + 24}}
}

func TestConnectedInkIsAComponent(t *testing.T) {
	p := drawn(append(zero(15, 20), [4]int{40, 20, 45, 44}, [4]int{0, 0, 64, 3})...)
	for _, light := range []bool{false, true} {
		if light {
			p.Invert()
		}
		all := p.Components(120, light, 6)
		if len(all) != 2 {
			t.Fatalf("light ink %v: %d components, want 2: what lies on the rim does not count", light, len(all))
		}
		if b := all[0].Box; math.Abs(b.Wide()-14.0/64) > 1e-9 || math.Abs(b.MidX()-(22.0/64-0.5)) > 1e-9 || math.Abs(b.Y0-(20.0/64-0.5)) > 1e-9 {
			t.Errorf("light ink %v: the first lies at %v", light, b)
		}
		if got := all[1].Area; math.Abs(got-5*24/4096.0) > 1e-9 {
			t.Errorf("light ink %v: the second has area %.4f", light, got)
		}
	}
	l := drawn([4]int{0, 0, 64, 16}).Levels(0)
	if l.Percentile(0.1) != 40 || l.Percentile(0.5) != 200 {
		t.Errorf("percentiles %.0f and %.0f of a face a quarter of which is ink", l.Percentile(0.1), l.Percentile(0.5))
	}
}

func TestAPartOfAFaceHasTheFacesMeasures(t *testing.T) {
	p := drawn([4]int{16, 32, 32, 64})
	p.Of = Box{0.1, 0.1, 0.5, 0.5}
	want := Box{0.2, 0.3, 0.3, 0.5}
	if got := p.Components(120, false, 0)[0].Box; math.Abs(got.X0-want.X0)+math.Abs(got.Y0-want.Y0)+math.Abs(got.X1-want.X1)+math.Abs(got.Y1-want.Y1) > 1e-9 {
		t.Errorf("ink lies at %v, want %v", got, want)
	}
}

func TestTouchingDigitsAreSplitWhereThereIsLeastInk(t *testing.T) {
	p := drawn(append(zero(12, 20), append(zero(34, 20), [4]int{24, 30, 36, 34})...)...)
	for _, upright := range []bool{false, true} {
		if upright {
			for i := range p.Pix {
				if x, y := i%64, i/64; x < y {
					p.Pix[i], p.Pix[x*64+y] = p.Pix[x*64+y], p.Pix[i]
				}
			}
		}
		all := p.Components(120, false, 0)
		a, b := p.Split(all[0].Box, 120, false)
		if upright {
			a, b = Box{a.Y0, a.X0, a.Y1, a.X1}, Box{b.Y0, b.X0, b.Y1, b.X1}
		}
		if at := a.X1*64 + 32; a.X1 != b.X0 || at < 26 || at > 34 {
			t.Errorf("upright %v: split at pixel %.0f and %.0f, want 26 to 34", upright, at, b.X0*64+32)
		}
	}
}

func TestADigitIsShownWithoutTheOne(t *testing.T) {
	p := drawn([4]int{20, 20, 26, 44}, [4]int{29, 20, 35, 44}, [4]int{20, 13, 26, 16})
	boxes := []Box{p.Components(120, false, 0)[0].Box}
	for _, c := range p.Components(120, false, 0)[1:] {
		boxes = append(boxes, c.Box)
	}
	slices.SortFunc(boxes, func(a, b Box) int { return cmp.Compare(b.High()+a.X0, a.High()+b.X0) }) // both digits, then what stands above
	inked := func(rim float64, others []Box) (n int) {
		for _, v := range p.face(boxes[0], others, 200, rim).Pix {
			if v < 120 {
				n++
			}
		}
		return n
	}
	alone, beside := inked(0.2, boxes[:2]), inked(0.2, nil)
	if n := 6 * 24; alone < n*9/10 || alone > n*11/10 {
		t.Errorf("%d pixels of ink, want about %d: the digit alone", alone, n)
	}
	if beside <= alone {
		t.Errorf("%d pixels of ink where nothing is said of the other digit, and %d where it is", beside, alone)
	}
	if all := inked(1, boxes[:2]); all <= alone {
		t.Errorf("a rim of a whole digit shows %d pixels of ink, no more than one of 0.2: %d", all, alone)
	}
}

// reads is a digit at x that reads as n, upright and in no other turn.
func reads(n int, x float64) Digit {
	d := Digit{Box: Box{x - 0.1, -0.2, x + 0.1, 0.2}}
	for k := range d.Read {
		for i := range d.Read[k] {
			d.Read[k][i] = -20
		}
	}
	d.Read[0][n] = 1
	return d
}

func TestLikelihoodOfNumbers(t *testing.T) {
	two := Number{Digits: []Digit{reads(4, -0.15), reads(7, 0.15)}}
	swapped := Number{Digits: []Digit{reads(7, 0.15), reads(4, -0.15)}}
	one := Number{Digits: []Digit{reads(7, 0)}}
	one.Halves = []Digit{reads(1, -0.1), reads(1, 0.1)}
	for _, tt := range []struct {
		rule         string
		better, less float64
	}{
		{"digits in their order", two.Likelihood(47, 0), two.Likelihood(74, 0)},
		{"whichever was found first", swapped.Likelihood(47, 0), swapped.Likelihood(74, 0)},
		{"as they stand, not upside down", two.Likelihood(47, 0), two.Likelihood(47, 2)},
		{"a single digit is a number of one", one.Likelihood(7, 0), one.Likelihood(47, 0)},
		{"two digits that touch", one.Likelihood(11, 0), one.Likelihood(12, 0)},
		{"two digits are no number of one", two.Likelihood(47, 0), two.Likelihood(7, 0)},
	} {
		if tt.better <= tt.less {
			t.Errorf("%s: %.1f, not more than %.1f", tt.rule, tt.better, tt.less)
		}
	}
	if none := new(Number); none.Likelihood(5, 0) != 0 {
		t.Error("a bare face says something of numbers")
	}
}

func TestQuarterTurns(t *testing.T) {
	x, y := 0.3, 0.1
	for range 4 {
		x, y = turned(x, y, 1)
	}
	if x != 0.3 || y != 0.1 {
		t.Errorf("four quarter turns lead to %v, %v", x, y)
	}
	if x, y = turned(0.3, 0.1, 2); x != -0.3 || y != -0.1 {
		t.Errorf("a half turn leads to %v, %v", x, y)
	}
}
