package hypothesis

import (
	"math"

	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/picture"
)

// LooseFace is a tile's top face that belongs to no stack of the structure: it lies on the structure's table, or on a bank.
type LooseFace struct {
	camerapose.Pose         // its own: place 0, 0 is the tile, as if its face lay on this level:
	Level           float64 // the first, or that of a stack's top that is too large to be on the first
	Col, Row        float64 // where that is in the structure's lattice, pitches
	Turn            float64 // of its sides against the lattice's, radians, within a quarter turn
	Score           float64 // the judge's
	Plastic         picture.BGR
	Color           engine.Color
}

// Line are faces of one color in a line, each about a pitch from the next.
type Line []LooseFace

// Apart is the distance of two faces' middles, pitches.
func (f *LooseFace) Apart(o *LooseFace) float64 { return math.Hypot(f.Col-o.Col, f.Row-o.Row) }

// PoseAt is the pose of a tile that lies anywhere on the structure's table: at a point of the first level, turned.
func (s *Hypothesis) PoseAt(col, row, turn float64) camerapose.Pose {
	q := s.Pose
	sin, cos := math.Sincos(turn)
	q.T = s.Camera(col, row, 0)
	q.X = s.X.Scale(cos).Add(s.Y.Scale(sin))
	q.Y = s.Y.Scale(cos).Add(s.X.Scale(-sin))
	return q
}

// OnLevel is where the ray of a pixel meets a level's plane, in columns (X) and rows (Y).
func OnLevel(p *camerapose.Pose, at engine.Point, level float64) (engine.Point, bool) {
	x, y := p.Cam.Normalize(at)
	ray := camerapose.Vec3{x, y, 1}
	down := ray.Dot(p.Z)
	if down < 0.02 {
		return engine.Point{}, false
	}
	q := ray.Scale((p.T.Dot(p.Z) - level*p.Thickness) / down).Add(p.T.Scale(-1))
	return engine.Point{X: q.Dot(p.X) / p.Pitch, Y: q.Dot(p.Y) / p.Pitch}, true
}

// PixelSteps is how far, in columns and rows of the first level, a pixel to the right and one down lead.
func PixelSteps(p *camerapose.Pose, at engine.Point) (right, down engine.Point) {
	a, _ := OnLevel(p, at, 1)
	b, _ := OnLevel(p, engine.Point{X: at.X + 1, Y: at.Y}, 1)
	c, _ := OnLevel(p, engine.Point{X: at.X, Y: at.Y + 1}, 1)
	return engine.Point{X: b.X - a.X, Y: b.Y - a.Y}, engine.Point{X: c.X - a.X, Y: c.Y - a.Y}
}
