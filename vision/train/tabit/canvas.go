package main

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"math/rand/v2"

	"golang.org/x/image/vector"
)

// point is a place on the card, mm from its middle, x to the right, y down.
type point struct{ x, y float64 }

// path are closed loops.
type path [][]point

// The size and the resolution of the canvas around the middle of a box.
const (
	canvasWidth  = 92.0 // mm
	canvasHeight = 112.0
	pixelsPerMM  = 4.0
)

type canvas struct{ *image.RGBA }

func newCanvas(ground color.RGBA) canvas {
	c := canvas{image.NewRGBA(image.Rect(0, 0, canvasWidth*pixelsPerMM, canvasHeight*pixelsPerMM))}
	draw.Draw(c, c.Rect, image.NewUniform(ground), image.Point{}, draw.Src)
	return c
}

// fill paints the inside of the loops. The rasterizer is only as large as they are, for it clears itself each time.
func (c canvas) fill(p path, ink color.RGBA) {
	box := p.pixels().Intersect(c.Rect)
	if box.Empty() {
		return
	}
	z := vector.NewRasterizer(box.Dx(), box.Dy())
	for _, loop := range p {
		for i, q := range loop {
			x, y := float32((q.x+canvasWidth/2)*pixelsPerMM)-float32(box.Min.X), float32((q.y+canvasHeight/2)*pixelsPerMM)-float32(box.Min.Y)
			if i == 0 {
				z.MoveTo(x, y)
			} else {
				z.LineTo(x, y)
			}
		}
		z.ClosePath()
	}
	z.Draw(c, box, image.NewUniform(ink), image.Point{})
}

// pixels is the part of the canvas that the path may touch.
func (p path) pixels() image.Rectangle {
	low, high := point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	for _, loop := range p {
		for _, q := range loop {
			low, high = point{min(low.x, q.x), min(low.y, q.y)}, point{max(high.x, q.x), max(high.y, q.y)}
		}
	}
	if !(low.x <= high.x) {
		return image.Rectangle{}
	}
	return image.Rect(int((low.x+canvasWidth/2)*pixelsPerMM)-1, int((low.y+canvasHeight/2)*pixelsPerMM)-1, int((high.x+canvasWidth/2)*pixelsPerMM)+2, int((high.y+canvasHeight/2)*pixelsPerMM)+2)
}

// line paints lines through the points, of a width in mm.
func (c canvas) line(width float64, ink color.RGBA, lines ...[]point) {
	for _, l := range lines {
		for i := 1; i < len(l); i++ {
			a, b := l[i-1], l[i]
			n := math.Hypot(b.x-a.x, b.y-a.y)
			if n < 1e-6 {
				continue
			}
			dx, dy := (b.x-a.x)/n*width/2, (b.y-a.y)/n*width/2
			c.fill(path{{{a.x - dx - dy, a.y - dy + dx}, {b.x + dx - dy, b.y + dy + dx}, {b.x + dx + dy, b.y + dy - dx}, {a.x - dx + dy, a.y - dy - dx}}}, ink)
		}
	}
}

// outline paints the loops' edges.
func (c canvas) outline(width float64, ink color.RGBA, p path) {
	for _, loop := range p {
		c.line(width, ink, append(append([]point{}, loop...), loop[0]))
	}
}

// transformed is the path turned by degrees, then scaled, then shifted.
func (p path) transformed(degrees, scale, x, y float64) path {
	s, c := math.Sincos(degrees * math.Pi / 180)
	out := make(path, len(p))
	for i, loop := range p {
		for _, q := range loop {
			out[i] = append(out[i], point{x + scale*(c*q.x-s*q.y), y + scale*(s*q.x+c*q.y)})
		}
	}
	return out
}

// rect is a rectangle with rounded corners around the middle.
func rect(w, h, radius float64) path {
	var loop []point
	radius = min(radius, w/2, h/2)
	for k, corner := range []point{{w/2 - radius, -h/2 + radius}, {w/2 - radius, h/2 - radius}, {-w/2 + radius, h/2 - radius}, {-w/2 + radius, -h/2 + radius}} {
		for i := range 6 {
			s, c := math.Sincos((float64(k)-1)*math.Pi/2 + float64(i)*math.Pi/10)
			loop = append(loop, point{corner.x + radius*c, corner.y + radius*s})
		}
	}
	return path{loop}
}

// ellipse is one around the middle.
func ellipse(a, b float64) path {
	var loop []point
	for i := range 40 {
		s, c := math.Sincos(float64(i) * math.Pi / 20)
		loop = append(loop, point{a * c, b * s})
	}
	return path{loop}
}

func uniform(r *rand.Rand, low, high float64) float64 { return low + (high-low)*r.Float64() }

func chance(r *rand.Rand, p float64) bool { return r.Float64() < p }
