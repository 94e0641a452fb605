package snag

import (
	"math"
	"testing"

	"tilewatch/ocr/digit"
)

// drawn is a patch with rectangles of ink: left, top, right, bottom in pixels.
func drawn(ground, ink uint8, strokes ...[4]int) *patch {
	p := patch{make([]uint8, patchSide*patchSide)}
	for i := range p.pix {
		p.pix[i] = ground
		for _, s := range strokes {
			if x, y := i%patchSide, i/patchSide; x >= s[0] && y >= s[1] && x < s[2] && y < s[3] {
				p.pix[i] = ink
			}
		}
	}
	return &p
}

// zero draws a digit 0 of 14 by 24 pixels.
func zero(x, y int) [][4]int {
	return [][4]int{{x, y, x + 4, y + 24}, {x + 10, y, x + 14, y + 24}, {x, y, x + 14, y + 4}, {x, y + 20, x + 14, y + 24}}
}

func TestDigitsOfANumber(t *testing.T) {
	join := func(parts ...[][4]int) (all [][4]int) {
		for _, p := range parts {
			all = append(all, p...)
		}
		return all
	}
	for _, tt := range []struct {
		rule           string
		p              *patch
		digits, halves int
	}{
		{"two", drawn(200, 40, join(zero(15, 20), zero(35, 20))...), 2, 0},
		{"one", drawn(200, 40, zero(25, 20)...), 1, 2},
		{"light ones", drawn(60, 210, join(zero(15, 20), zero(35, 20))...), 2, 0},
		{"two that touch are halved", drawn(200, 40, join(zero(18, 20), zero(32, 20))...), 1, 2},
		{"a bare face", drawn(200, 200), 0, 0},
		{"a faint pattern", drawn(200, 192, zero(25, 20)...), 0, 0},
		{"a frame is none", drawn(200, 40, [4]int{0, 0, 64, 5}, [4]int{0, 0, 5, 64}, [4]int{59, 0, 64, 64}, [4]int{0, 59, 64, 64}), 0, 0},
		{"a speck is none", drawn(200, 40, [4]int{30, 30, 34, 34}), 0, 0},
	} {
		pr := tt.p.find()
		if len(pr.digits) != tt.digits || len(pr.halves) != tt.halves {
			t.Errorf("%s: %d digits and %d halves, want %d and %d", tt.rule, len(pr.digits), len(pr.halves), tt.digits, tt.halves)
		}
	}
	pr := drawn(200, 40, join(zero(15, 20), zero(35, 20))...).find()
	if pr.ink > -100 || pr.ground < 190 {
		t.Errorf("dark ink differs by %.0f from the ground of %.0f", pr.ink, pr.ground)
	}
}

func TestTouchingDigitsAreSplitWhereThereIsLeastInk(t *testing.T) {
	p := drawn(200, 40, append(zero(12, 20), append(zero(34, 20), [4]int{24, 30, 36, 34})...)...)
	pr := p.find()
	if len(pr.halves) != 2 {
		t.Fatalf("%d halves", len(pr.halves))
	}
	a, b := pr.halves[0], pr.halves[1]
	if math.Abs(a.w-b.w) > 0.1 || a.x >= b.x || math.Abs(a.x+a.w/2-(b.x-b.w/2)) > 1e-9 {
		t.Errorf("halves of %.2f and %.2f", a.w, b.w)
	}
}

// reads is a digit at x that reads as n, upright and in no other turn.
func reads(n int, x float64) digitPrint {
	d := digitPrint{x: x, w: 0.2, h: 0.4}
	for k := range d.read {
		for i := range d.read[k] {
			d.read[k][i] = -20
		}
	}
	d.read[0][n] = 1
	return d
}

func TestLikelihoodOfNumbers(t *testing.T) {
	two := print{digits: []digitPrint{reads(4, -0.15), reads(7, 0.15)}}
	swapped := print{digits: []digitPrint{reads(7, 0.15), reads(4, -0.15)}}
	one := print{digits: []digitPrint{reads(7, 0)}}
	aside := print{digits: []digitPrint{reads(7, 0.3)}}
	one.halves, aside.halves = []digitPrint{reads(1, -0.1), reads(1, 0.1)}, []digitPrint{reads(1, -0.1), reads(1, 0.1)}
	for _, tt := range []struct {
		rule         string
		better, less float64
	}{
		{"digits in their order", two.likelihood(47, 0), two.likelihood(74, 0)},
		{"whichever was found first", swapped.likelihood(47, 0), swapped.likelihood(74, 0)},
		{"as they stand, not upside down", two.likelihood(47, 0), two.likelihood(47, 2)},
		{"a single digit is a number of one", one.likelihood(7, 0), one.likelihood(47, 0)},
		{"in the middle", one.likelihood(7, 0), aside.likelihood(7, 0)},
		{"two digits that touch", one.likelihood(11, 0), one.likelihood(12, 0)},
		{"two digits are no number of one", two.likelihood(47, 0), two.likelihood(7, 0)},
	} {
		if tt.better <= tt.less {
			t.Errorf("%s: %.1f, not more than %.1f", tt.rule, tt.better, tt.less)
		}
	}
	if none := new(print); none.likelihood(5, 0) != 0 || none.reads([]int{0}) != nil || none.logGain(5, 0) != 0 {
		t.Error("a bare face says something of numbers")
	}
}

func TestDrawnDigitsAreRead(t *testing.T) {
	reader, err := digit.New()
	if err != nil {
		t.Fatal(err)
	}
	p := drawn(200, 40, append(zero(15, 20), [4]int{40, 20, 45, 44})...) // 0 and 1
	pr := p.find()
	if err := pr.readDigits(p, reader); err != nil {
		t.Fatal(err)
	}
	if len(pr.digits) != 2 || pr.best(10) < pr.best(47) {
		t.Errorf("%d digits; 10 has %.1f, 47 has %.1f", len(pr.digits), pr.best(10), pr.best(47))
	}
	if all := pr.reads([]int{0, 1, 2, 3}); len(all) == 0 || all[0].LogLikelihood < all[len(all)-1].LogLikelihood {
		t.Error("the likeliest number does not come first")
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

// grained is a square's samples: a ground, and a bar of ink so many samples wide.
func grained(ground, ink color, wide int) []color {
	all := make([]color, middleGrid*middleGrid)
	for i := range all {
		grain := float64(i*7%5) - 2
		if all[i] = plusColor(ground, color{grain, grain, grain}); i%middleGrid >= 12 && i%middleGrid < 12+wide {
			all[i] = ink
		}
	}
	return all
}

func TestColorsAndStrokesOfASquare(t *testing.T) {
	ground, ink := color{180, 200, 210}, color{40, 40, 50}
	for _, wide := range []int{2, 4, 6} {
		all := grained(ground, ink, wide)
		if got := groundColor(all); got.sub(ground).norm() > 3 {
			t.Errorf("the ground is %v, want %v", got, ground)
		}
		if got := inkColor(all, ground); got.sub(ink).norm() > 3 {
			t.Errorf("the ink is %v, want %v", got, ink)
		}
		if got, want := strokeWidth(all, ground, ink), float64(wide)*2*middlePart/middleGrid; math.Abs(got-want) > 0.3*want {
			t.Errorf("a stroke is %.3f pitches wide, want %.3f", got, want)
		}
	}
	if similarity(0) < 0.99 || similarity(80) > 0.01 {
		t.Error("similarity of colors")
	}
	shade := logColor(color{90, 100, 105}).sub(logColor(ground))
	if d := shade.sub(color{shade[1], shade[1], shade[1]}).norm(); d > 5 {
		t.Errorf("in half the light the channels differ by %.1f", d)
	}
}
