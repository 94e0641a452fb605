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
	px := expose(r, t, quad, w, h)
	spoil(r, px, w, h)
	img := image.NewGray(image.Rect(0, 0, w, h))
	for i, v := range px {
		img.Pix[i] = uint8(min(max(v, 0), 255) + 0.5)
	}
	img = squeeze(r, img)
	g := glyph.Gray{W: w, H: h, Pix: img.Pix}
	return g.Cut(miscut(r, quad), faceSize)
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

// expose renders the tile with a few samples a pixel, fewer where pixels are small beside the blur.
func expose(r *rand.Rand, t *tile, q glyph.Quad, w, h int) []float32 {
	back := inverse(q.Homography())
	light := drawLight(r)
	n := 1
	if w < 100 {
		n = 2
	}
	if w < 50 {
		n = 3
	}
	px := make([]float32, w*h)
	for y := range h {
		for x := range w {
			shade, ink := 0.0, 0.0
			for s := range n * n {
				u, v := back.Apply(float64(x)+(float64(s%n)+0.5)/float64(n)-0.5, float64(y)+(float64(s/n)+0.5)/float64(n)-0.5)
				a, b := t.surface(u-0.5, v-0.5)
				shade, ink = shade+a, ink+b
			}
			u, v := back.Apply(float64(x), float64(y))
			px[y*w+x] = float32(light.on(shade/float64(n*n), ink/float64(n*n), u-0.5, v-0.5))
		}
	}
	return px
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

// spoil adds blur, motion, noise and the sharpening that cameras do.
func spoil(r *rand.Rand, px []float32, w, h int) {
	smooth(px, w, h, between(r, 0.3, 1.1))
	if chance(r, 0.08) {
		shake(px, w, h, between(r, 1.5, 5), between(r, 0, math.Pi))
	}
	sigma := float32(between(r, 0.5, 7))
	fine, coarse := make([]float32, w*h), make([]float32, w*h)
	for i := range fine {
		fine[i], coarse[i] = float32(r.NormFloat64()), float32(r.NormFloat64())
	}
	smooth(coarse, w, h, 0.8)
	for i := range px {
		px[i] += sigma * (0.6*fine[i] + 1.2*coarse[i])
	}
	if chance(r, 0.7) {
		amount := float32(between(r, 0, 0.9))
		soft := append([]float32(nil), px...)
		smooth(soft, w, h, 1.2)
		for i := range px {
			px[i] += amount * (px[i] - soft[i])
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

// squeeze sends most pictures through JPEG.
func squeeze(r *rand.Rand, img *image.Gray) *image.Gray {
	if chance(r, 0.25) {
		return img
	}
	var buf bytes.Buffer
	if err := jpeg.Encode(&buf, img, &jpeg.Options{Quality: 50 + r.IntN(46)}); err != nil {
		return img
	}
	out, err := jpeg.Decode(&buf)
	if err != nil {
		return img
	}
	g, ok := out.(*image.Gray)
	if !ok || g.Stride != img.Stride {
		return img
	}
	return g
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
