package motion

import (
	"image"
	"image/color"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gocv.io/x/gocv"

	"tilewatch/vision/source"
)

// watched is a view that has seen nothing yet; it is closed at the test's end.
func watched(t *testing.T) *view {
	t.Helper()
	v := newView()
	t.Cleanup(func() { v.close() })
	return &v
}

// looks loads a picture of 320 x 180 that a function paints, in gray levels before its color: bluish, so that channels differ.
func looks(t *testing.T, v *view, level func(x, y int) float64) {
	t.Helper()
	const w, h = 320, 180
	data := make([]byte, 0, 3*w*h)
	for i := range w * h {
		l := level(i%w, i/w)
		for _, share := range [3]float64{1.1, 1, 0.9} {
			data = append(data, uint8(min(255, max(0, share*l+0.5))))
		}
	}
	mat, err := gocv.NewMatFromBytes(h, w, gocv.MatTypeCV8UC3, data)
	if err != nil {
		t.Fatal(err)
	}
	defer mat.Close()
	if _, err := v.load(source.Frame{Mat: mat}); err != nil {
		t.Fatal(err)
	}
}

// ribs is a table's pattern that does not repeat.
func ribs(x, y int) float64 {
	return 120 + 25*math.Sin(float64(x)/7) + 20*math.Cos(float64(y)/5+float64(x)/31)
}

func TestAViewIsAboutThreeHundredAndTwentyPixelsWide(t *testing.T) {
	for name, c := range map[string]struct{ w, h, wantW, wantH, factor int }{
		"as it is":             {320, 180, 320, 180, 1},
		"smaller":              {160, 120, 160, 120, 1},
		"a little larger":      {479, 300, 479, 300, 1},
		"half":                 {640, 480, 320, 240, 2},
		"a third":              {960, 540, 320, 180, 3},
		"HD":                   {1280, 720, 320, 180, 4},
		"full HD":              {1920, 1080, 320, 180, 6},
		"a rest is left out":   {645, 483, 322, 241, 2},
		"a tall one":           {1080, 1920, 360, 640, 3},
		"the least that holds": {8, 8, 8, 8, 1},
	} {
		t.Run(name, func(t *testing.T) {
			mat := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(10, 20, 30, 0), c.h, c.w, gocv.MatTypeCV8UC3)
			defer mat.Close()
			v := watched(t)
			fits, err := v.load(source.Frame{Mat: mat})
			if err != nil || fits || v.w != c.wantW || v.h != c.wantH || v.factor != c.factor || v.full != image.Pt(c.w, c.h) {
				t.Fatalf("%dx%d by %d of %v, fits: %v, %v; want %dx%d by %d", v.w, v.h, v.factor, v.full, fits, err, c.wantW, c.wantH, c.factor)
			}
			if len(v.now) != 3*c.wantW*c.wantH || v.now[0] != 10 || v.now[1] != 20 || v.now[2] != 30 || len(v.then) != 0 {
				t.Errorf("it holds %d and %d bytes that begin with %v", len(v.now), len(v.then), v.now[:3])
			}
			if fits, err := v.load(source.Frame{Mat: mat}); !fits || err != nil || len(v.then) != len(v.now) {
				t.Errorf("the same again fits: %v, %v", fits, err)
			}
		})
	}
}

func TestAViewsPixelIsTheMeanOfItsPart(t *testing.T) {
	for _, factor := range []int{2, 3, 4, 6} {
		w, h := 320*factor, 16*factor
		mat := gocv.NewMatWithSize(h, w, gocv.MatTypeCV8UC3)
		defer mat.Close()
		px, err := mat.DataPtrUint8()
		if err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(1, uint64(factor)))
		for i := range px {
			px[i] = uint8(rng.IntN(256))
		}
		v := watched(t)
		if _, err := v.load(source.Frame{Mat: mat}); err != nil {
			t.Fatal(err)
		}
		for i := range v.now {
			x, y, c := i/3%v.w, i/3/v.w, i%3
			sum := 0.0
			for dy := range factor {
				for dx := range factor {
					sum += float64(px[3*((y*factor+dy)*w+x*factor+dx)+c])
				}
			}
			if mean := sum / float64(factor*factor); math.Abs(float64(v.now[i])-mean) > 1.01 { // it is rounded once or twice
				t.Fatalf("by %d: pixel %d, %d is %d, want %.1f", factor, x, y, v.now[i], mean)
			}
		}
	}
}

func TestTheErrorOfATooSmallFrameHasItsNumber(t *testing.T) {
	for _, size := range []image.Point{{X: 7, Y: 100}, {X: 100, Y: 7}, {X: 6400, Y: 100}} {
		mat := gocv.NewMatWithSize(size.Y, size.X, gocv.MatTypeCV8UC3)
		v := watched(t)
		if _, err := v.load(source.Frame{Number: 12, Mat: mat}); err == nil || !strings.Contains(err.Error(), "frame 12 has only") {
			t.Errorf("%v: %v", size, err)
		}
		if err := mat.Close(); err != nil {
			t.Error(err)
		}
	}
	closed := gocv.NewMatWithSize(100, 100, gocv.MatTypeCV8UC3)
	if err := closed.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := watched(t).load(source.Frame{Number: 12, Mat: closed}); err == nil {
		t.Error("a closed picture is no error")
	}
}

func TestMotionIsWhatIsMoreThanNoiseInOnePlace(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	in := func(r image.Rectangle, level float64) func(x, y int) float64 {
		return func(x, y int) float64 {
			if image.Pt(x, y).In(r) {
				return level
			}
			return ribs(x, y)
		}
	}
	for name, c := range map[string]struct {
		next      func(x, y int) float64
		low, high float64 // share
	}{
		"nothing":             {ribs, 0, 0},
		"noise":               {func(x, y int) float64 { return ribs(x, y) + 4*rng.NormFloat64() }, 0, 0},
		"another exposure":    {func(x, y int) float64 { return 1.3 * ribs(x, y) }, 0, 0},
		"a speck":             {in(image.Rect(100, 100, 102, 102), 240), 0, 0},
		"scattered specks":    {func(x, y int) float64 { return ribs(x, y) + 90*float64((x%20/18)*(y%20/18)) }, 0, 0},
		"a tile":              {in(image.Rect(96, 96, 128, 128), 240), 0.015, 0.018},
		"a hand at the rim":   {in(image.Rect(200, 80, 240, 180), 20), 0.06, 0.07},
		"another table":       {func(x, y int) float64 { return ribs(3*y, 2*x+50) }, 0.4, 1},
		"a lamp on one side":  {func(x, y int) float64 { return ribs(x, y) + 60*float64(x/240) }, 0.2, 0.26},
		"a tile in the light": {func(x, y int) float64 { return 0.7 * in(image.Rect(96, 96, 128, 128), 240)(x, y) }, 0.015, 0.018},
	} {
		t.Run(name, func(t *testing.T) {
			v := watched(t)
			looks(t, v, ribs)
			if moved := v.motion(); moved != 0 {
				t.Errorf("in the first frame %.3f moved", moved)
			}
			looks(t, v, ribs)
			v.motion()
			looks(t, v, c.next)
			if moved := v.motion(); moved < c.low || moved > c.high {
				t.Errorf("%.4f moved, want %.3f to %.3f", moved, c.low, c.high)
			}
		})
	}
}

func TestAFrameThatIsForgottenMovedNothing(t *testing.T) {
	v := watched(t)
	looks(t, v, ribs)
	v.forget()
	looks(t, v, func(int, int) float64 { return 30 })
	v.forget()
	if moved := v.motion(); moved != 0 || v.measured != 0 || v.noise != 0 {
		t.Errorf("%.3f moved, with a noise of %.2f of %d frames", moved, v.noise, v.measured)
	}
}

func TestGainIsTheMedianRatioOfBrightness(t *testing.T) {
	for name, c := range map[string]struct {
		now  func(x, y int) float64
		want float64
	}{
		"the same":                  {ribs, 1},
		"brighter":                  {func(x, y int) float64 { return 1.25 * ribs(x, y) }, 1.25},
		"darker":                    {func(x, y int) float64 { return 0.6 * ribs(x, y) }, 0.6},
		"brighter, under a hand":    {func(x, y int) float64 { return 1.25*ribs(x, y) - 60*float64(x/200) }, 1.25},
		"all black: nothing to say": {func(int, int) float64 { return 3 }, 1},
		"all white: nothing to say": {func(int, int) float64 { return 300 }, 1},
		"beyond all exposures":      {func(x, y int) float64 { return 17 }, 1},
	} {
		t.Run(name, func(t *testing.T) {
			v := watched(t)
			looks(t, v, c.now)
			bright := func(i int) float32 { // the other picture, not rounded
				return float32([3]float64{1.1, 1, 0.9}[i%3] * ribs(i/3%320, i/3/320))
			}
			if name == "beyond all exposures" {
				bright = func(int) float32 { return 240 }
			}
			for channel, got := range v.gainOver(bright) {
				if math.Abs(float64(got)-c.want) > 0.01 {
					t.Errorf("channel %d: %.3f, want %.3f", channel, got, c.want)
				}
			}
		})
	}
}

func TestAMedianLiesWithinItsBin(t *testing.T) {
	for name, c := range map[string]struct {
		bins map[int]int
		want float32
	}{
		"one bin":             {map[int]int{192: 100}, 1},
		"between two":         {map[int]int{192: 50, 193: 50}, 1 + 0.5/gainSteps},
		"most in one of them": {map[int]int{192: 10, 320: 90}, 1.5 - 0.5/gainSteps + 40.0/90/gainSteps},
		"outliers":            {map[int]int{0: 20, 192: 60, gainBins - 1: 20}, 1},
	} {
		var count [gainBins]int
		n := 0
		for bin, times := range c.bins {
			count[bin], n = times, n+times
		}
		if got := medianRatio(&count, n); math.Abs(float64(got-c.want)) > 1e-5 {
			t.Errorf("%s: %.5f, want %.5f", name, got, c.want)
		}
	}
}

func TestNoiseIsThatOfMostOfThePicture(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, sigma := range []float64{1, 3} {
		v := watched(t)
		for range 12 {
			looks(t, v, func(x, y int) float64 {
				if x < 100 {
					return 256 * rng.Float64() // a hand that moves
				}
				return ribs(x, y) + sigma*rng.NormFloat64()
			})
			v.motion()
		}
		// The median of the largest of three differences, whole gray levels cut off, is about 1.3 sigma.
		if got := float64(v.noise); got < 0.8*sigma || got > 2.2*sigma {
			t.Errorf("noise of %.2f, where its deviation is %.1f", got, sigma)
		}
	}
}

func TestAViewDoesNotWriteToItsFrame(t *testing.T) {
	mat := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(10, 20, 30, 0), 360, 640, gocv.MatTypeCV8UC3)
	defer mat.Close()
	if err := gocv.Rectangle(&mat, image.Rect(100, 100, 300, 200), color.RGBA{R: 200, A: 255}, -1); err != nil {
		t.Fatal(err)
	}
	before := string(mat.ToBytes())
	v := watched(t)
	for range 3 {
		if _, err := v.load(source.Frame{Mat: mat}); err != nil {
			t.Fatal(err)
		}
		v.motion()
	}
	if string(mat.ToBytes()) != before {
		t.Error("the borrowed frame was changed")
	}
}
