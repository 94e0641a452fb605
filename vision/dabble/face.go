package dabble

import (
	"math"

	"tilewatch/calibration"
	"tilewatch/ocr/glyph"
	"tilewatch/vision"
)

// faceSize is the side of the faces handed to the letter reader, pixels.
const faceSize = 48

// cutout is a face cut out of the picture, red, green, blue, row-major.
type cutout struct {
	size   int
	pixels [][3]uint8
}

// at is the pixel's place.
func (m *cutout) at(x, y int) [3]uint8 { return m.pixels[y*m.size+x] }

// cut cuts a part of a patch out, from x0, y0 to x1, y1 in sides from its middle.
func cut(r *vision.Raster, cam *calibration.Camera, p *patch, size int, x0, y0, x1, y1 float64) cutout {
	var q glyph.Quad
	for i, c := range [4][2]float64{{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}} {
		v := p.middle.add(p.x.times(c[0])).add(p.y.times(c[1]))
		at := cam.Project(v[0], v[1], v[2])
		q[i] = [2]float64{at.X, at.Y}
	}
	samples := oneSample
	if longestSide(q) > fineEnough*float64(size) {
		samples = fourSamples
	}
	return cutQuad(r, q, size, samples)
}

// fineEnough is how many of the picture's pixels one of a cutout's may stand for and still be sampled but once.
const fineEnough = 1.25

// longestSide is the length of a quad's longest side, pixels.
func longestSide(q glyph.Quad) float64 {
	most := 0.0
	for i, c := range q {
		d := q[(i+1)%len(q)]
		most = max(most, math.Hypot(d[0]-c[0], d[1]-c[1]))
	}
	return most
}

// Where in a pixel it is sampled, in pixels from its middle.
var (
	fourSamples = [][2]float64{{-0.25, -0.25}, {0.25, -0.25}, {-0.25, 0.25}, {0.25, 0.25}}
	oneSample   = [][2]float64{{0, 0}}
)

// cutQuad cuts out what lies within the quad; each pixel is the mean of the samples.
func cutQuad(r *vision.Raster, q glyph.Quad, size int, samples [][2]float64) cutout {
	h := q.Homography()
	m := cutout{size: size, pixels: make([][3]uint8, size*size)}
	step, n := 1/float64(size), float64(len(samples))
	for i := range m.pixels {
		u, v := (float64(i%size)+0.5)*step, (float64(i/size)+0.5)*step
		var sum [3]float64
		for _, d := range samples {
			x, y := h.Apply(u+d[0]*step, v+d[1]*step)
			c := sample(r, x, y)
			sum[0], sum[1], sum[2] = sum[0]+c[0], sum[1]+c[1], sum[2]+c[2]
		}
		m.pixels[i] = [3]uint8{uint8(sum[2]/n + 0.5), uint8(sum[1]/n + 0.5), uint8(sum[0]/n + 0.5)}
	}
	return m
}

// sample is the bilinear sample, clamped to the picture: blue, green, red.
func sample(r *vision.Raster, x, y float64) [3]float64 {
	if !(x >= 0) { // nor a number
		x = 0
	}
	if !(y >= 0) {
		y = 0
	}
	x, y = min(x, float64(r.W)-1.001), min(y, float64(r.H)-1.001)
	ix, iy := int(x), int(y)
	fx, fy := x-float64(ix), y-float64(iy)
	i := 3 * (iy*r.W + ix)
	j := i + 3*r.W
	a, b, c, d := (1-fx)*(1-fy), fx*(1-fy), (1-fx)*fy, fx*fy
	px := r.BGR
	return [3]float64{
		a*float64(px[i]) + b*float64(px[i+3]) + c*float64(px[j]) + d*float64(px[j+3]),
		a*float64(px[i+1]) + b*float64(px[i+4]) + c*float64(px[j+1]) + d*float64(px[j+4]),
		a*float64(px[i+2]) + b*float64(px[i+5]) + c*float64(px[j+2]) + d*float64(px[j+5]),
	}
}
