package lens

import (
	"fmt"
	"math"

	"tilewatch/calibration"
	"tilewatch/engine"
	"tilewatch/vision/geom"
	"tilewatch/vision/homography"
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
	pairs := make([]homography.Pair, len(corners))
	for i, px := range corners {
		pairs[i] = homography.Pair{X: plane[i].X, Y: plane[i].Y, Weight: 1}
		pairs[i].At.X, pairs[i].At.Y = c.Normalize(px)
	}
	h, ok := homography.Fit(pairs, true)
	if !ok {
		return extrinsics{}, false
	}
	r1, r2, t := geom.Vec{h[0], h[3], h[6]}, geom.Vec{h[1], h[4], h[7]}, geom.Vec{h[2], h[5], 1}
	scale := 2 / (r1.Norm() + r2.Norm())
	if t[2] < 0 {
		scale = -scale
	}
	return extrinsics{rotation: vectorOf(orthogonal(r1.Scale(scale), r2.Scale(scale))), shift: t.Scale(scale)}, true
}

// orthogonal is the rotation whose first two columns are nearly these.
func orthogonal(a, b geom.Vec) [3][3]float64 {
	x, y := a.Unit().Add(b.Unit()).Unit(), a.Unit().Add(b.Unit().Scale(-1)).Unit()
	// a and b lie symmetrically about x, half a right angle away.
	u, v := x.Add(y).Unit(), x.Add(y.Scale(-1)).Unit()
	w := u.Cross(v)
	return [3][3]float64{{u[0], v[0], w[0]}, {u[1], v[1], w[1]}, {u[2], v[2], w[2]}}
}

// matrixOf is the rotation about a vector by its length.
func matrixOf(v geom.Vec) (m [3][3]float64) {
	for j := range m {
		axis := geom.Vec{}
		axis[j] = 1
		for i, x := range axis.Turned(v) {
			m[i][j] = x
		}
	}
	return m
}

// vectorOf undoes matrixOf.
func vectorOf(m [3][3]float64) geom.Vec {
	c := min(max((m[0][0]+m[1][1]+m[2][2]-1)/2, -1), 1)
	v := geom.Vec{m[2][1] - m[1][2], m[0][2] - m[2][0], m[1][0] - m[0][1]}
	s := v.Norm() / 2
	a := math.Atan2(s, c)
	switch {
	case s > 1e-6:
		return v.Scale(a / (2 * s))
	case c > 0:
		return v.Scale(0.5)
	}
	// Half a turn: the axis is the column of m + 1 that is longest.
	best := geom.Vec{}
	for j := range 3 {
		col := geom.Vec{m[0][j], m[1][j], m[2][j]}
		col[j]++
		if col.Norm() > best.Norm() {
			best = col
		}
	}
	return best.Unit().Scale(math.Pi)
}

func poseOf(e extrinsics) Pose { return Pose{R: matrixOf(e.rotation), T: e.shift} }
