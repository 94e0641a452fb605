package picture

import (
	"math"
	"math/rand/v2"
	"testing"

	"gocv.io/x/gocv"
)

// waved is a gray picture that a function paints, in gray levels.
func waved(t *testing.T, w, h int, level func(x, y float64) float64) *Picture {
	t.Helper()
	data := make([]byte, 0, 3*w*h)
	for i := range w * h {
		v := uint8(min(255, max(0, level(float64(i%w), float64(i/w))+0.5)))
		data = append(data, v, v, v)
	}
	mat, err := gocv.NewMatFromBytes(h, w, gocv.MatTypeCV8UC3, data)
	if err != nil {
		t.Fatal(err)
	}
	p := FromMat(mat.Clone()) // the Mat's own memory, not Go's
	mat.Close()
	t.Cleanup(func() { p.Close() })
	return p
}

// beat is a wave of that finesse, in waves a pixel, that runs at an angle.
func beat(finesse, angle, height float64) func(x, y float64) float64 {
	fx, fy := finesse*math.Cos(angle), finesse*math.Sin(angle)
	return func(x, y float64) float64 { return 128 + height*math.Sin(2*math.Pi*(fx*x+fy*y)) }
}

const screenSide = waveParts * waveLooks // the least side in which waves are looked for

func TestAScreensWaveIsFound(t *testing.T) {
	for name, level := range map[string]struct {
		paint func(x, y float64) float64
		want  float64 // finesse
	}{
		"upright":         {beat(0.25, 0, 12), 0.25},
		"lying":           {beat(0.25, math.Pi/2, 12), 0.25},
		"slanted":         {beat(0.3, 0.7, 12), 0.3},
		"very fine":       {beat(0.45, 0.1, 12), 0.45},
		"just fine":       {beat(0.16, 0.4, 12), 0.16},
		"low":             {beat(0.3, 0.7, 5), 0.3},
		"over a gradient": {func(x, y float64) float64 { return beat(0.3, 0.7, 12)(x, y) - 60 + 0.1*x + 0.1*y }, 0.3},
		"both ways, as a grid's": {func(x, y float64) float64 {
			return 128 + 12*math.Sin(2*math.Pi*0.25*x) + 11*math.Sin(2*math.Pi*0.25*y)
		}, 0.25},
	} {
		t.Run(name, func(t *testing.T) {
			finesse, ok, err := waved(t, screenSide, screenSide, level.paint).Moire()
			if err != nil || !ok || math.Abs(finesse-level.want) > 0.006 {
				t.Errorf("a wave of %.3f, %v, %v; want %.3f", finesse, ok, err, level.want)
			}
		})
	}
}

func TestWhatIsNoScreenHasNoWave(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for name, paint := range map[string]func(x, y float64) float64{
		"plain":          func(float64, float64) float64 { return 128 },
		"a camera noise": func(float64, float64) float64 { return 128 + 8*rng.NormFloat64() },
		"a cloth":        beat(0.08, 0.3, 30),
		"hardly a wave":  beat(0.3, 0.7, 1.2),
		"black":          func(float64, float64) float64 { return 0 },
		"a wave in the dark": func(x, y float64) float64 {
			return beat(0.3, 0.7, 12)(x, y) - 128 + 12
		},
		"squares of a board, as sharp as a lens draws them": func(x, y float64) float64 {
			return 128 + 50*math.Tanh(6*math.Sin(math.Pi*x/40)*math.Sin(math.Pi*y/40))
		},
		"a wave of another finesse in each part": func(x, y float64) float64 {
			i := float64(int(x)/waveLooks + waveParts*(int(y)/waveLooks))
			return beat(0.16+0.02*i, 0, 12)(x, y)
		},
	} {
		t.Run(name, func(t *testing.T) {
			if finesse, ok, err := waved(t, screenSide, screenSide, paint).Moire(); ok || err != nil {
				t.Errorf("a wave of %.3f is found, %v", finesse, err)
			}
		})
	}
}

func TestDarkPartsLieBesideTheScreen(t *testing.T) {
	// Its wave shows in 6 of 16 parts, which is fewer than enough, and in all of those that are lit.
	lit := func(x, y float64) bool { return x < screenSide/2 && y < screenSide*3/4 }
	for name, c := range map[string]struct {
		around float64
		want   bool
	}{"in a dark room": {5, true}, "in a light room": {128, false}} {
		paint := func(x, y float64) float64 {
			if lit(x, y) {
				return beat(0.3, 0.7, 12)(x, y)
			}
			return c.around
		}
		if _, ok, err := waved(t, screenSide, screenSide, paint).Moire(); ok != c.want || err != nil {
			t.Errorf("%s: a screen is seen: %v, want %v; %v", name, ok, c.want, err)
		}
	}
}

func TestAPictureTooSmallForItsPartsHasNoWave(t *testing.T) {
	for _, c := range []struct{ w, h int }{{screenSide - 1, screenSide}, {screenSide, screenSide - 1}} {
		if _, ok, err := waved(t, c.w, c.h, beat(0.25, 0, 12)).Moire(); ok || err != nil {
			t.Errorf("%dx%d: a wave is found, %v", c.w, c.h, err)
		}
	}
}

// heightOf is how far a picture's middle row swings about its mean, as the height of a sine.
func heightOf(p *Picture) (mean, height float64) {
	px := p.Pixels.ToBytes()
	row := px[3*p.Width*(p.Height/2):][:3*p.Width]
	const rim = 60
	n := 0.0
	for x := rim; x < p.Width-rim; x++ {
		mean += float64(row[3*x])
		n++
	}
	mean /= n
	for x := rim; x < p.Width-rim; x++ {
		height += (float64(row[3*x]) - mean) * (float64(row[3*x]) - mean)
	}
	return mean, math.Sqrt(2 * height / n)
}

func TestSmoothingLeavesTheShareThatIsAskedFor(t *testing.T) {
	const finesse, height = 0.2, 60
	p := waved(t, 640, 240, beat(finesse, 0, height))
	for _, share := range []float64{0.5, 0.25, 0.1} {
		smooth, err := p.SuppressMoire(finesse, share)
		if err != nil {
			t.Fatal(err)
		}
		defer smooth.Close()
		mean, left := heightOf(smooth)
		if smooth.Width != 640 || smooth.Height != 240 || math.Abs(mean-128) > 1 || math.Abs(left/height-share) > 0.02 {
			t.Errorf("of a wave %.2f is left at a mean of %.1f, want %.2f at 128", left/height, mean, share)
		}
	}
	if _, before := heightOf(p); math.Abs(before-height) > 1 {
		t.Errorf("the picture itself was smoothed to %.1f", before)
	}
}

func TestAScreenThatIsSmoothedIsNoneAnyMore(t *testing.T) {
	p := waved(t, screenSide, screenSide, func(x, y float64) float64 {
		return 60*float64((int(x)/64+int(y)/64)%2) + beat(0.3, 0.7, 12)(x, y) - 30 // over a board of squares
	})
	finesse, ok, err := p.Moire()
	if err != nil || !ok {
		t.Fatalf("the wave is found: %v, %v", ok, err)
	}
	smooth, err := p.SuppressMoire(finesse, 0.05)
	if err != nil {
		t.Fatal(err)
	}
	defer smooth.Close()
	if _, ok, err := smooth.Moire(); ok || err != nil {
		t.Errorf("the wave is found again, %v", err)
	}
	// What is as large as a square stays.
	px := smooth.Pixels.ToBytes()
	at := func(x, y int) int { return int(px[3*(y*smooth.Width+x)]) }
	if step := at(96, 32) - at(32, 32); step < 55 || step > 65 {
		t.Errorf("squares differ by %d after it, want 60", step)
	}
}

func TestAWaveIsCommonWhenEnoughPartsShowItOrTheOneAcross(t *testing.T) {
	is := func(x, y float64) moireWave { return moireWave{x, y, 5} }
	none := moireWave{}
	for name, c := range map[string]struct {
		parts []moireWave
		ok    bool
		want  float64
	}{
		"no parts":                        {nil, false, 0},
		"parts without waves":             {[]moireWave{none, none, none}, false, 0},
		"one wave alone":                  {[]moireWave{is(0.3, 0)}, false, 0},
		"two of five":                     {[]moireWave{is(0.3, 0), is(0.31, 0), none, none, none}, true, 0.3},
		"two of six":                      {[]moireWave{is(0.3, 0), is(0.31, 0), none, none, none, none}, false, 0},
		"two that differ":                 {[]moireWave{is(0.3, 0), is(0.33, 0)}, false, 0},
		"the same in the other direction": {[]moireWave{is(0.3, 0.1), is(-0.3, -0.1)}, true, math.Hypot(0.3, 0.1)},
		"one across":                      {[]moireWave{is(0.3, 0.1), is(-0.1, 0.3)}, true, math.Hypot(0.3, 0.1)},
		"one across the other way":        {[]moireWave{is(0.3, 0.1), is(0.1, -0.3)}, true, math.Hypot(0.3, 0.1)},
		"the one that most show":          {[]moireWave{is(0.2, 0), is(0.4, 0), is(0.4, 0)}, true, 0.4},
	} {
		t.Run(name, func(t *testing.T) {
			finesse, ok := commonWave(c.parts)
			if ok != c.ok || ok && math.Abs(finesse-c.want) > 1e-9 {
				t.Errorf("common: %v with %.3f, want %v with %.3f", ok, finesse, c.ok, c.want)
			}
		})
	}
}
