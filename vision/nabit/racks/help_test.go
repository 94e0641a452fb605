package racks

import (
	"math"

	"tilewatch/calibration"
	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/lattice"
	"tilewatch/vision/nabit/candidate"
	"tilewatch/vision/nabit/hue"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/picture"
)

// looseTile is a loose tile: where it lies in the lattice of a structure, how it is turned (radians), and what is seen of it.
type looseTile struct {
	col, row, turn float64
	color          picture.BGR
	blank          bool
}

// tableWith is a picture, from straight above, of a structure of one tile and of loose ones, on a gray table.
func tableWith(tiles ...looseTile) (*picture.Raster, *hypothesis.Hypothesis) {
	const w, h = 720, 480
	s := &hypothesis.Hypothesis{Pose: camerapose.Pose{
		Cam: calibration.Pinhole(w, h, 900), Sizes: camerapose.Sizes{Side: 24, Thickness: 5, Pitch: 24.4},
		X: camerapose.Vec3{1, 0, 0}, Y: camerapose.Vec3{0, 1, 0}, Z: camerapose.Vec3{0, 0, 1}, T: camerapose.Vec3{-120, -60, 500},
	}, Cells: lattice.Levels{{}: 1}}
	s.Table = s.Z
	own := looseTile{color: playersPlastic(0)}
	e := &hypothesis.Evidence{Best: 1}
	e.Face[0].Plastic = own.color
	s.Evidence = map[engine.Place]*hypothesis.Evidence{{}: e}
	r := &picture.Raster{W: w, H: h, BGR: make([]uint8, 3*w*h), Gray: make([]uint8, w*h)}
	tiles = append(tiles, own)
	color := func(x, y float64) picture.BGR {
		at, _ := hypothesis.OnLevel(&s.Pose, engine.Point{X: x, Y: y}, 1)
		return drawnColor(s, tiles, at)
	}
	corners := make([]picture.BGR, (w+1)*(h+1))
	for i := range corners {
		corners[i] = color(float64(i%(w+1))-0.5, float64(i/(w+1))-0.5)
	}
	for i := range w * h {
		x, y := i%w, i/w
		a, b := corners[y*(w+1)+x:][:2], corners[(y+1)*(w+1)+x:][:2]
		mean := a[0]
		if a[0] != a[1] || a[0] != b[0] || a[0] != b[1] {
			mean = picture.BGR{}
			for k := range 9 {
				for c, level := range color(float64(x)+float64(k%3-1)/3, float64(y)+float64(k/3-1)/3) {
					mean[c] += level / 9
				}
			}
		}
		for c, level := range mean {
			r.BGR[3*i+c] = uint8(level + 0.5)
		}
		r.Gray[i] = uint8(0.114*mean[0] + 0.587*mean[1] + 0.299*mean[2])
	}
	return r, s
}

// drawnColor is the color at a point of the first level: of a tile, of its letter L, or the table's.
func drawnColor(s *hypothesis.Hypothesis, tiles []looseTile, at engine.Point) picture.BGR {
	half := s.Side / s.Pitch / 2
	for i := range tiles {
		t := &tiles[i]
		dx, dy := at.X-t.col, at.Y-t.row
		if max(math.Abs(dx), math.Abs(dy)) > 1 {
			continue
		}
		sin, cos := math.Sincos(t.turn)
		x, y := dx*cos+dy*sin, dy*cos-dx*sin
		if math.Abs(x) >= half || math.Abs(y) >= half {
			continue
		}
		if !t.blank && (math.Abs(x+0.15) < 0.05 && math.Abs(y) < 0.25 || math.Abs(y-0.2) < 0.05 && math.Abs(x) < 0.2) {
			return picture.BGR{40, 40, 45}
		}
		return t.color
	}
	return picture.BGR{130, 130, 130}
}

// playersPlastic is a player's plastic in white light.
func playersPlastic(color int) picture.BGR {
	h := hue.PlasticHues[color].Mean
	return picture.BGR{min(90*math.Exp(h[1]), 250), 90, min(90*math.Exp(h[0]), 250)}
}

// letterOf is the mark that the letter of a laid tile makes.
func letterOf(s *hypothesis.Hypothesis, t *looseTile) candidate.Mark {
	at := s.Pixel(t.col, t.row, 1)
	size := 0.5 * s.Scale(engine.Place{})
	return candidate.Mark{At: at, Size: size, W: 0.8 * size, H: size, Plastic: t.color, Plain: 0.9, Dark: true}
}

// slantedTable is a structure seen by a camera that is tilted by 40 degrees.
func slantedTable(cells lattice.Levels) *hypothesis.Hypothesis {
	plane := camerapose.NewPlane(calibration.Pinhole(1280, 720, 1000), 40*math.Pi/180, 0.8)
	foot, _ := plane.OnTable(engine.Point{X: 640, Y: 360})
	return &hypothesis.Hypothesis{Pose: camerapose.PoseOf(&plane, foot, engine.Point{X: 0.05, Y: 0.01}, camerapose.SizesOf(nil)), Cells: cells}
}

// facesAt are faces of one color on the table, in columns and rows, turned by so much.
func facesAt(color engine.Color, turn float64, at ...[2]float64) (all []hypothesis.LooseFace) {
	for _, p := range at {
		all = append(all, hypothesis.LooseFace{Level: 1, Color: color, Col: p[0], Row: p[1], Turn: turn})
	}
	return all
}
