package tileface

import (
	"math"

	"tilewatch/calibration"
	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/picture"
)

// drawnTile is a stack of tiles of one color.
type drawnTile struct {
	height int
	color  picture.BGR
}

// Colors of drawn tables and tiles: blue, green, red.
var (
	drawnRed    = picture.BGR{60, 55, 190}
	drawnYellow = picture.BGR{60, 200, 220}
	drawnGreen  = picture.BGR{80, 150, 60}
	drawnCloth  = picture.BGR{140, 150, 150}
	drawnInk    = picture.BGR{40, 40, 45}
)

// drawnPose is a lattice seen by a camera that is tilted by so many degrees, so near that a pitch is about 55 pixels.
func drawnPose(degrees float64) camerapose.Pose {
	cam := calibration.Pinhole(480, 360, 640)
	p := camerapose.NewPlane(cam, degrees*math.Pi/180, 1.9)
	at, _ := p.OnTable(engine.Point{X: 190, Y: 180})
	sin, cos := math.Sincos(0.35)
	return camerapose.PoseOf(&p, at, engine.Point{X: 0.088 * cos, Y: 0.088 * sin}, camerapose.SizesOf(nil))
}

// drawnTable draws stacks on a table as a pose shows them: faces with a letter T, sides darker than faces. table is the color of a place
// of the table, in columns and rows. Where the corners of a pixel differ, it is the mean of nine rays.
func drawnTable(p *camerapose.Pose, tiles map[engine.Place]drawnTile, table func(col, row float64) picture.BGR) *picture.Raster {
	w, h := p.Cam.Width, p.Cam.Height
	r := &picture.Raster{W: w, H: h, BGR: make([]uint8, 3*w*h), Gray: make([]uint8, w*h)}
	d := drawing{pose: p, tiles: tiles, table: table}
	d.eye[0], d.eye[1], d.eye[2] = p.Eye()
	for at := range tiles {
		d.places = append(d.places, at)
	}
	corners := make([]picture.BGR, (w+1)*(h+1))
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
			r.BGR[3*i+c] = uint8(picture.Clamp(level+0.5, 0, 255))
		}
		r.Gray[i] = uint8(0.114*mean[0] + 0.587*mean[1] + 0.299*mean[2])
	}
	return r
}

// drawing is what is drawn, and the eye that sees it, in columns, rows and levels.
type drawing struct {
	pose   *camerapose.Pose
	eye    [3]float64
	tiles  map[engine.Place]drawnTile
	places []engine.Place
	table  func(col, row float64) picture.BGR
}

// fine is the mean color of nine rays of a pixel.
func (d *drawing) fine(x, y float64) (mean picture.BGR) {
	for k := range 9 {
		for c, level := range d.color(x+float64(k%3-1)/3, y+float64(k/3-1)/3) {
			mean[c] += level / 9
		}
	}
	return mean
}

// color follows the ray of a pixel to the first stack that it meets, else to the table.
func (d *drawing) color(px, py float64) picture.BGR {
	p, eye := d.pose, d.eye
	x, y := p.Cam.Normalize(engine.Point{X: px, Y: py})
	ray := camerapose.Vec3{x, y, 1}
	to := [3]float64{ray.Dot(p.X) / p.Pitch, ray.Dot(p.Y) / p.Pitch, -ray.Dot(p.Z) / p.Thickness}
	half := p.Side / p.Pitch / 2
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
		return picture.BGR{0.6 * color[0], 0.6 * color[1], 0.6 * color[2]}
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
func plainCloth(float64, float64) picture.BGR { return drawnCloth }

// stripedCloth has stripes as wide as half a tile.
func stripedCloth(col, _ float64) picture.BGR {
	if math.Mod(math.Abs(col)+0.25, 1) < 0.5 {
		return drawnCloth
	}
	return picture.BGR{70, 90, 110}
}
