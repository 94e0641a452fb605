package vision

import (
	"math"

	"tilewatch/calibration"
	"tilewatch/engine"
)

// drawnTile is a stack of tiles of one color.
type drawnTile struct {
	height int
	color  rgb
}

// Colors of drawn tables and tiles: blue, green, red.
var (
	drawnRed    = rgb{60, 55, 190}
	drawnYellow = rgb{60, 200, 220}
	drawnGreen  = rgb{80, 150, 60}
	drawnCloth  = rgb{140, 150, 150}
	drawnInk    = rgb{40, 40, 45}
)

// drawnPose is a lattice seen by a camera that is tilted by so many degrees, so near that a pitch is about 55 pixels.
func drawnPose(degrees float64) pose {
	cam := calibration.Pinhole(480, 360, 640)
	p := newPlane(cam, degrees*math.Pi/180, 1.9)
	at, _ := p.onTable(engine.Point{X: 190, Y: 180})
	sin, cos := math.Sincos(0.35)
	return poseOf(&p, at, engine.Point{X: 0.088 * cos, Y: 0.088 * sin}, sizesOf(nil))
}

// drawnTable draws stacks on a table as a pose shows them: faces with a letter T, sides darker than faces. table is the color of a place
// of the table, in columns and rows. Where the corners of a pixel differ, it is the mean of nine rays.
func drawnTable(p *pose, tiles map[engine.Place]drawnTile, table func(col, row float64) rgb) *raster {
	w, h := p.cam.Width, p.cam.Height
	r := &raster{w: w, h: h, bgr: make([]uint8, 3*w*h), gray: make([]uint8, w*h)}
	d := drawing{pose: p, tiles: tiles, table: table}
	d.eye[0], d.eye[1], d.eye[2] = p.eye()
	for at := range tiles {
		d.places = append(d.places, at)
	}
	corners := make([]rgb, (w+1)*(h+1))
	for i := range corners {
		corners[i] = d.color(float64(i%(w+1))-0.5, float64(i/(w+1))-0.5)
	}
	for i := range w * h {
		x, y := i%w, i/w
		a, b := corners[y*(w+1)+x:][:2], corners[(y+1)*(w+1)+x:][:2]
		mean := a[0]
		if a[0] != a[1] || a[0] != b[0] || a[0] != b[1] {
			mean = d.fine(float64(x), float64(y))
		}
		for c, level := range mean {
			r.bgr[3*i+c] = uint8(limited(level+0.5, 0, 255))
		}
		r.gray[i] = uint8(0.114*mean[0] + 0.587*mean[1] + 0.299*mean[2])
	}
	return r
}

// drawing is what is drawn, and the eye that sees it, in columns, rows and levels.
type drawing struct {
	pose   *pose
	eye    [3]float64
	tiles  map[engine.Place]drawnTile
	places []engine.Place
	table  func(col, row float64) rgb
}

// fine is the mean color of nine rays of a pixel.
func (d *drawing) fine(x, y float64) (mean rgb) {
	for k := range 9 {
		for c, level := range d.color(x+float64(k%3-1)/3, y+float64(k/3-1)/3) {
			mean[c] += level / 9
		}
	}
	return mean
}

// color follows the ray of a pixel to the first stack that it meets, else to the table.
func (d *drawing) color(px, py float64) rgb {
	p, eye := d.pose, d.eye
	x, y := p.cam.Normalize(engine.Point{X: px, Y: py})
	ray := vec3{x, y, 1}
	to := [3]float64{ray.dot(p.x) / p.pitch, ray.dot(p.y) / p.pitch, -ray.dot(p.z) / p.thickness}
	half := p.side / p.pitch / 2
	nearest, side := -eye[2]/to[2], false
	var hit *engine.Place
	for i, at := range d.places {
		low := [3]float64{float64(at.Col) - half, float64(at.Row) - half, 0}
		high := [3]float64{float64(at.Col) + half, float64(at.Row) + half, float64(d.tiles[at].height)}
		in, out, axis := 0.0, math.Inf(1), 0
		for k := range 3 {
			a, b := (low[k]-eye[k])/to[k], (high[k]-eye[k])/to[k]
			if a > b {
				a, b = b, a
			}
			if a > in {
				in, axis = a, k
			}
			out = min(out, b)
		}
		if in < out && in < nearest {
			nearest, side, hit = in, axis < 2, &d.places[i]
		}
	}
	col, row := eye[0]+nearest*to[0], eye[1]+nearest*to[1]
	if hit == nil {
		return d.table(col, row)
	}
	color := d.tiles[*hit].color
	switch {
	case side:
		return rgb{0.6 * color[0], 0.6 * color[1], 0.6 * color[2]}
	case drawnLetter(col-float64(hit.Col), row-float64(hit.Row)):
		return drawnInk
	}
	return color
}

// drawnLetter says whether a point of a face is ink: a T as high as half of a tile.
func drawnLetter(x, y float64) bool {
	return math.Abs(y+0.2) < 0.05 && math.Abs(x) < 0.2 || math.Abs(x) < 0.05 && y > -0.2 && y < 0.25
}

// plainCloth is a table of one color.
func plainCloth(float64, float64) rgb { return drawnCloth }

// stripedCloth has stripes as wide as half a tile.
func stripedCloth(col, _ float64) rgb {
	if math.Mod(math.Abs(col)+0.25, 1) < 0.5 {
		return drawnCloth
	}
	return rgb{70, 90, 110}
}
