package hue

import (
	"math"
	"math/rand/v2"
	"testing"

	"tilewatch/engine"
	"tilewatch/vision/picture"
)

// plasticUnder is the color of a player's plastic at a brightness, under a lamp that multiplies blue and red by two factors.
func plasticUnder(color int, bright, blue, red float64) picture.BGR {
	h := PlasticHues[color].Mean
	g := bright
	return picture.BGR{blue * g * math.Exp(h[1]), g, red * g * math.Exp(h[0])}
}

func TestAHueHasNoBrightness(t *testing.T) {
	for color := range PlasticHues {
		bright, dark := HueOf(plasticUnder(color, 160, 1, 1)), HueOf(plasticUnder(color, 80, 1, 1))
		if off := math.Hypot(bright[0]-dark[0], bright[1]-dark[1]); off > 0.12 {
			t.Errorf("half as bright, the hue of color %d is off by %.3f", color, off)
		}
	}
	if h := HueOf(picture.BGR{90, 90, 90}); h != (Hue{}) {
		t.Errorf("gray has the hue %v", h)
	}
	if a, b := HueOf(picture.BGR{2, 1, 3}), HueOf(picture.BGR{90, 60, 120}); math.Hypot(a[0], a[1]) > math.Hypot(b[0], b[1])/2 {
		t.Errorf("the noise of black has the hue %.2f, a color %.2f", a, b)
	}
}

// The same tiles under a tinted lamp keep their colors, since the lamp shifts all hues alike.
func TestATintedLampShiftsAllHuesAlike(t *testing.T) {
	for _, c := range []struct {
		name      string
		blue, red float64
	}{
		{"white light", 1, 1}, {"a warm lamp", 0.8, 1.2}, {"a cold lamp", 1.25, 0.85}, {"a greenish lamp", 0.85, 0.85},
	} {
		t.Run(c.name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(51, 52))
			var hues []Hue
			var colors []int
			for range 40 {
				color := rng.IntN(len(PlasticHues))
				h := HueOf(plasticUnder(color, 120+60*rng.Float64(), c.blue, c.red))
				hues, colors = append(hues, Hue{h[0] + 0.04*rng.NormFloat64(), h[1] + 0.04*rng.NormFloat64()}), append(colors, color)
			}
			shift := CommonShift(hues)
			if off := math.Hypot(shift[0]-math.Log(c.red), shift[1]-math.Log(c.blue)); off > 0.1 {
				t.Errorf("the common shift is %.3f, the lamp's %.3f, %.3f", shift, math.Log(c.red), math.Log(c.blue))
			}
			for i, h := range hues {
				if got := MostLikelyColor(h.LogLikelihoods(shift)); got != colors[i] {
					t.Errorf("hue %.2f is taken for color %d, it is %d", h, got, colors[i])
				}
			}
			if mean := MeanShift(hues); math.Hypot(mean[0]-shift[0], mean[1]-shift[1]) > 0.1 {
				t.Errorf("the mean shift is %.3f, the common one %.3f", mean, shift)
			}
		})
	}
	if CommonShift(nil) != (Hue{}) || MeanShift(nil) != (Hue{}) {
		t.Error("without faces the hues are shifted")
	}
}

// Many faces of one color say no more about the lamp than one does: their plastic may differ a little from its mean.
func TestManyFacesOfOneColorShiftNoMoreThanOne(t *testing.T) {
	odd := Hue{PlasticHues[3].Mean[0] + 0.1, PlasticHues[3].Mean[1] - 0.05}
	one, many := CommonShift([]Hue{odd}), make([]Hue, 50)
	for i := range many {
		many[i] = odd
	}
	if got := CommonShift(many); math.Hypot(got[0]-one[0], got[1]-one[1]) > 1e-9 {
		t.Errorf("one face shifts by %.3f, fifty by %.3f", one, got)
	}
	// The shift is smaller than the offset, since most lamps are nearly white.
	if math.Hypot(one[0], one[1]) >= math.Hypot(0.1, 0.05) {
		t.Errorf("one face that is off by 0.1, -0.05 shifts by %.3f", one)
	}
}

func TestMahalanobisDistanceIsInStandardDeviations(t *testing.T) {
	p := plasticHue{Mean: Hue{0.5, -0.2}, xx: 0.04, yy: 0.01}
	for _, c := range []struct {
		name string
		h    Hue
		want float64
	}{
		{"the mean", Hue{0.5, -0.2}, 0},
		{"one along red", Hue{0.7, -0.2}, 1},
		{"two along blue", Hue{0.5, -0.4}, 4},
		{"both", Hue{0.7, -0.4}, 5},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := p.Mahalanobis(c.h, Hue{}); math.Abs(got-c.want) > 1e-9 {
				t.Errorf("off by %.3f squared, want %g", got, c.want)
			}
			if got := p.Mahalanobis(Hue{c.h[0] + 0.1, c.h[1] - 0.3}, Hue{0.1, -0.3}); math.Abs(got-c.want) > 1e-9 {
				t.Errorf("under a shifted lamp off by %.3f squared, want %g", got, c.want)
			}
		})
	}
	if pale := palePlastic(Hue{0.8, 0}, 0.01, 0.01, 0); pale.xx <= pale.yy || pale.Mahalanobis(Hue{0.6, 0}, Hue{}) >= pale.Mahalanobis(Hue{0.8, 0.2}, Hue{}) {
		t.Error("what is pale is off as much as what has another hue")
	}
}

func TestALikelihoodSaysLittleFarFromEveryColor(t *testing.T) {
	spread := func(h Hue) float64 {
		l := h.LogLikelihoods(Hue{})
		most, least := math.Inf(-1), math.Inf(1)
		for _, x := range l {
			most, least = max(most, x), min(least, x)
		}
		return most - least
	}
	if near, far := spread(PlasticHues[0].Mean), spread(Hue{30, -30}); far > 3 || near < 2*far {
		t.Errorf("the likelihoods of a plastic differ by %.1f, of a stain by %.1f", near, far)
	}
	for i := range PlasticHues {
		if got := MostLikelyColor(PlasticHues[i].Mean.LogLikelihoods(Hue{})); got != i {
			t.Errorf("the mean of %v is taken for %v", engine.PlayerColors[i], engine.PlayerColors[got])
		}
	}
}

func TestBrightnessIsLogarithmic(t *testing.T) {
	one, twice := Brightness(picture.BGR{60, 80, 100}), Brightness(picture.BGR{2*60 + 6, 2*80 + 6, 2*100 + 6})
	if math.Abs(twice-one-math.Ln2) > 1e-9 {
		t.Errorf("what is twice as bright is brighter by %.4f, want %.4f", twice-one, math.Ln2)
	}
}
