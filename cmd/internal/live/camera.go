package live

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"math"
	"strings"
	"sync"
	"time"

	"tilewatch/engine"
	"tilewatch/engine/follow"
	"tilewatch/vision"
	"tilewatch/web/album"
	"tilewatch/web/desk"
)

// Camera keeps the newest picture of the table at rest, and those of the turns. The zero value is ready; several goroutines may
// use it.
type Camera struct {
	Album *album.Album // nil: the turns' pictures are not kept

	mu     sync.Mutex
	newest []byte // JPEG
	size   image.Point
}

// pictureQuality keeps letters sharp at about a tenth of the pixels' size.
const pictureQuality = 82

// Saw keeps the frame's picture.
func (c *Camera) Saw(f vision.Frame) {
	data, err := f.JPEG(pictureQuality)
	if err != nil {
		return // the next one may do
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.newest, c.size = data, image.Pt(f.Mat.Cols(), f.Mat.Rows())
}

// Newest is the picture kept last, a JPEG, and its size in pixels; nil: none was seen.
func (c *Camera) Newest() ([]byte, image.Point) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.newest, c.size
}

// blind tells whether no picture was ever seen.
func (c *Camera) blind() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.newest == nil
}

// told keeps the picture of a turn that was just told.
func (c *Camera) told(l follow.Line, game string, where map[engine.Place]engine.Quad, racks []engine.Rack, note func(string)) {
	if c.Album == nil || game == "" || l.Type != follow.Played && l.Type != follow.Amended {
		return
	}
	c.mu.Lock()
	shot := album.Shot{Turn: l.Turn, Time: time.Now(), Confidence: l.Confidence, Width: c.size.X, Height: c.size.Y, JPEG: c.newest}
	c.mu.Unlock()
	if shot.JPEG == nil {
		return
	}
	for _, stack := range l.Board {
		if quad, ok := where[stack.Place]; ok {
			seen := album.Seen{Place: stack.Place, Cell: stack.Cell}
			for i, p := range quad {
				seen.Corners[i] = [2]float64{p.X, p.Y}
			}
			shot.Cells = append(shot.Cells, seen)
		}
	}
	for _, r := range racks {
		shot.Racks = append(shot.Racks, album.Rack{Color: r.Color, Letters: lettersOf(r)})
	}
	if err := c.Album.Keep(game, shot); err != nil {
		note(err.Error())
	}
}

// lettersOf spells a rack.
func lettersOf(r engine.Rack) string {
	var b strings.Builder
	for _, t := range r.Tiles {
		switch {
		case t.Letter >= 'A' && t.Letter <= 'Z':
			b.WriteRune(rune(t.Letter))
		case t.Letter == engine.Unsettled:
			b.WriteByte('?')
		default:
			b.WriteByte('-')
		}
	}
	return b.String()
}

// Picture is the newest picture, and what is believed to lie where in it.
func (d *Desk) Picture() ([]byte, desk.Seen) {
	data, size := d.Camera.Newest()
	if data == nil {
		return nil, desk.Seen{}
	}
	seen := desk.Seen{Width: size.X, Height: size.Y}
	d.Lock()
	defer d.Unlock()
	board := d.Follower.State().Board
	where := d.Follower.Where()
	for _, at := range board.Places() {
		if quad, ok := where[at]; ok {
			cell := board[at]
			seen.Tiles = append(seen.Tiles, desk.SeenTile{Quad: quad, Letter: cell.Letter, Color: cell.Color, Height: cell.Height})
		}
	}
	return data, seen
}

// Readings are what the camera makes of the tile.
func (d *Desk) Readings(at engine.Place) []desk.Reading {
	d.Lock()
	defer d.Unlock()
	var out []desk.Reading
	for _, face := range d.Follower.Readings(at) {
		out = append(out, desk.Reading{Letter: face.Letter, Blank: face.Blank, Chance: math.Exp(face.Score)})
	}
	return out
}

// cropSide is the side of a tile's picture in pixels, cropMargin how much around the tile is shown, in sides of it.
const cropSide, cropMargin = 224, 0.35

// Crop is the tile's picture, upright as its letter is read.
func (d *Desk) Crop(at engine.Place) []byte {
	d.Camera.mu.Lock()
	data := d.Camera.newest
	d.Camera.mu.Unlock()
	d.Lock()
	quad, known := d.Follower.Where()[at]
	d.Unlock()
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
