package main

import (
	"image"
	"image/color"
	"image/draw"
	"math"
)

// A phone's rim around its screen, its round corners and its shadow, in pixels of the moving picture.
const (
	rim, corner    = 7.0, 22.0
	shadow, darker = 16.0, 0.45
)

// drawPhone lays a phone's screen over a picture, in a phone.
func drawPhone(onto *image.RGBA, screen image.Image) {
	at := screen.Bounds().Sub(screen.Bounds().Min).Add(screenAt)
	area := at.Inset(-int(rim + shadow)).Intersect(onto.Rect)
	draw.DrawMask(onto, area, image.NewUniform(color.Black), image.Point{}, round{at.Add(image.Pt(0, 4)), rim + corner, rim, shadow, darker}, area.Min, draw.Over)
	draw.DrawMask(onto, area, image.NewUniform(color.RGBA{0x15, 0x18, 0x1d, 0xff}), image.Point{}, round{at, rim + corner, rim, 1, 1}, area.Min, draw.Over)
	draw.DrawMask(onto, at, screen, screen.Bounds().Min, round{at, corner, 0, 1, 1}, at.Min, draw.Over)
}

// round is the mask of a rectangle with round corners, grown by some pixels, that fades over some more, and covers at most so much.
type round struct {
	edge                       image.Rectangle
	radius, grown, fades, most float64
}

func (r round) ColorModel() color.Model { return color.AlphaModel }
func (r round) Bounds() image.Rectangle { return r.edge.Inset(-int(r.grown + r.fades + 1)) }

// At is by the signed distance from the edge.
func (r round) At(x, y int) color.Color {
	halfWidth, halfHeight := float64(r.edge.Dx())/2+r.grown-r.radius, float64(r.edge.Dy())/2+r.grown-r.radius
	right := math.Abs(float64(x)+0.5-float64(r.edge.Min.X+r.edge.Max.X)/2) - halfWidth
	down := math.Abs(float64(y)+0.5-float64(r.edge.Min.Y+r.edge.Max.Y)/2) - halfHeight
	outside := math.Hypot(max(right, 0), max(down, 0)) + min(max(right, down), 0) - r.radius
	share := min(1, max(0, 0.5-outside/r.fades))
	return color.Alpha{uint8(math.Round(255 * r.most * share * share * (3 - 2*share)))}
}
