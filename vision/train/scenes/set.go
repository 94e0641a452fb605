package scenes

import (
	"math"
	"math/rand/v2"
)

// Set is a tile set. Lengths are millimetres, Big and Small are letter heights over the side.
type Set struct {
	Side         float64               `json:"side"`
	Thickness    float64               `json:"thickness"`
	Gap          float64               `json:"gap"`
	Pitch        float64               `json:"pitch"`
	Corner       float64               `json:"corner"`
	Bevel        float64               `json:"bevel"`
	Variant      string                `json:"variant"`
	Frame        bool                  `json:"frame"`
	Big          float64               `json:"big"`
	Small        float64               `json:"small"`
	smallX       float64               // of the small letter, over the side
	smallY       float64               // down
	gloss, power float64               // strength and exponent of the Blinn-Phong lobe
	colors       map[string][3]float64 // linear reflectance
	ink          [3]float64
	face         *typeface
}

func between(r *rand.Rand, low, high float64) float64 { return low + (high-low)*r.Float64() }

func linear(v float64) float64 { return math.Pow(v, 2.2) }

// plastics are the players' colors and the banks' gray, sRGB.
var plastics = map[string][3]float64{
	"red": {0.75, 0.13, 0.17}, "purple": {0.4, 0.2, 0.58}, "yellow": {0.92, 0.72, 0.13}, "green": {0.18, 0.54, 0.25}, "gray": {0.52, 0.53, 0.54}}

func drawSet(r *rand.Rand, face *typeface) Set {
	side, gap := between(r, 20, 28), between(r, 0, 0.6)
	s := Set{Side: side, Thickness: between(r, 4, 8), Gap: gap, Pitch: side + gap, Corner: side * between(r, 0.06, 0.14), Bevel: between(r, 0.4, 0.9),
		Variant: "plain", Frame: r.Float64() < 0.25, Big: between(r, 0.46, 0.6), Small: between(r, 0.16, 0.21),
		gloss: between(r, 0.02, 0.3), power: between(r, 15, 120), colors: map[string][3]float64{}, face: face}
	e := 0.5 - 0.055 - s.Small/2
	s.smallX, s.smallY = e*float64(2*r.IntN(2)-1), e*float64(2*r.IntN(2)-1)
	dark := r.IntN(2) == 0
	s.ink = [3]float64{0.88, 0.86, 0.8}
	if dark {
		s.ink = [3]float64{0.01, 0.01, 0.02}
	}
	for _, name := range append([]string{"gray"}, players...) { // in a fixed order: equal seeds, equal sets
		c, bright := plastics[name], between(r, 0.92, 1.06)
		for k := range c {
			v := c[k]*bright + 0.02*r.NormFloat64()
			if dark {
				v += (1 - v) * 0.2
			}
			c[k] = linear(min(max(v, 0.01), 0.98))
		}
		s.colors[name] = c
	}
	return s
}

// printed is how much ink lies on a face at u right and v down of its middle, over the side.
func (s *Set) printed(t *Tile, u, v float64) float64 {
	ink := 0.0
	if t.Up != "" {
		g := &s.face[t.Up[0]-'A']
		squeeze := min(1, 0.68/(g.wide*s.Big))
		ink = g.at((u+0.02*math.Copysign(1, s.smallX))/s.Big/squeeze, (v+0.02*math.Copysign(1, s.smallY))/s.Big)
		if t.Down != "" {
			ink = max(ink, s.face[t.Down[0]-'A'].at((u-s.smallX)/s.Small, (v-s.smallY)/s.Small))
		}
	}
	if a := max(math.Abs(u), math.Abs(v)); s.Frame && a > 0.405 && a < 0.43 {
		ink = 1
	}
	return ink
}
