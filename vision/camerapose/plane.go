package camerapose

import (
	"math"

	"tilewatch/calibration"
	"tilewatch/engine"
	"tilewatch/vision/geom"
)

// Vec3 is a vector in camera space: x right, y down, z ahead.
type Vec3 = geom.Vec

// Plane is the table's direction as the camera sees it, at distance one. Down is the unit vector from the eye
// straight to the table; Right and Ahead span the table. A point of the table has coordinates along Right and
// Ahead, in units of the camera's height over it.
type Plane struct {
	Cam                *calibration.Camera
	Down, Right, Ahead Vec3
}

// NewPlane is the table under a camera whose axis tilts from straight down by tilt (radians), towards the
// picture's direction azimuth (radians, clockwise from x).
func NewPlane(cam *calibration.Camera, tilt, azimuth float64) Plane {
	return PlaneOf(cam, Vec3{math.Sin(tilt) * math.Cos(azimuth), math.Sin(tilt) * math.Sin(azimuth), math.Cos(tilt)})
}

// PlaneOf is the table in that direction.
func PlaneOf(cam *calibration.Camera, down Vec3) Plane {
	right := Vec3{1, 0, 0}.Add(down.Scale(-down[0])).Unit()
	return Plane{Cam: cam, Down: down, Right: right, Ahead: down.Cross(right)}
}

// OnTable is where a pixel's ray meets the table; false if it does not.
func (t *Plane) OnTable(p engine.Point) (engine.Point, bool) {
	x, y := t.Cam.Normalize(p)
	ray := Vec3{x, y, 1}
	k := ray.Dot(t.Down)
	if k < grazing {
		return engine.Point{}, false
	}
	return engine.Point{X: ray.Dot(t.Right) / k, Y: ray.Dot(t.Ahead) / k}, true
}

// Pixel is the pixel of a point of the table.
func (t *Plane) Pixel(p engine.Point) engine.Point {
	v := t.Down.Add(t.Right.Scale(p.X)).Add(t.Ahead.Scale(p.Y))
	return t.Cam.Project(v[0], v[1], v[2])
}

// grazing is the least cosine between a ray and straight down (unnormalized) at which the ray meets the table.
const grazing = 0.05

// TiltMax is the largest angle between a camera's axis and straight down, radians; hand-set. From flatter views nobody
// can read letters.
const TiltMax = 62 * math.Pi / 180

// PlanesAround are planes in so many directions for each of these tilts, degrees.
func PlanesAround(cam *calibration.Camera, directions int, tilts ...float64) []Plane {
	var all []Plane
	for _, degrees := range tilts {
		tilt := degrees * math.Pi / 180
		for k := range directions {
			all = append(all, NewPlane(cam, tilt, 2*math.Pi*(float64(k)+tilt)/float64(directions)))
		}
	}
	return all
}
