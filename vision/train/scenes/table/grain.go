package table

import (
	"math"
	"math/rand/v2"
	"sync"
)

const knots = 64 // of slow noise a side

// slow is noise that varies over decimetres: wear, and where the cloth is pulled to. It does not repeat within a table.
type slow struct {
	values   []rgb   // each -1 to 1
	scale    float64 // knots per mm
	cos, sin float64
}

func newSlow(r *rand.Rand) slow {
	s := slow{values: make([]rgb, knots*knots), scale: 1 / logBetween(r, 50, 200)}
	s.sin, s.cos = math.Sincos(between(r, 0, 2*math.Pi))
	for i := range s.values {
		s.values[i] = rgb{2*r.Float32() - 1, 2*r.Float32() - 1, 2*r.Float32() - 1}
	}
	return s
}

func (s *slow) at(x, y float64) rgb {
	u, v := (s.cos*x+s.sin*y)*s.scale, (s.cos*y-s.sin*x)*s.scale
	fu, fv := math.Floor(u), math.Floor(v)
	a, b := float32(u-fu), float32(v-fv)
	a, b = a*a*(3-2*a), b*b*(3-2*b)
	i, j := int(fu), int(fv)
	x0, x1, y0, y1 := i&(knots-1), (i+1)&(knots-1), (j&(knots-1))*knots, ((j+1)&(knots-1))*knots
	return s.values[y0+x0].mix(s.values[y0+x1], a).mix(s.values[y1+x0].mix(s.values[y1+x1], a), b)
}

const (
	grainSize  = 256
	grainPitch = 0.3 // mm of a texel: about a thread
)

// grain is fine noise of mean 0 with its coarser levels: it fades as the footprint grows.
type grain struct{ levels [][]float32 }

// grains are speckle, weave, twill and brushed noise, made once.
var grains = sync.OnceValue(func() []*grain {
	r := rand.New(rand.NewPCG(1, 2))
	speckle := func(_, _ int) float64 { return r.NormFloat64() * 0.5 }
	weave := func(x, y int) float64 {
		return 0.7*math.Sin(float64(x)*math.Pi/4)*math.Sin(float64(y)*math.Pi/4) + 0.2*r.NormFloat64()
	}
	twill := func(x, y int) float64 { return 0.6*math.Sin(float64(x+y)*math.Pi/4) + 0.25*r.NormFloat64() }
	run := 0.0
	brushed := func(_, _ int) float64 { run = 0.95*run + 0.2*r.NormFloat64(); return run }
	var all []*grain
	for _, f := range []func(x, y int) float64{speckle, weave, twill, brushed} {
		all = append(all, newGrain(f))
	}
	return all
})

func newGrain(f func(x, y int) float64) *grain {
	level, mean := make([]float32, grainSize*grainSize), float32(0)
	for i := range level {
		level[i] = float32(min(max(f(i%grainSize, i/grainSize), -1), 1))
		mean += level[i] / float32(len(level))
	}
	for i := range level {
		level[i] -= mean
	}
	return &grain{levels: pyramid(level, grainSize, 16)}
}

// pyramid is a square of n x n values with its coarser levels, each the means of 2 x 2 values of the one before, down to a side of least.
func pyramid(level []float32, n, least int) (levels [][]float32) {
	for ; n >= least; n /= 2 {
		levels = append(levels, level)
		next := make([]float32, n*n/4)
		for i := range next {
			x, y := 2*(i%(n/2)), 2*(i/(n/2))
			next[i] = (level[y*n+x] + level[y*n+x+1] + level[(y+1)*n+x] + level[(y+1)*n+x+1]) / 4
		}
		level = next
	}
	return levels
}

func (g *grain) at(x, y, radius float64) float32 {
	level := 0.0
	if w := 2 * radius / grainPitch; w > 1 {
		level = log2(w)
	}
	k := int(level)
	if k >= len(g.levels)-1 {
		return 0
	}
	u, v := x/grainPitch, y/grainPitch
	a, f := g.bilinear(k, u, v), float32(level-float64(k))
	if f == 0 {
		return a
	}
	if k == len(g.levels)-2 {
		return a * (1 - f) // fades out
	}
	return a + f*(g.bilinear(k+1, u, v)-a)
}

func (g *grain) bilinear(k int, u, v float64) float32 {
	scale := 1 / float64(int(1)<<k)
	u, v = u*scale-0.5, v*scale-0.5
	fu, fv := math.Floor(u), math.Floor(v)
	n, l := grainSize>>k, g.levels[k]
	i, j := int(fu), int(fv)
	x0, x1, y0, y1 := i&(n-1), (i+1)&(n-1), (j&(n-1))*n, ((j+1)&(n-1))*n
	a, b := float32(u-fu), float32(v-fv)
	low := l[y0+x0] + a*(l[y0+x1]-l[y0+x0])
	high := l[y1+x0] + a*(l[y1+x1]-l[y1+x0])
	return low + b*(high-low)
}
