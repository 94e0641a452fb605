package scenes

import (
	"math"
	"math/rand/v2"

	"tilewatch/vision/train/scenes/board"
	"tilewatch/vision/train/scenes/material"
)

// shade are ranges of a plastic's hue (degrees), saturation and value.
type shade [3][2]float64

// shades are how far makers stray from a color's name: brick, maroon and pink are somebody's red.
var shades = map[string]shade{
	"red":    {{-14, 22}, {0.45, 0.95}, {0.3, 0.9}},
	"purple": {{255, 320}, {0.22, 0.8}, {0.25, 0.75}},
	"yellow": {{32, 60}, {0.3, 0.95}, {0.6, 0.97}},
	"green":  {{80, 168}, {0.3, 0.9}, {0.22, 0.72}},
	"gray":   {{0, 360}, {0, 0.08}, {0.35, 0.75}},
}

const (
	apart     = 25   // CIE76 difference of any two plastics, at least: nobody could play with less
	apartGray = 18   // from the banks' gray
	mostFaded = 0.35 // share of a gray that wear adds, at most
	strange   = 0.14 // standard deviation of the logarithm of red's and blue's gain under a lamp that the camera does not correct
)

// redyed gives a scene plastics drawn freely around their names, worn or not, under light of any tint.
func (s *Scene) redyed(r *rand.Rand) {
	s.Set.colors = palette(r, s.Set.ink[1] < lightEnough)
	if r.IntN(2) == 0 {
		s.Set.grain = material.Draw(r)
	}
	s.Photo.White[0] *= math.Exp(strange * r.NormFloat64())
	s.Photo.White[2] *= math.Exp(strange * r.NormFloat64())
}

// palette are plastics that people can tell apart, linear reflectances by their names.
func palette(r *rand.Rand, lighter bool) map[string]vec {
	for {
		colors := map[string]vec{}
		faded := max(0, between(r, -mostFaded, mostFaded))
		for _, name := range append([]string{"gray"}, board.Players...) { // in a fixed order: equal seeds, equal sets
			colors[name] = shades[name].draw(r, faded, lighter)
		}
		if distinct(colors) {
			return colors
		}
	}
}

// draw is a plastic's linear reflectance.
func (h shade) draw(r *rand.Rand, faded float64, lighter bool) (c vec) {
	v := fromHSV(between(r, h[0][0], h[0][1]), between(r, h[1][0], h[1][1]), between(r, h[2][0], h[2][1]))
	for k := range v {
		v[k] += (0.5 - v[k]) * faded
		if lighter {
			v[k] += (1 - v[k]) * 0.2
		}
		c[k] = linear(min(max(v[k], 0.01), 0.98))
	}
	return c
}

// fromHSV is the sRGB color of a hue (degrees), saturation and value (0 to 1).
func fromHSV(hue, saturation, value float64) (c [3]float64) {
	for k, n := range [3]float64{5, 3, 1} {
		f := math.Mod(n+hue/60+6, 6)
		c[k] = value - value*saturation*max(0, min(f, 4-f, 1))
	}
	return c
}

// distinct says whether any two plastics differ enough to be told apart.
func distinct(colors map[string]vec) bool {
	for a, one := range colors {
		for b, other := range colors {
			least := float64(apart)
			if a == "gray" || b == "gray" {
				least = apartGray
			}
			if d := lab(one).sub(lab(other)); a < b && math.Sqrt(d.dot(d)) < least {
				return false
			}
		}
	}
	return true
}

// lab is CIELAB (D65) of linear sRGB.
func lab(c vec) vec {
	var f [3]float64
	for i, row := range [3]vec{{0.4339, 0.3762, 0.1899}, {0.2126, 0.7152, 0.0722}, {0.0177, 0.1095, 0.8729}} {
		if f[i] = row.dot(c); f[i] > 0.008856 {
			f[i] = math.Cbrt(f[i])
		} else {
			f[i] = 7.787*f[i] + 16.0/116
		}
	}
	return vec{116*f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])}
}
