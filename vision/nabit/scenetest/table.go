package scenetest

import (
	"math"

	"tilewatch/calibration"
	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/lattice"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

// TableFromAbove is a picture of a cloth from straight above, with a hypothesis of one tile on it.
func TableFromAbove(cloth picture.BGR) (*picture.Raster, *hypothesis.Hypothesis) {
	const size = 600
	r := &picture.Raster{W: size, H: size, BGR: make([]uint8, 3*size*size), Gray: make([]uint8, size*size)}
	s := &hypothesis.Hypothesis{Pose: camerapose.Pose{
		Cam: calibration.Pinhole(size, size, 600), Sizes: camerapose.SizesOf(&calibration.Tileset{SideMM: 24, ThicknessMM: 5, PitchMM: 24}),
		X: camerapose.Vec3{1, 0, 0}, Y: camerapose.Vec3{0, 1, 0}, Z: camerapose.Vec3{0, 0, 1}, T: camerapose.Vec3{0, 0, 500},
	}, Cells: lattice.Levels{engine.Place{}: 1}}
	for i := range s.Cells {
		e := &hypothesis.Evidence{Best: 1, Face: [engine.MaxHeight]tileface.FaceProfile{{Plastic: picture.BGR{60, 60, 200}}}}
		s.Evidence = map[engine.Place]*hypothesis.Evidence{i: e}
	}
	Paint(r, s, 1, cloth, 0, 0, math.Inf(1))
	return r, s
}

// Paint fills a square of a level with a color: its middle is at a column and a row, its sides are wide pitches long.
func Paint(r *picture.Raster, s *hypothesis.Hypothesis, level float64, c picture.BGR, col, row, wide float64) {
	for y := range r.H {
		for x := range r.W {
			at, _ := hypothesis.OnLevel(&s.Pose, engine.Point{X: float64(x), Y: float64(y)}, level)
			if math.Abs(at.X-col) <= wide/2 && math.Abs(at.Y-row) <= wide/2 {
				for k := range c {
					r.BGR[3*(y*r.W+x)+k] = uint8(c[k])
				}
			}
		}
	}
}
