package table

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"math"
	"sync/atomic"
	"time"

	"tilewatch/engine"
	"tilewatch/vision/source"
	"tilewatch/web/album"
	"tilewatch/web/desk"
)

// Camera keeps the newest picture of the table at rest. The zero value has none; several goroutines may use it.
type Camera struct {
	newest atomic.Pointer[picture]
}

type picture struct {
	jpeg []byte
	size image.Point // pixels
}

// pictureQuality keeps letters sharp at about a tenth of the pixels' size.
const pictureQuality = 82

// Saw keeps the frame's picture.
func (c *Camera) Saw(f source.Frame) {
	if data, err := f.JPEG(pictureQuality); err == nil { // else the next one may do
		c.Show(data, image.Pt(f.Mat.Cols(), f.Mat.Rows()))
	}
}

// Show keeps a picture, a JPEG of that size in pixels.
func (c *Camera) Show(jpeg []byte, size image.Point) { c.newest.Store(&picture{jpeg, size}) }

// Newest is the picture kept last, a JPEG, and its size in pixels; nil: none was seen.
func (c *Camera) Newest() ([]byte, image.Point) {
	if p := c.newest.Load(); p != nil {
		return p.jpeg, p.size
	}
	return nil, image.Point{}
}

// Blind says that there was never a picture.
func (c *Camera) Blind() bool { return c.newest.Load() == nil }

// Saw keeps the picture of a frame that was read.
func (d *Desk) Saw(f source.Frame) { d.camera.Saw(f) }

// photograph keeps the picture of a turn.
func (d *Desk) photograph(shot album.Shot) {
	game, _, _ := d.keeper.position()
	data, size := d.camera.Newest()
	if d.album == nil || game == "" || data == nil {
		return
	}
	shot.Time, shot.JPEG, shot.Width, shot.Height = time.Now(), data, size.X, size.Y
	if err := d.album.Keep(game, shot); err != nil {
		d.note(err.Error())
	}
}

// places asks what the camera makes of places, in the table's goroutine; nothing where the game has none.
func (d *Desk) places(ask func(Places)) {
	if d.party.Places != nil {
		_ = d.call(d.commands, func() { ask(d.party.Places) }) // a table that is closed answers nothing
	}
}

// Picture is the newest picture, with the tiles believed to be in it.
func (d *Desk) Picture() ([]byte, desk.Seen) {
	data, size := d.camera.Newest()
	if data == nil {
		return nil, desk.Seen{}
	}
	seen := desk.Seen{Width: size.X, Height: size.Y}
	d.places(func(p Places) { seen.Tiles = p.Seen() })
	_ = d.call(d.commands, func() { seen.Marks = d.marks.all() }) // a table that is closed has none
	return data, seen
}

// Readings are what the camera makes of the tile.
func (d *Desk) Readings(at engine.Place) (readings []desk.Reading) {
	d.places(func(p Places) { readings = p.Readings(at) })
	return readings
}

// cropSide is the side of a tile's picture in pixels, cropMargin how much around the tile is shown, in sides of it.
const cropSide, cropMargin = 224, 0.35

// Crop is the tile's picture, upright as its letter is read.
func (d *Desk) Crop(at engine.Place) []byte {
	data, _ := d.camera.Newest()
	var quad engine.Quad
	known := false
	d.places(func(p Places) { quad, known = p.Where(at) })
	if data == nil || !known {
		return nil
	}
	whole, err := jpeg.Decode(bytes.NewReader(data))
	if err != nil {
		return nil
	}
	var out bytes.Buffer
	if err := jpeg.Encode(&out, upright(whole, quad), &jpeg.Options{Quality: 88}); err != nil {
		return nil
	}
	return out.Bytes()
}

// upright cuts the quadrilateral out with a margin, and straightens it. Across one tile the perspective is nearly a linear map,
// so the corners are interpolated.
func upright(whole image.Image, q engine.Quad) image.Image {
	pixels := image.NewRGBA(whole.Bounds())
	draw.Draw(pixels, pixels.Bounds(), whole, whole.Bounds().Min, draw.Src)
	out := image.NewRGBA(image.Rect(0, 0, cropSide, cropSide))
	for y := range cropSide {
		for x := range cropSide {
			u := (float64(x)+0.5)/cropSide*(1+2*cropMargin) - cropMargin
			v := (float64(y)+0.5)/cropSide*(1+2*cropMargin) - cropMargin
			px := (1-v)*((1-u)*q[0].X+u*q[1].X) + v*((1-u)*q[3].X+u*q[2].X)
			py := (1-v)*((1-u)*q[0].Y+u*q[1].Y) + v*((1-u)*q[3].Y+u*q[2].Y)
			out.SetRGBA(x, y, between(pixels, px, py))
		}
	}
	return out
}

// between is the picture's color between four pixels; black outside.
func between(p *image.RGBA, x, y float64) color.RGBA {
	x0, y0 := int(math.Floor(x)), int(math.Floor(y))
	if !image.Pt(x0, y0).In(p.Bounds()) || !image.Pt(x0+1, y0+1).In(p.Bounds()) {
		return color.RGBA{A: 255}
	}
	fx, fy := x-float64(x0), y-float64(y0)
	a, b := p.RGBAAt(x0, y0), p.RGBAAt(x0+1, y0)
	c, d := p.RGBAAt(x0, y0+1), p.RGBAAt(x0+1, y0+1)
	mix := func(a, b, c, d uint8) uint8 {
		return uint8((1-fy)*((1-fx)*float64(a)+fx*float64(b)) + fy*((1-fx)*float64(c)+fx*float64(d)))
	}
	return color.RGBA{mix(a.R, b.R, c.R, d.R), mix(a.G, b.G, c.G, d.G), mix(a.B, b.B, c.B, d.B), 255}
}
