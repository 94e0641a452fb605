package scenetest

import (
	"tilewatch/calibration"
	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/lattice"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

// TileFromAbove is a hypothesis of one tile, seen from straight above.
func TileFromAbove() *hypothesis.Hypothesis {
	const size = 600
	e := &hypothesis.Evidence{Best: 1, Face: [engine.MaxHeight]tileface.FaceProfile{{Plastic: picture.BGR{60, 60, 200}}}}
	return &hypothesis.Hypothesis{Pose: camerapose.Pose{
		Cam: calibration.Pinhole(size, size, 600), Sizes: camerapose.SizesOf(&calibration.Tileset{SideMM: 24, ThicknessMM: 5, PitchMM: 24}),
		X: camerapose.Vec3{1, 0, 0}, Y: camerapose.Vec3{0, 1, 0}, Z: camerapose.Vec3{0, 0, 1}, T: camerapose.Vec3{0, 0, 500},
	}, Cells: lattice.Levels{engine.Place{}: 1}, Evidence: map[engine.Place]*hypothesis.Evidence{{}: e}}
}
