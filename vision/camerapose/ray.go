package camerapose

import (
	"math"

	"tilewatch/engine"
)

// Quarter is an angle less its nearest multiple of a right angle, radians.
func Quarter(a float64) float64 { return a - math.Round(a/(math.Pi/2))*math.Pi/2 }

// EdgeRay is the edge on half a side: its ray, the half side, and its standard deviation in pitches.
type EdgeRay struct {
	Ray   Vec3
	Half  int
	Sigma float64
}

// Ray is the direction in which the camera sees a pixel.
func (t *Plane) Ray(p engine.Point) Vec3 {
	x, y := t.Cam.Normalize(p)
	return Vec3{x, y, 1}
}

// Meets is where a ray meets the table; false if it does not.
func (t *Plane) Meets(ray Vec3) (engine.Point, bool) {
	k := ray.Dot(t.Down)
	return engine.Point{X: ray.Dot(t.Right) / k, Y: ray.Dot(t.Ahead) / k}, k > grazing
}
