package snag

import (
	"math"
	"testing"

	"tilewatch/ocr/digit"
	"tilewatch/vision/number"
)

// drawn is a patch with rectangles of ink: left, top, right, bottom in pixels.
func drawn(ground, ink uint8, strokes ...[4]int) *number.Patch {
	p := number.Patch{Side: patchSide, Pix: make([]uint8, patchSide*patchSide), Of: number.Whole}
	for i := range p.Pix {
		p.Pix[i] = ground
		for _, s := range strokes {
			if x, y := i%patchSide, i/patchSide; x >= s[0] && y >= s[1] && x < s[2] && y < s[3] {
				p.Pix[i] = ink
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
		p              *number.Patch
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
		if f := find(tt.p); len(f.digits) != tt.digits || len(f.halves) != tt.halves {
			t.Errorf("%s: %d digits and %d halves, want %d and %d", tt.rule, len(f.digits), len(f.halves), tt.digits, tt.halves)
		}
	}
	if ground, ink := levels(drawn(200, 40, join(zero(15, 20), zero(35, 20))...)); ink > -100 || ground < 190 {
		t.Errorf("dark ink differs by %.0f from the ground of %.0f", ink, ground)
	}
}

func TestABareFaceSaysNothingOfNumbers(t *testing.T) {
	if none := new(reading); none.reads([]int{0}) != nil || none.logGain(5, 0) != 0 {
		t.Error("it says something")
	}
}

func TestDrawnDigitsAreRead(t *testing.T) {
	reader, err := digit.New()
	if err != nil {
		t.Fatal(err)
	}
	p := drawn(200, 40, append(zero(15, 20), [4]int{40, 20, 45, 44})...) // 0 and 1
	pr, err := readNumber(p, reader)
	if err != nil {
		t.Fatal(err)
	}
	if len(pr.Digits) != 2 || pr.best(10) < pr.best(47) {
		t.Errorf("%d digits; 10 has %.1f, 47 has %.1f", len(pr.Digits), pr.best(10), pr.best(47))
	}
	if all := pr.reads([]int{0, 1, 2, 3}); len(all) == 0 || all[0].LogLikelihood < all[len(all)-1].LogLikelihood {
		t.Error("the likeliest number does not come first")
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
