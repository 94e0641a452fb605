package table

import (
	"math"
	"math/rand/v2"
)

// plastics are the players' colors and the banks' gray, sRGB, as the scene maker draws them.
var plastics = [5][3]float64{{0.75, 0.13, 0.17}, {0.4, 0.2, 0.58}, {0.92, 0.72, 0.13}, {0.18, 0.54, 0.25}, {0.52, 0.53, 0.54}}

const (
	shared = 0.4 // of the tables have a color near a player's
	gamma  = 2.2 // of the display, as the scene maker has it
	colors = 6   // of a palette
)

func between(r *rand.Rand, low, high float64) float64 { return low + (high-low)*r.Float64() }

func logBetween(r *rand.Rand, low, high float64) float64 {
	return low * math.Pow(high/low, r.Float64())
}

func chance(r *rand.Rand, p float64) bool { return r.Float64() < p }

// encoded is the linear color of an sRGB color.
func encoded(c [3]float64) (l rgb) {
	for k, v := range c {
		l[k] = float32(math.Pow(min(max(v, 0.03), 0.97), gamma))
	}
	return l
}

// hsv is an sRGB color by hue in turns, saturation and value.
func hsv(h, s, v float64) (c [3]float64) {
	for k, shift := range [3]float64{5, 3, 1} {
		a := math.Mod(shift+6*(h-math.Floor(h)), 6)
		c[k] = v - v*s*max(0, min(a, 4-a, 1))
	}
	return c
}

// moods are ranges of saturation and of the values of dark and light colors.
var moods = []struct{ s0, s1, dark0, dark1, light0, light1 float64 }{
	{0.6, 1, 0.35, 0.8, 0.6, 1},      // saturated
	{0.1, 0.4, 0.55, 0.85, 0.85, 1},  // pale
	{0.3, 0.65, 0.2, 0.5, 0.5, 0.85}, // earthy
	{0.2, 0.8, 0.05, 0.2, 0.25, 0.5}, // dark
	{0, 0.08, 0.05, 0.5, 0.5, 1},     // gray
	{0.2, 0.9, 0.1, 0.5, 0.75, 1},    // strong contrast
}

// drawPalette draws colors that are dark and light by turns.
func drawPalette(r *rand.Rand) (p [colors]rgb) {
	mood, h := moods[r.IntN(len(moods))], r.Float64()
	spread, turn := logBetween(r, 0.02, 0.5), r.IntN(2)
	for i := range p {
		v := between(r, mood.dark0, mood.dark1)
		if (i+turn)%2 == 0 {
			v = between(r, mood.light0, mood.light1)
		}
		s := between(r, mood.s0, mood.s1)
		if chance(r, 0.12) {
			s *= 0.1
		}
		p[i] = encoded(hsv(h+spread*r.NormFloat64(), s, v))
	}
	if chance(r, shared) {
		p[r.IntN(2)] = nearPlayer(r)
	}
	return p
}

func nearPlayer(r *rand.Rand) rgb {
	c := plastics[r.IntN(len(plastics))]
	for k := range c {
		c[k] += between(r, -0.1, 0.1)
	}
	return encoded(c)
}

// woods are sRGB colors of timber, from ebony to maple.
var woods = [][3]float64{{0.25, 0.16, 0.11}, {0.45, 0.28, 0.17}, {0.58, 0.4, 0.25}, {0.7, 0.52, 0.34}, {0.82, 0.68, 0.5}, {0.6, 0.56, 0.5}, {0.5, 0.22, 0.15}}

// timber makes most palettes those of wood; painted wood keeps its colors.
func (p *painter) timber() {
	if chance(p.r, 0.3) {
		return
	}
	base := woods[p.r.IntN(len(woods))]
	for i := range p.col {
		c, k := base, between(p.r, 0.8, 1.2)
		for ch := range c {
			c[ch] = c[ch]*k + 0.02*p.r.NormFloat64()
		}
		p.col[i] = encoded(c)
	}
}
