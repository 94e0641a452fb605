package scenes

import (
	"math"
	"math/rand/v2"

	"tilewatch/calibration"
	"tilewatch/engine"
)

type vec [3]float64

func (a vec) add(b vec) vec     { return vec{a[0] + b[0], a[1] + b[1], a[2] + b[2]} }
func (a vec) sub(b vec) vec     { return vec{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }
func (a vec) mul(k float64) vec { return vec{a[0] * k, a[1] * k, a[2] * k} }
func (a vec) dot(b vec) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }
func (a vec) unit() vec         { return a.mul(1 / math.Sqrt(a.dot(a))) }
func (a vec) cross(b vec) vec {
	return vec{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

// View is a camera with its pose: x_cam = R x_world + T, millimetres.
type View struct {
	Camera calibration.Camera
	R      [3]vec
	T      vec
}

func (v *View) eye() vec {
	return v.R[0].mul(-v.T[0]).add(v.R[1].mul(-v.T[1])).add(v.R[2].mul(-v.T[2]))
}

// Project is the pixel of a point of the world.
func (v *View) Project(p vec) engine.Point {
	return v.Camera.Project(v.R[0].dot(p)+v.T[0], v.R[1].dot(p)+v.T[1], v.R[2].dot(p)+v.T[2])
}

// ray is the direction in the world in which a pixel looks.
func (v *View) ray(px engine.Point) vec {
	x, y := v.Camera.Normalize(px)
	return v.R[0].mul(x).add(v.R[1].mul(y)).add(v.R[2])
}

func (v *View) inside(p vec, margin float64) bool {
	q := v.Project(p)
	return q.X >= margin && q.Y >= margin && q.X <= float64(v.Camera.Width-1)-margin && q.Y <= float64(v.Camera.Height-1)-margin
}

// look is a view from an eye to a point of the table, rolled about its axis (radians); az is the direction in which the picture's up points.
func look(cam calibration.Camera, eye, target vec, az, roll float64) View {
	z := target.sub(eye).unit()
	x := z.cross(vec{math.Cos(az), math.Sin(az), 0}).unit()
	y := z.cross(x)
	sin, cos := math.Sincos(roll)
	r := [3]vec{x.mul(cos).sub(y.mul(sin)), x.mul(sin).add(y.mul(cos)), z}
	return View{cam, r, vec{-r[0].dot(eye), -r[1].dot(eye), -r[2].dot(eye)}}
}

// shot is how a kind of camera stands; angles in degrees.
type shot struct {
	fov, tilt, k1 [2]float64
	roll          float64
	from          *float64 // the direction in the table in which the camera stands, radians; nil: any
}

// shots are the kinds of cameras; the empty one is any.
var shots = map[string]shot{
	"":               {[2]float64{50, 80}, [2]float64{0, 60}, [2]float64{-0.14, 0.06}, 180, nil},
	"webcam-top":     {[2]float64{60, 80}, [2]float64{0, 20}, [2]float64{-0.14, 0.04}, 5, nil},
	"webcam-oblique": {[2]float64{60, 80}, [2]float64{30, 55}, [2]float64{-0.14, 0.04}, 4, nil},
	"phone":          {[2]float64{62, 70}, [2]float64{10, 50}, [2]float64{-0.02, 0.06}, 25, nil},
}

// levelShare is the share of cameras of any kind that stand upright, and levelRoll how far they lean (degrees).
const levelShare, levelRoll = 0.5, 8

// drawView stands a camera so that a tile has a size drawn at random and all points are seen; it steps back until they are.
func (s shot) drawView(r *rand.Rand, o *Options, side float64, see []vec) View {
	low, high := math.Log(o.TilePixels[0]), math.Log(o.TilePixels[1])
	pixels := math.Exp(between(r, low, high)) * float64(o.Width) / 640
	for {
		v := s.stand(r, o, side, pixels)
		all := true
		for _, p := range see {
			all = all && v.inside(p, 1)
		}
		if all {
			return v
		}
		pixels *= 0.97
	}
}

// stand stands a camera at random so that a tile in the middle of the table has a number of pixels.
func (s shot) stand(r *rand.Rand, o *Options, side, pixels float64) View {
	f := float64(max(o.Width, o.Height)) / 2 / math.Tan(between(r, s.fov[0], s.fov[1])*math.Pi/360)
	cam := *calibration.Pinhole(o.Width, o.Height, f)
	cam.K[0][2] += between(r, -0.01, 0.01) * float64(o.Width)
	cam.K[1][2] += between(r, -0.01, 0.01) * float64(o.Width)
	cam.Dist[0], cam.Dist[1] = between(r, s.k1[0], s.k1[1]), between(r, -0.02, 0.03)
	tilt, az := between(r, s.tilt[0], s.tilt[1])*math.Pi/180, between(r, 0, 2*math.Pi)
	if s.from != nil {
		az = *s.from + math.Pi
	}
	d := f * side / pixels
	free := 0.35 * d / f * float64(min(o.Width, o.Height))
	aim := vec{between(r, -free, free), between(r, -free, free), 0}
	eye := aim.add(vec{-math.Cos(az) * math.Sin(tilt), -math.Sin(az) * math.Sin(tilt), math.Cos(tilt)}.mul(d))
	roll := s.roll
	if roll == 180 && r.Float64() < levelShare {
		roll = levelRoll
	}
	return look(cam, eye, aim, az, between(r, -roll, roll)*math.Pi/180)
}
