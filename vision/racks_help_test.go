package vision

import (
	"math"

	"tilewatch/calibration"
	"tilewatch/engine"
)

// laidTile is a loose tile: where it lies in the lattice of a structure, how it is turned (radians), and what is seen of it.
type laidTile struct {
	col, row, turn float64
	color          rgb
	blank          bool
}

// tableWith is a picture, from straight above, of a structure of one tile and of loose ones, on a gray table.
func tableWith(tiles ...laidTile) (*raster, *structure) {
	const w, h = 720, 480
	s := &structure{pose: pose{
		cam: calibration.Pinhole(w, h, 900), sizes: sizes{side: 24, thickness: 5, pitch: 24.4},
		x: vec3{1, 0, 0}, y: vec3{0, 1, 0}, z: vec3{0, 0, 1}, t: vec3{-120, -60, 500},
	}, cells: stacks{{}: 1}}
	s.table = s.z
	own := laidTile{color: playersPlastic(0)}
	e := &placeEvidence{best: 1}
	e.view[0].plastic = own.color
	s.evidence = map[engine.Place]*placeEvidence{{}: e}
	r := &raster{w: w, h: h, bgr: make([]uint8, 3*w*h), gray: make([]uint8, w*h)}
	tiles = append(tiles, own)
	color := func(x, y float64) rgb {
		at, _ := s.onLevel(engine.Point{X: x, Y: y}, 1)
		return laidColor(s, tiles, at)
	}
	corners := make([]rgb, (w+1)*(h+1))
	for i := range corners {
		corners[i] = color(float64(i%(w+1))-0.5, float64(i/(w+1))-0.5)
	}
	for i := range w * h {
		x, y := i%w, i/w
		a, b := corners[y*(w+1)+x:][:2], corners[(y+1)*(w+1)+x:][:2]
		mean := a[0]
		if a[0] != a[1] || a[0] != b[0] || a[0] != b[1] {
			mean = rgb{}
			for k := range 9 {
				for c, level := range color(float64(x)+float64(k%3-1)/3, float64(y)+float64(k/3-1)/3) {
					mean[c] += level / 9
				}
			}
		}
		for c, level := range mean {
			r.bgr[3*i+c] = uint8(level + 0.5)
		}
		r.gray[i] = uint8(0.114*mean[0] + 0.587*mean[1] + 0.299*mean[2])
	}
	return r, s
}

// laidColor is the color at a point of the first level: of a tile, of its letter L, or the table's.
func laidColor(s *structure, tiles []laidTile, at engine.Point) rgb {
	half := s.side / s.pitch / 2
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
			return rgb{40, 40, 45}
		}
		return t.color
	}
	return rgb{130, 130, 130}
}

// playersPlastic is a player's plastic in white light.
func playersPlastic(color int) rgb {
	h := plasticHues[color].mean
	return rgb{min(90*math.Exp(h[1]), 250), 90, min(90*math.Exp(h[0]), 250)}
}

// letterOf is the mark that the letter of a laid tile makes.
func letterOf(s *structure, t *laidTile) mark {
	at := s.pixel(t.col, t.row, 1)
	size := 0.5 * s.scale(engine.Place{})
	return mark{at: at, size: size, w: 0.8 * size, h: size, plastic: t.color, plain: 0.9, dark: true}
}

// slantedTable is a structure seen by a camera that is tilted by 40 degrees.
func slantedTable(cells stacks) *structure {
	plane := newPlane(calibration.Pinhole(1280, 720, 1000), 40*math.Pi/180, 0.8)
	foot, _ := plane.onTable(engine.Point{X: 640, Y: 360})
	return &structure{pose: poseOf(&plane, foot, engine.Point{X: 0.05, Y: 0.01}, sizesOf(nil)), cells: cells}
}

// facesAt are faces of one color on the table, in columns and rows, turned by so much.
func facesAt(color engine.Color, turn float64, at ...[2]float64) (all []looseFace) {
	for _, p := range at {
		all = append(all, looseFace{level: 1, color: color, col: p[0], row: p[1], turn: turn})
	}
	return all
}
