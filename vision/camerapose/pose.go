package camerapose

import (
	"math"

	"tilewatch/calibration"
	"tilewatch/engine"
	"tilewatch/vision/picture"
)

// Sizes of a NAB-IT! set that nobody measured, millimeters.
const (
	DefaultPitch     = 24.3
	DefaultThickness = 5.5

	defaultGap = 0.3 // between two tiles side by side
)

// Sizes are the sizes of a tile set, millimeters.
type Sizes struct {
	Side, Thickness, Pitch float64
	Unmeasured             *IntrinsicsPrior // prior of the unmeasured ones and of the camera; nil: all are measured
}

// SizesOf are the sizes of a tile set, with defaults for what it leaves out; set may be nil.
func SizesOf(set *calibration.Tileset) Sizes {
	s := Sizes{}
	if set != nil {
		s = Sizes{Side: set.SideMM, Thickness: set.ThicknessMM, Pitch: set.PitchMM}
	}
	switch {
	case s.Pitch <= 0 && s.Side > 0:
		s.Pitch = s.Side + defaultGap
	case s.Pitch <= 0:
		s.Pitch = DefaultPitch
	}
	if s.Side <= 0 {
		s.Side = s.Pitch - defaultGap
	}
	if s.Thickness <= 0 {
		s.Thickness = DefaultThickness * s.Pitch / DefaultPitch
	}
	return s
}

// Pose maps lattice coordinates to camera space: x along columns, y along rows, z down into the table,
// millimeters, with the origin on the table under the middle of place 0, 0.
type Pose struct {
	Cam *calibration.Camera
	Sizes
	X, Y, Z Vec3        // the lattice's axes in camera space
	T       Vec3        // the lattice's origin in camera space
	Table   Vec3        // down by the edges of all tiles; fits hold the plane near it (see hold)
	Prior   *PlanePrior // the table's plane from earlier pictures; nil: unknown
}

// Camera is a point of the lattice in camera space: columns and rows in pitches, level in tiles above the table.
func (p *Pose) Camera(col, row, level float64) Vec3 {
	x, y, z := col*p.Pitch, row*p.Pitch, -level*p.Thickness
	return Vec3{ // spelled out: the hottest function
		p.T[0] + x*p.X[0] + y*p.Y[0] + z*p.Z[0],
		p.T[1] + x*p.X[1] + y*p.Y[1] + z*p.Z[1],
		p.T[2] + x*p.X[2] + y*p.Y[2] + z*p.Z[2],
	}
}

// Pixel is the pixel of a point of the lattice.
func (p *Pose) Pixel(col, row, level float64) engine.Point {
	v := p.Camera(col, row, level)
	return p.Cam.Project(v[0], v[1], v[2])
}

// Face is the outline of a place's top face at a level: top-left, top-right, bottom-right, bottom-left as the lattice
// runs.
func (p *Pose) Face(at engine.Place, level float64) engine.Quad {
	h := p.Side / p.Pitch / 2
	c, r := float64(at.Col), float64(at.Row)
	return engine.Quad{p.Pixel(c-h, r-h, level), p.Pixel(c+h, r-h, level), p.Pixel(c+h, r+h, level), p.Pixel(c-h, r+h, level)}
}

// Scale is the length of a pitch at a place, pixels, the mean of both directions.
func (p *Pose) Scale(at engine.Place) float64 {
	c, r := float64(at.Col), float64(at.Row)
	return (picture.Dist(p.Pixel(c-0.5, r, 1), p.Pixel(c+0.5, r, 1)) + picture.Dist(p.Pixel(c, r-0.5, 1), p.Pixel(c, r+0.5, 1))) / 2
}

// Eye is the camera's position over the lattice: columns and rows in pitches, height in tiles.
func (p *Pose) Eye() (col, row, level float64) {
	return -p.T.Dot(p.X) / p.Pitch, -p.T.Dot(p.Y) / p.Pitch, p.T.Dot(p.Z) / p.Thickness
}

// PoseOf is the pose of a lattice whose place 0, 0 has its first level's face at origin and whose columns step
// by u, both in units of the plane.
func PoseOf(t *Plane, origin, u engine.Point, s Sizes) Pose {
	pitch := math.Hypot(u.X, u.Y)
	height := s.Pitch / pitch // of the eye over the faces of the first level
	x := t.Right.Scale(u.X / pitch).Add(t.Ahead.Scale(u.Y / pitch))
	p := Pose{Cam: t.Cam, Sizes: s, X: x, Y: t.Down.Cross(x), Z: t.Down, Table: t.Down}
	p.T = t.Down.Add(t.Right.Scale(origin.X)).Add(t.Ahead.Scale(origin.Y)).Scale(height).Add(t.Down.Scale(s.Thickness))
	return p
}

// Delta is one step of the optimizer: a turn about the camera's axes through a given middle (radians), a shift
// (millimeters), then changes of the free intrinsics.
type Delta [PoseNumbers + FreeNumbers]float64

// PoseNumbers is how many numbers of a Delta move the pose.
const PoseNumbers = 6

// Numbers is how many numbers of a Delta are unknowns of a fit.
func (p *Pose) Numbers() int {
	if p.Unmeasured == nil {
		return PoseNumbers
	}
	return len(Delta{})
}

// Moved is the pose after a step.
func (p *Pose) Moved(d Delta, middle Vec3) Pose {
	turn := func(v Vec3) Vec3 { return v.Turned(Vec3{d[0], d[1], d[2]}) }
	q := *p
	q.X = turn(p.X).Unit()
	y := turn(p.Y)
	q.Y = y.Add(q.X.Scale(-y.Dot(q.X))).Unit()
	q.Z = q.X.Cross(q.Y)
	q.T = turn(p.T.Add(middle.Scale(-1))).Add(middle).Add(Vec3{d[3], d[4], d[5]})
	if p.Unmeasured != nil {
		q.ApplyIntrinsics([FreeNumbers]float64(d[PoseNumbers:]), middle)
	}
	return q
}

// MaxCells is how many linked stacks a hypothesis has at most: four players' tiles cannot cover more places.
const MaxCells = 110
