package photo

import (
	"image"
	"math"
	"math/rand/v2"
)

// frame is linear light or display values: red, green and blue of each pixel in turn.
type frame struct {
	pix  []float32
	w, h int
}

// Develop makes the picture of w x h pixels from linear light (red, green, blue in turn, which it changes). incident is the light that falls on the table,
// over which a white one would have the value incident.
func (s *Settings) Develop(light []float32, w, h int, incident float64, seed uint64) *image.RGBA {
	f := &frame{light, w, h}
	s.expose(f, incident)
	f.blur(s.Defocus)
	if s.Motion > 0 {
		f.shake(s.Motion, s.Direction)
	}
	s.grain(f, seed)
	s.tone(f)
	if s.Sharpen > 0 {
		f.sharpen(float32(s.Sharpen))
	}
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	for i, o := 0, 0; i < len(f.pix); i, o = i+3, o+4 {
		for k := range 3 {
			img.Pix[o+k] = uint8(min(max(f.pix[i+k]*255+0.5, 0), 255))
		}
		img.Pix[o+3] = 255
	}
	return img
}

// brightest is a white table's value at most: cameras do not make a dark table gray.
const brightest = 1.7

// meter is the exposure's gain: half the incident light, half the picture's own brightness (the mean of the logarithm).
func (s *Settings) meter(f *frame, incident float64) float64 {
	sum, n := 0.0, 0.0
	for i := 0; i < len(f.pix)-2; i += 3 * 61 {
		v := 0.2126*float64(f.pix[i])*s.White[0] + 0.7152*float64(f.pix[i+1]) + 0.0722*float64(f.pix[i+2])*s.White[2]
		sum, n = sum+math.Log(v+1e-3), n+1
	}
	return s.Exposure * min(math.Sqrt(0.95/(0.9*incident)*0.27/math.Exp(sum/n)), brightest/incident)
}

func (s *Settings) expose(f *frame, incident float64) {
	gain := s.meter(f, incident)
	var k [3]float32
	for c := range k {
		k[c] = float32(gain * s.White[c])
	}
	far := float32(s.Vignette) / float32(f.w*f.w+f.h*f.h) * 4
	for y := range f.h {
		dy := float32(y) - float32(f.h)/2
		for x := range f.w {
			dx := float32(x) - float32(f.w)/2
			dark, p := 1-far*(dx*dx+dy*dy), f.pix[3*(y*f.w+x):][:3]
			p[0], p[1], p[2] = p[0]*k[0]*dark, p[1]*k[1]*dark, p[2]*k[2]*dark
		}
	}
}

// steps is how many values of a curve its table has over 0 to 1.
const steps = 2048

// tone is a soft shoulder above knee, the sRGB curve, an S curve and the saturation.
func (s *Settings) tone(f *frame) {
	const knee, white = 0.75, 3 // white: the light from which on all is white
	var curve [white*steps + 1]float32
	for i := range curve {
		v := float64(i) / steps
		if v > knee {
			v = knee + (1-knee)*(1-math.Exp(-(v-knee)/(1-knee)*0.75))
		}
		v = encode(v)
		curve[i] = float32(v + s.Contrast*(v*v*(3-2*v)-v))
	}
	full := float32(s.Saturation)
	for i := 0; i < len(f.pix); i += 3 {
		p := f.pix[i : i+3]
		for k, v := range p {
			p[k] = curve[int(min(max(v, 0), white)*steps)]
		}
		gray := (p[0] + p[1] + p[2]) / 3
		p[0], p[1], p[2] = gray+(p[0]-gray)*full, gray+(p[1]-gray)*full, gray+(p[2]-gray)*full
	}
}

// encode is the sRGB curve.
func encode(v float64) float64 {
	if v <= 0.0031308 {
		return 12.92 * v
	}
	return 1.055*math.Pow(v, 1/2.4) - 0.055
}

// grain adds shot and read noise, partly correlated between neighbors as a demosaiced sensor's.
func (s *Settings) grain(f *frame, seed uint64) {
	noise, r := grains(), rand.New(rand.NewPCG(seed, 1))
	ox, oy, sigma := r.IntN(grainSize), r.IntN(grainSize), float32(s.Noise)
	var root [257]float32 // standard deviation by light
	for i := range root {
		root[i] = sigma * float32(math.Sqrt(float64(i)/256*1.5+0.08))
	}
	for y := range f.h {
		row := noise[(y+oy)%grainSize*grainSize*3:][:grainSize*3]
		for x := range f.w {
			p, n := f.pix[3*(y*f.w+x):][:3], row[(x+ox)%grainSize*3:][:3]
			for k := range p {
				p[k] += n[k] * root[int(min(max(p[k], 0), 1)*256)]
			}
		}
	}
}
