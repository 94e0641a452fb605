package main

import (
	"bytes"
	"image"
	"image/jpeg"
	"math"
	"math/rand/v2"

	"tilewatch/ocr/glyph"
)

// faceSize is the size of the faces that are trained on.
const faceSize = 48

// shoot photographs the tile and cuts its face out again, a little off.
func shoot(r *rand.Rand, t *tile) glyph.Face {
	quad, w, h := pose(r)
	gray, chroma := expose(r, t, quad, w, h)
	c := camera{blur: between(r, 0.3, 1.1), noise: between(r, 0.5, 7), quality: 50 + r.IntN(50)}
	if chance(r, 0.08) {
		c.shake, c.angle = between(r, 1.5, 5), between(r, 0, math.Pi)
	}
	if chance(r, 0.7) {
		c.sharpen = between(r, 0, 0.9)
	}
	c.spoil(r, gray, w, h)
	c.spoil(r, chroma, w, h)
	coarsen(chroma, w, h, c.noise)
	p := glyph.Picture{Gray: c.squeeze(gray, w, h, 0), Chroma: c.squeeze(chroma, w, h, 12)}
	return p.Cut(miscut(r, quad), faceSize)
}

// pose puts the tile into a picture just large enough: any turn, tilted, 24 to 120 pixels a side.
func pose(r *rand.Rand) (q glyph.Quad, w, h int) {
	long := 24 * math.Pow(5, math.Pow(r.Float64(), 1.2))
	ratio := 1.0
	if chance(r, 0.7) {
		ratio = between(r, 0.55, 1)
	}
	short := max(long*ratio, 22)
	inner, outer := between(r, 0, 2*math.Pi), between(r, 0, 2*math.Pi)
	low, high := [2]float64{1e9, 1e9}, [2]float64{-1e9, -1e9}
	tilt := between(r, -0.06, 0.06)
	for i, c := range [4][2]float64{{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}} {
		x := (c[0]*math.Cos(inner) - c[1]*math.Sin(inner)) * long
		y := (c[0]*math.Sin(inner) + c[1]*math.Cos(inner)) * short
		s := 1 + tilt*y/long
		x, y = x*s, y*s
		q[i] = [2]float64{x*math.Cos(outer) - y*math.Sin(outer), x*math.Sin(outer) + y*math.Cos(outer)}
		for d := range 2 {
			low[d], high[d] = min(low[d], q[i][d]), max(high[d], q[i][d])
		}
	}
	margin := 4 + 0.12*long
	for i := range q {
		q[i][0] += margin - low[0] + r.Float64()
		q[i][1] += margin - low[1] + r.Float64()
	}
	return q, int(high[0]-low[0]+2*margin) + 1, int(high[1]-low[1]+2*margin) + 1
}

// expose renders the tile's gray and chroma with a few samples a pixel, fewer where pixels are small beside the blur.
func expose(r *rand.Rand, t *tile, q glyph.Quad, w, h int) (gray, chroma []float32) {
	back := inverse(q.Homography())
	light := drawLight(r)
	n := 1
	if w < 100 {
		n = 2
	}
	if w < 50 {
		n = 3
	}
	gray, chroma = make([]float32, w*h), make([]float32, w*h)
	share := 1 / float64(n*n)
	for y := range h {
		for x := range w {
			var p paint
			ink := 0.0
			for s := range n * n {
				u, v := back.Apply(float64(x)+(float64(s%n)+0.5)/float64(n)-0.5, float64(y)+(float64(s/n)+0.5)/float64(n)-0.5)
				a, b := t.surface(u-0.5, v-0.5)
				p.gray, p.chroma, ink = p.gray+a.gray*share, p.chroma+a.chroma*share, ink+b*share
			}
			u, v := back.Apply(float64(x), float64(y))
			p = light.on(p, ink, u-0.5, v-0.5)
			gray[y*w+x], chroma[y*w+x] = float32(p.gray), float32(p.chroma)
		}
	}
	return gray, chroma
}

// inverse is the map back.
func inverse(m glyph.Homography) glyph.Homography {
	a, b, c, d, e, f, g, h := m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7]
	w := a*e - b*d
	return glyph.Homography{
		(e - f*h) / w, (c*h - b) / w, (b*f - c*e) / w,
		(f*g - d) / w, (a - c*g) / w, (c*d - a*f) / w,
		(d*h - e*g) / w, (b*g - a*h) / w,
	}
}

// camera is what a camera does to a picture: pixels, gray levels, radians, JPEG quality (from 90 on there is none).
type camera struct {
	blur, shake, angle, noise, sharpen float64
	quality                            int
}

// spoil adds blur, motion, noise and the sharpening that cameras do.
func (c *camera) spoil(r *rand.Rand, px []float32, w, h int) {
	smooth(px, w, h, c.blur)
	if c.shake > 0 {
		shake(px, w, h, c.shake, c.angle)
	}
	fine, coarse := make([]float32, w*h), make([]float32, w*h)
	for i := range fine {
		fine[i], coarse[i] = float32(r.NormFloat64()), float32(r.NormFloat64())
	}
	smooth(coarse, w, h, 0.8)
	for i := range px {
		px[i] += float32(c.noise) * (0.6*fine[i] + 1.2*coarse[i])
	}
	if c.sharpen > 0 {
		soft := append([]float32(nil), px...)
		smooth(soft, w, h, 1.2)
		for i := range px {
			px[i] += float32(c.sharpen) * (px[i] - soft[i])
		}
	}
}

// coarsen leaves one value of four, as JPEG does with color, and adds what noise does to the difference of channels.
func coarsen(px []float32, w, h int, noise float64) {
	small := make([]float32, (w/2+1)*(h/2+1))
	at := func(x, y int) float32 { return px[min(y, h-1)*w+min(x, w-1)] }
	sw, sh := (w+1)/2, (h+1)/2
	for y := range sh {
		for x := range sw {
			small[y*sw+x] = (at(2*x, 2*y) + at(2*x+1, 2*y) + at(2*x, 2*y+1) + at(2*x+1, 2*y+1)) / 4
		}
	}
	floor := float32(noise * noise)
	for y := range h {
		for x := range w {
			// The four small pixels around, three quarters from the nearest.
			nx, ny := min(max(x/2+x%2*2-1, 0), sw-1), min(max(y/2+y%2*2-1, 0), sh-1)
			a := 0.75*small[y/2*sw+x/2] + 0.25*small[y/2*sw+nx]
			b := 0.75*small[ny*sw+x/2] + 0.25*small[ny*sw+nx]
			v := 0.75*a + 0.25*b
			px[y*w+x] = float32(math.Sqrt(float64(v*v + floor)))
		}
	}
}

// shake averages along a line.
func shake(px []float32, w, h int, length, angle float64) {
	src := append([]float32(nil), px...)
	const n = 9
	for y := range h {
		for x := range w {
			sum := float32(0)
			for i := range n {
				d := (float64(i)/(n-1) - 0.5) * length
				sx := min(max(int(float64(x)+d*math.Cos(angle)+0.5), 0), w-1)
				sy := min(max(int(float64(y)+d*math.Sin(angle)+0.5), 0), h-1)
				sum += src[sy*w+sx]
			}
			px[y*w+x] = sum / n
		}
	}
}

// squeeze sends the picture through JPEG, so much worse than the camera's quality.
func (c *camera) squeeze(px []float32, w, h, worse int) *glyph.Gray {
	img := image.NewGray(image.Rect(0, 0, w, h))
	for i, v := range px {
		img.Pix[i] = uint8(min(max(v, 0), 255) + 0.5)
	}
	plain := &glyph.Gray{W: w, H: h, Pix: img.Pix}
	if c.quality >= 90 {
		return plain
	}
	var buf bytes.Buffer
	if err := jpeg.Encode(&buf, img, &jpeg.Options{Quality: c.quality - worse}); err != nil {
		return plain
	}
	back, err := jpeg.Decode(&buf)
	if err != nil {
		return plain
	}
	if g, ok := back.(*image.Gray); ok {
		for y := range h {
			copy(plain.Pix[y*w:(y+1)*w], g.Pix[y*g.Stride:])
		}
	}
	return plain
}

// miscut moves the corners as a detector would: shifted, scaled, turned and skewed a little.
func miscut(r *rand.Rand, q glyph.Quad) glyph.Quad {
	m := q.Homography()
	level := between(r, 0.2, 1)
	dx, dy := 0.025*level*r.NormFloat64(), 0.025*level*r.NormFloat64()
	angle, scale := 0.025*level*r.NormFloat64(), 1+0.03*level*r.NormFloat64()
	var out glyph.Quad
	for i, c := range [4][2]float64{{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}} {
		u := scale*(c[0]*math.Cos(angle)-c[1]*math.Sin(angle)) + dx + 0.012*level*r.NormFloat64()
		v := scale*(c[0]*math.Sin(angle)+c[1]*math.Cos(angle)) + dy + 0.012*level*r.NormFloat64()
		out[i][0], out[i][1] = m.Apply(u+0.5, v+0.5)
	}
	return out
}
