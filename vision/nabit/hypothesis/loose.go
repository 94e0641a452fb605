package hypothesis

import (
	"math"

	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/picture"
)

// LooseFace is the face of a tile outside the structure: it lies on the same table, or on a bank.
type LooseFace struct {
	camerapose.Pose         // its own: the tile is at place 0, 0
	Level           float64 // level of its face: the first, or the top of a bank's stack if it looks too large for the first
	Col, Row        float64 // its middle in the structure's lattice, pitches
	Turn            float64 // rotation of its sides against the lattice, radians, modulo a quarter turn
	Score           float64 // the classifier's log-likelihood ratio
	Plastic         picture.BGR
	Color           engine.Color
}

// Line is a line of faces of one color, each about a pitch from the next.
type Line []LooseFace

// Apart is the distance of two faces' middles, pitches.
func (f *LooseFace) Apart(o *LooseFace) float64 { return math.Hypot(f.Col-o.Col, f.Row-o.Row) }

// PoseAt is the pose of a single tile anywhere on the table: at a point of the lattice (pitches), turned by an angle (radians).
func (s *Hypothesis) PoseAt(col, row, turn float64) camerapose.Pose {
	q := s.Pose
	sin, cos := math.Sincos(turn)
	q.T = s.Camera(col, row, 0)
	q.X = s.X.Scale(cos).Add(s.Y.Scale(sin))
	q.Y = s.Y.Scale(cos).Add(s.X.Scale(-sin))
	return q
}

// OnLevel is the point at which the ray of a pixel meets a level's plane, in columns (X) and rows (Y); false if the ray misses the plane or
// nearly does.
func OnLevel(p *camerapose.Pose, at engine.Point, level float64) (engine.Point, bool) {
	x, y := p.Cam.Normalize(at)
	ray := camerapose.Vec3{x, y, 1}
	down := ray.Dot(p.Z)
	if down < leastDown {
		return engine.Point{}, false
	}
	q := ray.Scale((p.T.Dot(p.Z) - level*p.Thickness) / down).Add(p.T.Scale(-1))
	return engine.Point{X: q.Dot(p.X) / p.Pitch, Y: q.Dot(p.Y) / p.Pitch}, true
}

// leastDown is the least dot product of a ray of depth 1 with the table's normal: with less it runs nearly along the table.
const leastDown = 0.02

// PixelSteps are the steps on the first level, in columns and rows, that one pixel to the right and one down make: the Jacobian of OnLevel.
func PixelSteps(p *camerapose.Pose, at engine.Point) (right, down engine.Point) {
	a, _ := OnLevel(p, at, 1)
	b, _ := OnLevel(p, engine.Point{X: at.X + 1, Y: at.Y}, 1)
	c, _ := OnLevel(p, engine.Point{X: at.X, Y: at.Y + 1}, 1)
	return engine.Point{X: b.X - a.X, Y: b.Y - a.Y}, engine.Point{X: c.X - a.X, Y: c.Y - a.Y}
}
