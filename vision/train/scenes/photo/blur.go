package photo

import (
	"math"
	"math/rand/v2"
	"sync"
)

// gauss is half a normalized Gauss kernel, its middle first; it ends where the weight falls below 0.5 %.
func gauss(sigma float64) []float32 {
	var half []float32
	sum := 0.0
	for i := 0; ; i++ {
		v := math.Exp(-float64(i*i) / (2 * sigma * sigma))
		if v < 0.005 {
			break
		}
		half = append(half, float32(v))
		sum += v * float64(min(i, 1)+1)
	}
	for i := range half {
		half[i] /= float32(sum)
	}
	return half
}

func (f *frame) blur(sigma float64) {
	if half := gauss(sigma); len(half) > 1 {
		f.pix = f.filtered(half)
	}
}

// filtered is the frame after a separable filter.
func (f *frame) filtered(half []float32) []float32 {
	n, w := len(half)-1, 3*f.w
	row, out := make([]float32, w+6*n), make([]float32, len(f.pix))
	across := make([]float32, len(f.pix))
	for y := range f.h {
		from, to := f.pix[y*w:][:w], across[y*w:][:w]
		copy(row[3*n:], from)
		for i := range 3 * n {
			row[i], row[3*n+w+i] = from[i%3], from[w-3+i%3]
		}
		for i := range to {
			to[i] = row[3*n+i] * half[0]
		}
		for k := 1; k <= n; k++ {
			add(to, row[3*(n-k):], row[3*(n+k):], half[k])
		}
	}
	for y := range f.h {
		to := out[y*w:][:w]
		for i, v := range across[y*w:][:w] {
			to[i] = v * half[0]
		}
		for k := 1; k <= n; k++ {
			add(to, across[max(y-k, 0)*w:], across[min(y+k, f.h-1)*w:], half[k])
		}
	}
	return out
}

func add(to, a, b []float32, weight float32) {
	a, b = a[:len(to)], b[:len(to)]
	for i := range to {
		to[i] += (a[i] + b[i]) * weight
	}
}

// haloSigma is the width of the sharpening's halo, in pixels.
const haloSigma = 1.2

func (f *frame) sharpen(share float32) {
	soft := f.filtered(gauss(haloSigma))
	for i, v := range soft {
		f.pix[i] += share * (f.pix[i] - v)
	}
}

// shake blurs along a line.
func (f *frame) shake(length, angle float64) {
	n := int(length) + 2
	sin, cos := math.Sincos(angle)
	out := make([]float32, len(f.pix))
	for k := range n {
		d := length * (float64(k)/float64(n-1) - 0.5)
		dx, dy := int(math.Round(d*cos)), int(math.Round(d*sin))
		for y := range f.h {
			from, to := f.pix[min(max(y+dy, 0), f.h-1)*3*f.w:][:3*f.w], out[y*3*f.w:][:3*f.w]
			first, last := max(0, -dx), min(f.w, f.w-dx)
			for i, v := range from[3*(first+dx) : 3*(last+dx)] {
				to[3*first+i] += v / float32(n)
			}
			for x := range f.w {
				if x < first || x >= last {
					copyAdd(to[3*x:][:3], from[3*min(max(x+dx, 0), f.w-1):][:3], 1/float32(n))
				}
			}
		}
	}
	f.pix = out
}

func copyAdd(to, from []float32, k float32) {
	for i := range to {
		to[i] += from[i] * k
	}
}

// grainSize is the side of the field of noise that all pictures share, each from another place.
const grainSize = 512

var grains = sync.OnceValue(func() []float32 {
	r := rand.New(rand.NewPCG(1, 2))
	f := &frame{make([]float32, 3*grainSize*grainSize), grainSize, grainSize}
	for i := range f.pix {
		f.pix[i] = float32(r.NormFloat64())
	}
	soft := f.filtered(gauss(0.8))
	for i := range f.pix {
		f.pix[i] = 0.6*f.pix[i] + 0.75*soft[i]
	}
	return f.pix
})
