package candidate

import (
	"math"

	"tilewatch/calibration"
	"tilewatch/engine"
	"tilewatch/vision/camerapose"
)

// faceAt is a face with a letter: its place and level, its rotation (radians) and its shift along its row (pitches).
type faceAt struct {
	col, row, level int
	turn, shift     float64
}

// fieldOf is the field of some faces as a camera tilted by 30 degrees sees them. Their lattice is turned by 0.2 radians, and place 0, 0 lies
// near the middle of the picture, far enough from the point below the eye that levels differ.
func fieldOf(faces ...faceAt) *Field {
	const turn, pitch = 0.2, 0.06
	plane := camerapose.NewPlane(calibration.Pinhole(1280, 720, 1000), 30*math.Pi/180, 1)
	sin, cos := math.Sincos(turn)
	origin, _ := plane.OnTable(engine.Point{X: 560, Y: 300})
	p := camerapose.PoseOf(&plane, origin, engine.Point{X: pitch * cos, Y: pitch * sin}, camerapose.SizesOf(nil))
	f := &Field{Plane: &plane, Sizes: p.Sizes, Pitch: pitch}
	for _, s := range faces {
		px := p.Pixel(float64(s.col)+s.shift, float64(s.row), float64(s.level))
		at, _ := plane.OnTable(px)
		f.Candidates = append(f.Candidates, Candidate{Mark: Mark{At: px, Size: 20}, At: at, Turn: turn + s.turn, Score: 3})
	}
	return f
}
