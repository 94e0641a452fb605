package dabble

import (
	"math"

	"tilewatch/engine"
	"tilewatch/vision/geom"
)

// tablePlane is the table before a rack, in the rack's measures.
type tablePlane struct {
	origin       geom.Vec // below the middle of the lowest tier
	right, front geom.Vec // along the rack, and out of the table's far side towards the reader
	up           geom.Vec
}

// table is the table as the rack stands on it, if its lattice rises at that angle.
func (k *rack) table(slope float64) tablePlane {
	s, c := math.Sincos(slope)
	up := k.down.Scale(-s).Add(k.away().Scale(-c))
	f := k.face(node(k.middle))
	t := tablePlane{right: k.right, up: up, front: k.right.Cross(up).Scale(-1)}
	if t.front.Dot(k.down) < 0 {
		t.front = t.front.Scale(-1)
	}
	t.origin = f.middle.Add(f.y.Scale(0.5)).Add(up.Scale(-tableBelow))
	return t
}

// intersect is where the ray through a pixel meets the table.
func (t *tablePlane) intersect(s *scan, at engine.Point) (v geom.Vec, ok bool) {
	x, y := s.cam.Normalize(at)
	ray := geom.Vec{x, y, 1}
	d := ray.Dot(t.up)
	if math.Abs(d) < 1e-6 {
		return v, false
	}
	k := t.origin.Dot(t.up) / d
	return ray.Scale(k), k > 0
}

const (
	lowSlope    = 20 * math.Pi / 180
	middleSlope = 36 * math.Pi / 180
	highSlope   = 44 * math.Pi / 180
)

// Tiles in front of a rack lie on the table, turned a little each. Sets of racks differ in their steepness, and so in the angle between table and
// lattice: these angles are tried, in degrees.
var tableAngles = []float64{14, 20, 26, 32, 38, 44, 50}

const (
	tableBelow    = 0.07 // how far the faces of loose tiles lie below the lower edge of the lowest tier's, in tiles
	nearestFace   = -0.6 // how far in front of the rack loose tiles lie, in tiles
	furthestOut   = 7.0
	widestOut     = 7.5
	leastInkOfSet = 0.3 // of the contrast of letters on the rack
)
