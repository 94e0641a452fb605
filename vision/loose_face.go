package vision

import (
	"math"
	"tilewatch/engine"
)

// looseFace is a tile's top face that belongs to no stack of the structure: it lies on the structure's table, or on a bank.
type looseFace struct {
	pose             // its own: place 0, 0 is the tile, as if its face lay on this level:
	level    float64 // the first, or that of a stack's top that is too large to be on the first
	col, row float64 // where that is in the structure's lattice, pitches
	turn     float64 // of its sides against the lattice's, radians, within a quarter turn
	score    float64 // the judge's
	plastic  rgb
	color    engine.Color
}

// chain are faces of one color in a line, each about a pitch from the next.
type chain []looseFace

// apart is the distance of two faces' middles, pitches.
func (f *looseFace) apart(o *looseFace) float64 { return math.Hypot(f.col-o.col, f.row-o.row) }

// poseAt is the pose of a tile that lies anywhere on the structure's table: at a point of the first level, turned.
func (s *structure) poseAt(col, row, turn float64) pose {
	q := s.pose
	sin, cos := math.Sincos(turn)
	q.t = s.space(col, row, 0)
	q.x = s.x.scale(cos).add(s.y.scale(sin))
	q.y = s.y.scale(cos).add(s.x.scale(-sin))
	return q
}

// onLevel is where the ray of a pixel meets a level's plane, in columns (X) and rows (Y).
func (p *pose) onLevel(at engine.Point, level float64) (engine.Point, bool) {
	x, y := p.cam.Normalize(at)
	ray := vec3{x, y, 1}
	down := ray.dot(p.z)
	if down < 0.02 {
		return engine.Point{}, false
	}
	q := ray.scale((p.t.dot(p.z) - level*p.thickness) / down).add(p.t.scale(-1))
	return engine.Point{X: q.dot(p.x) / p.pitch, Y: q.dot(p.y) / p.pitch}, true
}

// nearby is how far, in columns and rows of the first level, a pixel to the right and one down lead.
func (p *pose) nearby(at engine.Point) (right, down engine.Point) {
	a, _ := p.onLevel(at, 1)
	b, _ := p.onLevel(engine.Point{X: at.X + 1, Y: at.Y}, 1)
	c, _ := p.onLevel(engine.Point{X: at.X, Y: at.Y + 1}, 1)
	return engine.Point{X: b.X - a.X, Y: b.Y - a.Y}, engine.Point{X: c.X - a.X, Y: c.Y - a.Y}
}
