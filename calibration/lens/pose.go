package lens

import (
	"fmt"
	"math"

	"tilewatch/calibration"
	"tilewatch/calibration/chessboard"
	"tilewatch/engine"
)

// Pose is where a plane lies before a camera: camera = R * plane + T, millimetres. The plane's x runs right and y down as one
// looks at it, z into it.
type Pose struct {
	R [3][3]float64 `json:"R"`
	T [3]float64    `json:"t"`
}

// FindPose is how the camera sees the plane whose points, in millimetres, it shows at pixels. rms is how far off they lie then,
// in pixels.
func FindPose(c *calibration.Camera, plane, pixels []engine.Point) (pose Pose, rms float64, err error) {
	p, ok := firstPose(c, plane, pixels)
	if !ok {
		return Pose{}, 0, errFlat
	}
	problem := &problem{board: plane, views: [][]engine.Point{pixels}, width: c.Width, height: c.Height}
	fixed := intrinsicsOf(c)
	x, err := problem.solve(fixed, []extrinsics{p}, false)
	if err != nil {
		return Pose{}, 0, err
	}
	return poseOf(x.poses[0]), x.rms(), nil
}

var errFlat = fmt.Errorf("the board's points lie on a line: show more of the board")

// Space is a point of the plane, at a height above it, in camera space.
func (p *Pose) Space(x, y, height float64) (float64, float64, float64) {
	at := [3]float64{x, y, -height}
	out := p.T
	for i := range out {
		for j := range at {
			out[i] += p.R[i][j] * at[j]
		}
	}
	return out[0], out[1], out[2]
}

// Pixel is where the camera shows that point.
func (p *Pose) Pixel(c *calibration.Camera, x, y, height float64) engine.Point {
	return c.Project(p.Space(x, y, height))
}

// Raised is the plane so many millimetres further up, towards the camera.
func (p Pose) Raised(height float64) Pose {
	x, y, z := p.Space(0, 0, height)
	p.T = [3]float64{x, y, z}
	return p
}

// Tilt is the angle between straight down and where the camera looks, in degrees: 0 is straight from above.
func (p *Pose) Tilt() float64 {
	return math.Acos(min(1, math.Abs(p.R[2][2]))) * 180 / math.Pi
}

// Height is how far the camera is above the plane, in millimetres.
func (p *Pose) Height() float64 {
	return math.Abs(p.R[0][2]*p.T[0] + p.R[1][2]*p.T[1] + p.R[2][2]*p.T[2])
}

// firstPose decomposes the homography from the board to the undistorted picture.
func firstPose(c *calibration.Camera, plane, corners []engine.Point) (extrinsics, bool) {
	flat := make([]engine.Point, len(corners))
	for i, px := range corners {
		flat[i].X, flat[i].Y = c.Normalize(px)
	}
	h, ok := chessboard.Between(plane, flat)
	if !ok {
		return extrinsics{}, false
	}
	r1, r2, t := [3]float64{h[0], h[3], h[6]}, [3]float64{h[1], h[4], h[7]}, [3]float64{h[2], h[5], h[8]}
	scale := 2 / (norm(r1) + norm(r2))
	if t[2] < 0 {
		scale = -scale
	}
	for i := range 3 {
		r1[i], r2[i], t[i] = r1[i]*scale, r2[i]*scale, t[i]*scale
	}
	return extrinsics{rotation: vectorOf(orthogonal(r1, r2)), shift: t}, true
}

// orthogonal is the rotation whose first two columns are nearly these.
func orthogonal(a, b [3]float64) [3][3]float64 {
	x, y := unit(add(unit(a), unit(b))), unit(add(unit(a), scaled(unit(b), -1)))
	// a and b lie symmetrically about x, half a right angle away.
	u, v := unit(add(x, y)), unit(add(x, scaled(y, -1)))
	w := cross(u, v)
	return [3][3]float64{{u[0], v[0], w[0]}, {u[1], v[1], w[1]}, {u[2], v[2], w[2]}}
}

func norm(a [3]float64) float64                 { return math.Sqrt(a[0]*a[0] + a[1]*a[1] + a[2]*a[2]) }
func unit(a [3]float64) [3]float64              { return scaled(a, 1/norm(a)) }
func scaled(a [3]float64, k float64) [3]float64 { return [3]float64{a[0] * k, a[1] * k, a[2] * k} }
func add(a, b [3]float64) [3]float64            { return [3]float64{a[0] + b[0], a[1] + b[1], a[2] + b[2]} }
func cross(a, b [3]float64) [3]float64 {
	return [3]float64{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

// matrixOf is the rotation about a vector by its length (Rodrigues).
func matrixOf(v [3]float64) [3][3]float64 {
	a := norm(v)
	if a < 1e-12 {
		return [3][3]float64{{1, -v[2], v[1]}, {v[2], 1, -v[0]}, {-v[1], v[0], 1}}
	}
	k := scaled(v, 1/a)
	s, c := math.Sincos(a)
	var m [3][3]float64
	for i := range 3 {
		for j := range 3 {
			m[i][j] = k[i] * k[j] * (1 - c)
		}
		m[i][i] += c
	}
	m[0][1] -= s * k[2]
	m[1][0] += s * k[2]
	m[0][2] += s * k[1]
	m[2][0] -= s * k[1]
	m[1][2] -= s * k[0]
	m[2][1] += s * k[0]
	return m
}

// vectorOf undoes matrixOf.
func vectorOf(m [3][3]float64) [3]float64 {
	c := min(max((m[0][0]+m[1][1]+m[2][2]-1)/2, -1), 1)
	v := [3]float64{m[2][1] - m[1][2], m[0][2] - m[2][0], m[1][0] - m[0][1]}
	s := norm(v) / 2
	a := math.Atan2(s, c)
	switch {
	case s > 1e-6:
		return scaled(v, a/(2*s))
	case c > 0:
		return scaled(v, 0.5)
	}
	// Half a turn: the axis is the column of m + 1 that is longest.
	best := [3]float64{}
	for j := range 3 {
		col := [3]float64{m[0][j], m[1][j], m[2][j]}
		col[j]++
		if norm(col) > norm(best) {
			best = col
		}
	}
	return scaled(unit(best), math.Pi)
}

func poseOf(e extrinsics) Pose { return Pose{R: matrixOf(e.rotation), T: e.shift} }
