package scenetest

import (
	"math"

	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/lattice"
	"tilewatch/vision/nabit/hypothesis"
)

// TruthStructure is the true hypothesis of a scene.
func (s *StillScene) TruthStructure() *hypothesis.Hypothesis {
	l, c := s.Truth.Lattice, s.Truth.Camera
	seen := func(v camerapose.Vec3) camerapose.Vec3 {
		return camerapose.Vec3{camerapose.Vec3(c.R[0]).Dot(v), camerapose.Vec3(c.R[1]).Dot(v), camerapose.Vec3(c.R[2]).Dot(v)}
	}
	sin, cos := math.Sincos(l.YawDeg * math.Pi / 180)
	right, near := camerapose.Vec3{cos, sin, 0}, camerapose.Vec3{sin, -cos, 0} // on the table, z up
	origin := camerapose.Vec3{l.Centre[0], l.Centre[1], 0}.Add(right.Scale(-l.Origin[1] * l.Pitch)).Add(near.Scale(-l.Origin[0] * l.Pitch))
	p := camerapose.Pose{Cam: s.Camera(), Sizes: camerapose.SizesOf(s.Set()), X: seen(right), Y: seen(near), Z: seen(camerapose.Vec3{0, 0, -1}), T: seen(origin).Add(camerapose.Vec3(c.T))}
	p.Table = p.Z
	truth := &hypothesis.Hypothesis{Pose: p, Cells: lattice.Levels{}}
	for _, c := range s.Truth.Cells {
		truth.Put(engine.Place{Row: c.Row, Col: c.Col}, c.Height)
	}
	return truth
}
