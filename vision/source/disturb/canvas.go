package disturb

import (
	"image"
	rgba "image/color"
	"math"
	"math/rand/v2"

	"gocv.io/x/gocv"
)

// canvas is a frame that is drawn on.
type canvas struct {
	mat, work *gocv.Mat
	px        []uint8 // of mat, BGR
	w, h      int
	t         float64 // seconds
	rng       *rand.Rand
	err       error
}

// color is blue, green, red.
type color [3]float64

// box is a rectangle whose sides are given for a picture of 1280 x 720: its corner and its size.
func (c *canvas) box(x, y, w, h float64) image.Rectangle {
	sx, sy := float64(c.w)/1280, float64(c.h)/720
	return image.Rect(int(x*sx), int(y*sy), int((x+w)*sx), int((y+h)*sy)).Intersect(image.Rect(0, 0, c.w, c.h))
}

// each changes the pixels of a rectangle: u and v are their places in it, 0 to 1.
func (c *canvas) each(r image.Rectangle, change func(p []uint8, u, v float64)) {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			i := 3 * (y*c.w + x)
			change(c.px[i:i+3:i+3], (float64(x-r.Min.X)+0.5)/float64(r.Dx()), (float64(y-r.Min.Y)+0.5)/float64(r.Dy()))
		}
	}
}

// paint fills a rectangle.
func (c *canvas) paint(r image.Rectangle, with color) {
	c.each(r, func(p []uint8, _, _ float64) { set(p, with) })
}

// scale multiplies all of the picture, by channel.
func (c *canvas) scale(by color) {
	var table [3][256]uint8
	for k := range table {
		for v := range table[k] {
			table[k][v] = clip(float64(v) * by[k])
		}
	}
	for i, v := range c.px {
		c.px[i] = table[i%3][v]
	}
}

// warp turns the picture about its middle, degrees, and moves it, pixels of 1280 x 720. What comes in at the edge repeats it.
func (c *canvas) warp(degrees, dx, dy float64) {
	m := gocv.GetRotationMatrix2D(image.Pt(c.w/2, c.h/2), degrees, 1)
	defer m.Close()
	m.SetDoubleAt(0, 2, m.GetDoubleAt(0, 2)+dx*float64(c.w)/1280)
	m.SetDoubleAt(1, 2, m.GetDoubleAt(1, 2)+dy*float64(c.h)/720)
	if c.err = gocv.WarpAffineWithParams(*c.mat, c.work, m, image.Pt(c.w, c.h), gocv.InterpolationLinear, gocv.BorderReplicate, rgba.RGBA{}); c.err == nil {
		c.err = c.work.CopyTo(c.mat)
	}
}

// blur smooths the picture by a Gaussian of that standard deviation, pixels of 1280 x 720.
func (c *canvas) blur(sigma float64) {
	sigma *= float64(c.w) / 1280
	if sigma < 0.3 {
		return
	}
	if c.err = gocv.GaussianBlur(*c.mat, c.work, image.Point{}, sigma, sigma, gocv.BorderReplicate); c.err == nil {
		c.err = c.work.CopyTo(c.mat)
	}
}

func set(p []uint8, with color) {
	for k := range p {
		p[k] = clip(with[k])
	}
}

// mix lays a color over a pixel, so much of it.
func mix(p []uint8, with color, share float64) {
	for k := range p {
		p[k] = clip((1-share)*float64(p[k]) + share*with[k])
	}
}

func clip(v float64) uint8 { return uint8(min(255, max(0, v+0.5))) }

// within is the time since the last multiple of a period.
func (c *canvas) within(period float64) float64 { return math.Mod(c.t, period) }

// wave swings between -1 and 1.
func (c *canvas) wave(period float64) float64 { return math.Sin(2 * math.Pi * c.t / period) }
