package vision

import (
	"math"

	"tilewatch/calibration"
	"tilewatch/engine"
)

// vec3 is a vector in camera space: x right, y down, z ahead.
type vec3 [3]float64

func (a vec3) dot(b vec3) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }
func (a vec3) cross(b vec3) vec3 {
	return vec3{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}
func (a vec3) scale(k float64) vec3 { return vec3{k * a[0], k * a[1], k * a[2]} }
func (a vec3) add(b vec3) vec3      { return vec3{a[0] + b[0], a[1] + b[1], a[2] + b[2]} }
func (a vec3) unit() vec3           { return a.scale(1 / math.Sqrt(a.dot(a))) }

// plane is the table's direction as the camera sees it, at distance one: down is the unit vector from the eye
// straight to the table, right and ahead span the table. A point of the table has coordinates along right and
// ahead, in units of the camera's height over it.
type plane struct {
	cam                *calibration.Camera
	down, right, ahead vec3
}

// newPlane is the table under a camera whose axis is tilted from straight down by tilt (radians), towards the
// picture's direction azimuth (radians, clockwise from x).
func newPlane(cam *calibration.Camera, tilt, azimuth float64) plane {
	return planeOf(cam, vec3{math.Sin(tilt) * math.Cos(azimuth), math.Sin(tilt) * math.Sin(azimuth), math.Cos(tilt)})
}

// planeOf is the table in a direction.
func planeOf(cam *calibration.Camera, down vec3) plane {
	right := vec3{1, 0, 0}.add(down.scale(-down[0])).unit()
	return plane{cam: cam, down: down, right: right, ahead: down.cross(right)}
}

// onTable is where the ray of a pixel meets the table; false when it does not.
func (t *plane) onTable(p engine.Point) (engine.Point, bool) {
	x, y := t.cam.Normalize(p)
	ray := vec3{x, y, 1}
	k := ray.dot(t.down)
	if k < 0.05 {
		return engine.Point{}, false
	}
	return engine.Point{X: ray.dot(t.right) / k, Y: ray.dot(t.ahead) / k}, true
}

// pixel is where the picture shows a point of the table.
func (t *plane) pixel(p engine.Point) engine.Point {
	v := t.down.add(t.right.scale(p.X)).add(t.ahead.scale(p.Y))
	return t.cam.Project(v[0], v[1], v[2])
}

// tiltMax is the largest angle between a camera's axis and straight down.
const tiltMax = 62 * math.Pi / 180

// planesAround are tables seen from so many directions at these angles, degrees.
func planesAround(cam *calibration.Camera, directions int, tilts ...float64) []plane {
	var all []plane
	for _, degrees := range tilts {
		tilt := degrees * math.Pi / 180
		for k := range directions {
			all = append(all, newPlane(cam, tilt, 2*math.Pi*(float64(k)+tilt)/float64(directions)))
		}
	}
	return all
}
