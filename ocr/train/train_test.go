package main

import (
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"golang.org/x/image/font/gofont/gobold"

	"tilewatch/ocr/glyph"
	"tilewatch/vision/nn/fit"
)

var parseGoBold = sync.OnceValues(func() (*fontFile, error) { return parseFont("gobold", gobold.TTF) })

// goBold is a typeface that comes with a Go module, so that the tests need no installed font.
func goBold(t *testing.T) []typeface {
	t.Helper()
	f, err := parseGoBold()
	if err != nil {
		t.Fatal(err)
	}
	return []typeface{{family: family{name: "Go", share: 1}, fonts: []*fontFile{f}}}
}

func TestTheSlopeIsThatOfTheLoss(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	m := newModel(5, r)
	for _, class := range []int{4, 26} {
		e := example{class: class}
		for i := range e.vector {
			e.vector[i] = r.Float32()
		}
		slope := make(fit.Gradient, len(m.Weights))
		newTurns(m, 0, r).add(m, &e, slope)
		lossAt := func() float64 {
			t := newTurns(m, 0, r)
			t.add(m, &e, make(fit.Gradient, len(m.Weights)))
			return t.loss
		}
		from := 0
		for i, length := range []int{5 * glyph.Features, 5, 5 * glyph.Classes, glyph.Classes} {
			layer := m.Weights[from:][:length]
			for range 6 {
				j := r.IntN(len(layer))
				const step = 1e-2
				old := layer[j]
				layer[j] = old + step
				up := lossAt()
				layer[j] = old - step
				down := lossAt()
				layer[j] = old
				want := (up - down) / (2 * step)
				if got := slope[from+j]; math.Abs(got-want) > 0.01+0.05*math.Abs(want) {
					t.Errorf("class %d, layer %d, weight %d: slope %.4f, want %.4f", class, i, j, got, want)
				}
			}
			from += length
		}
	}
}

func TestRaceFacesDoNotDependOnTheNumberOfWorkers(t *testing.T) {
	fonts := goBold(t)
	one, three := makeExamples(fonts, options{workers: 1}, 12, 9), makeExamples(fonts, options{workers: 3}, 12, 9)
	for i := range one {
		if one[i] != three[i] {
			t.Fatalf("example %d differs", i)
		}
	}
}

func TestHalfOfTheFacesAreInAMirror(t *testing.T) {
	inMirror := 0
	for _, e := range makeExamples(goBold(t), options{workers: 1, mirrored: true}, 60, 3) {
		if e.class == blank {
			inMirror++
		}
	}
	if inMirror < 40 || inMirror > 80 {
		t.Errorf("%d of 120 planes of faces are in a mirror", inMirror)
	}
	row := []uint8{1, 2, 3, 4, 5, 6, 7, 8, 9}
	if mirror(row, 3); !slices.Equal(row, []uint8{3, 2, 1, 6, 5, 4, 9, 8, 7}) {
		t.Errorf("in a mirror: %v", row)
	}
}

func TestALittleTrainingIsSomeUse(t *testing.T) {
	examples := makeExamples(goBold(t), options{workers: 1}, 81, 1)
	m := newModel(12, rand.New(rand.NewPCG(1, 1)))
	measured := func() figures {
		net, err := netOf(m, glyph.Uncalibrated)
		if err != nil {
			t.Fatal(err)
		}
		return measure(net, examples, gray)
	}
	before := measured()
	learn(m, examples, schedule{epochs: 20, batch: 9, workers: 1, rate: 4e-3}, 1, func(int, float64) {})
	after := measured()
	if after.loss > before.loss/2 || after.right < 2*before.right {
		t.Errorf("before: %s; after: %s", before, after)
	}
}

func TestMasksAreCenteredAndOneCapitalHigh(t *testing.T) {
	m := goBold(t)[0].fonts[0].masks['H']
	for _, tt := range []struct {
		where string
		u, v  float64
		ink   bool
	}{
		{"the middle of the bar", 0, 0, true},
		{"between the stems' tops", 0, -0.4, false},
		{"a stem's top", -m.wide/2 + 0.06, -0.47, true},
		{"above the letter", -m.wide/2 + 0.06, -0.53, false},
		{"left of the letter", -m.wide/2 - 0.03, 0, false},
	} {
		if got := m.at(tt.u, tt.v, 0.5) > 0.5; got != tt.ink {
			t.Errorf("%s: ink %v, want %v", tt.where, got, tt.ink)
		}
	}
}

func TestFamiliesHeldOutAreNotTrainedOn(t *testing.T) {
	var all []typeface
	for _, n := range []string{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"} {
		all = append(all, typeface{family: family{name: n}})
	}
	train, check, test, err := divide(all, []string{"b", " c"})
	if err != nil {
		t.Fatal(err)
	}
	if len(test) != 2 || len(check) == 0 || len(train)+len(check) != 8 {
		t.Errorf("train %v, calibrate %v, test %v", names(train), names(check), names(test))
	}
	if _, _, _, err := divide(all, []string{"z"}); err == nil {
		t.Error("an unknown family held out, want an error")
	}
}

func TestAlphabets(t *testing.T) {
	for _, tt := range []struct {
		of   alphabet
		i    int
		want string
	}{{letters, 0, "A"}, {letters, 25, "Z"}, {letters, 26, "blank"}, {letters, 27, "A"}, {digits, 9, "9"}, {digits, 10, "blank"}, {digits, 11, "0"}} {
		if got := tt.of.name(tt.of.class(tt.i)); got != tt.want {
			t.Errorf("example %d of %q shows %q, want %q", tt.i, tt.of, got, tt.want)
		}
	}
	for _, e := range makeExamples(goBold(t), options{workers: 1, digits: true}, 22, 1) {
		if e.class > 9 && e.class != blank {
			t.Errorf("a digit of class %d", e.class)
		}
	}
}
