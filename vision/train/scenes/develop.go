package scenes

import (
	"image"
	"math"
	"math/rand/v2"
)

// develop is what camera and sensor make of the light.
type develop struct {
	exposure, vignette, noise, blur float64
	white                           [3]float64
}

func drawDevelop(r *rand.Rand) develop {
	return develop{between(r, 0.35, 0.5), between(r, 0, 0.25), between(r, 0.003, 0.014), between(r, 0.1, 0.5),
		[3]float64{between(r, 0.95, 1.05), 1, between(r, 0.95, 1.05)}}
}

func (d *develop) develop(light []vec, w, h int, r *rand.Rand) *image.RGBA {
	mean := 1e-9
	for i := 0; i < len(light); i += 97 {
		mean += (light[i][0] + light[i][1] + light[i][2]) / 3 / float64(len(light)/97+1)
	}
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	soft, gain := d.soften(light, w, h), linear(d.exposure+0.12)/mean
	var curve [1025]float64
	for i := range curve {
		curve[i] = math.Pow(float64(i)/1024, 1/2.2)
	}
	for i, c := range soft {
		x, y := float64(i%w)/float64(w)-0.5, float64(i/w)/float64(h)-0.5
		k := gain * (1 - d.vignette*2*(x*x+y*y))
		for j := range c {
			v := curve[int(min(max(c[j]*k*d.white[j], 0), 1)*1024)] + d.noise*r.NormFloat64()
			img.Pix[4*i+j] = uint8(min(max(v, 0), 1)*255 + 0.5)
		}
		img.Pix[4*i+3] = 255
	}
	return img
}

// soften blurs by a separable kernel of three pixels.
func (d *develop) soften(from []vec, w, h int) []vec {
	side, mid := d.blur/2, 1-d.blur
	to, out := make([]vec, len(from)), make([]vec, len(from))
	for i := range from {
		a, b := from[max(i-1, i/w*w)], from[min(i+1, i/w*w+w-1)]
		to[i] = from[i].mul(mid).add(a.add(b).mul(side))
	}
	for i := range to {
		a, b := to[max(i-w, i%w)], to[min(i+w, (h-1)*w+i%w)]
		out[i] = to[i].mul(mid).add(a.add(b).mul(side))
	}
	return out
}
