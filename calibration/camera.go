package calibration

import (
	"encoding/json"
	"fmt"
	"math"

	"tilewatch/engine"
)

// Camera is OpenCV's pinhole model for pictures of one size, in pixels; the first pixel's center is at 0, 0.
type Camera struct {
	Width, Height int
	K             [3][3]float64 // fx 0 cx, 0 fy cy, 0 0 1
	Dist          [5]float64    // k1 k2 p1 p2 k3
}

// undistortRounds bounds the search for an undistorted point. Lenses of webcams and phones settle to 1e-12
// in about ten rounds.
const undistortRounds = 25

// Pinhole is a camera without distortion whose axis meets the middle of the picture; focal is in pixels.
func Pinhole(width, height int, focal float64) *Camera {
	cx, cy := float64(width-1)/2, float64(height-1)/2
	return &Camera{Width: width, Height: height, K: [3][3]float64{{focal, 0, cx}, {0, focal, cy}, {0, 0, 1}}}
}

// Normalize is the direction in which the camera sees a pixel: x/z and y/z in camera space, free of distortion.
func (c *Camera) Normalize(px engine.Point) (x, y float64) {
	yd := (px.Y - c.K[1][2]) / c.K[1][1]
	xd := (px.X - c.K[0][2] - c.K[0][1]*yd) / c.K[0][0]
	x, y = xd, yd
	for range undistortRounds {
		radial, tx, ty := c.lens(x, y)
		nx, ny := (xd-tx)/radial, (yd-ty)/radial
		done := math.Abs(nx-x)+math.Abs(ny-y) < 1e-12
		if x, y = nx, ny; done {
			break
		}
	}
	return x, y
}

// Project is where the picture shows a point of camera space (x right, y down, z ahead, any length unit).
// Points with z <= 0 lie behind the camera and have no place: the result is then NaN, NaN.
func (c *Camera) Project(x, y, z float64) engine.Point {
	if !(z > 0) {
		return engine.Point{X: math.NaN(), Y: math.NaN()}
	}
	xn, yn := x/z, y/z
	// As lens has it, spelled out: nothing is called more often.
	k1, k2, p1, p2, k3 := c.Dist[0], c.Dist[1], c.Dist[2], c.Dist[3], c.Dist[4]
	r2 := xn*xn + yn*yn
	radial := 1 + r2*(k1+r2*(k2+r2*k3))
	xd := xn*radial + (2*p1*xn*yn + p2*(r2+2*xn*xn))
	yd := yn*radial + (p1*(r2+2*yn*yn) + 2*p2*xn*yn)
	return engine.Point{X: c.K[0][0]*xd + c.K[0][1]*yd + c.K[0][2], Y: c.K[1][1]*yd + c.K[1][2]}
}

// Undistort is where an ideal lens would show what this one shows at px.
func (c *Camera) Undistort(px engine.Point) engine.Point {
	x, y := c.Normalize(px)
	return engine.Point{X: c.K[0][0]*x + c.K[0][1]*y + c.K[0][2], Y: c.K[1][1]*y + c.K[1][2]}
}

// lens is the distortion at a normalized point: the radial factor and the tangential shift.
func (c *Camera) lens(x, y float64) (radial, tx, ty float64) {
	k1, k2, p1, p2, k3 := c.Dist[0], c.Dist[1], c.Dist[2], c.Dist[3], c.Dist[4]
	r2 := x*x + y*y
	radial = 1 + r2*(k1+r2*(k2+r2*k3))
	return radial, 2*p1*x*y + p2*(r2+2*x*x), p1*(r2+2*y*y) + 2*p2*x*y
}

// aspectSlack is how far the two scales may differ when pictures of one camera come in another size: what
// rounding to whole pixels does, and no more.
const aspectSlack = 0.01

// Scaled is the same camera for its pictures enlarged or reduced to width x height. It fails when the shape differs:
// then the picture was cropped or turned, and nobody knows which part is left.
func (c *Camera) Scaled(width, height int) (*Camera, error) {
	if width == c.Width && height == c.Height {
		return c, nil
	}
	sx, sy := float64(width)/float64(c.Width), float64(height)/float64(c.Height)
	if !(sx > 0 && sy > 0) || math.Abs(sx/sy-1) > aspectSlack {
		return nil, fmt.Errorf("camera is for pictures of %dx%d, this one is %dx%d, another shape: "+
			"use the camera file made for this size, or leave --camera out", c.Width, c.Height, width, height)
	}
	scaled := *c
	scaled.Width, scaled.Height = width, height
	scaled.K[0][0], scaled.K[0][1], scaled.K[1][1] = c.K[0][0]*sx, c.K[0][1]*sx, c.K[1][1]*sy
	scaled.K[0][2] = (c.K[0][2]+0.5)*sx - 0.5 // the picture's edge, half a pixel out, is what scales
	scaled.K[1][2] = (c.K[1][2]+0.5)*sy - 0.5
	return &scaled, nil
}

// cameraFile is the file's form, loose enough that every mistake can be named.
type cameraFile struct {
	Width  float64     `json:"width"`
	Height float64     `json:"height"`
	K      [][]float64 `json:"K"`
	Dist   []float64   `json:"dist"`
}

// MarshalJSON writes the form that ParseCamera reads.
func (c Camera) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Width  int           `json:"width"`
		Height int           `json:"height"`
		K      [3][3]float64 `json:"K"`
		Dist   [5]float64    `json:"dist"`
	}{c.Width, c.Height, c.K, c.Dist})
}

// LoadCamera reads a camera file. Errors name the file, the field and what to write instead.
func LoadCamera(path string) (*Camera, error) { return load("camera", path, ParseCamera) }

// ParseCamera reads a camera file's text. Unknown fields are passed over; dist may be left out or be shorter than
// five numbers, the rest is then zero.
func ParseCamera(data []byte) (*Camera, error) {
	var file cameraFile
	if err := decode(data, &file, `{"width":1280,"height":720,"K":[[fx,0,cx],[0,fy,cy],[0,0,1]],"dist":[k1,k2,p1,p2,k3]}`); err != nil {
		return nil, err
	}
	c := &Camera{}
	for _, step := range []func(*Camera) error{file.size, file.matrix, file.lens} {
		if err := step(c); err != nil {
			return nil, err
		}
	}
	return c, nil
}

func (f *cameraFile) size(c *Camera) error {
	for _, side := range []struct {
		name  string
		value float64
		into  *int
	}{{"width", f.Width, &c.Width}, {"height", f.Height, &c.Height}} {
		if side.value < 16 || side.value > 65535 || side.value != math.Trunc(side.value) {
			return fmt.Errorf("%s is %v: write the picture's size in whole pixels, 16 to 65535", side.name, side.value)
		}
		*side.into = int(side.value)
	}
	return nil
}

const matrixForm = "write K as [[fx,0,cx],[0,fy,cy],[0,0,1]] in pixels"

func (f *cameraFile) matrix(c *Camera) error {
	if len(f.K) != 3 {
		return fmt.Errorf("matrix K has %d rows, not 3: %s", len(f.K), matrixForm)
	}
	for i, row := range f.K {
		if len(row) != 3 {
			return fmt.Errorf("row %d of K has %d numbers, not 3: %s", i+1, len(row), matrixForm)
		}
		copy(c.K[i][:], row)
	}
	if c.K[2] != [3]float64{0, 0, 1} || c.K[1][0] != 0 {
		return fmt.Errorf("matrix K %v is not a camera matrix: %s", c.K, matrixForm)
	}
	return c.checkFocal()
}

// checkFocal refuses focal lengths and centers no camera has: a fish-eye is not this model, and a telescope
// does not look at tables.
func (c *Camera) checkFocal() error {
	long := float64(max(c.Width, c.Height))
	for i, name := range []string{"fx", "fy"} {
		if f := c.K[i][i]; !(f >= long/10 && f <= long*50) {
			return fmt.Errorf("%s in K is %v for a picture %d pixels wide: the focal length is in pixels, often 0.6 to 1.5 times the width",
				name, f, c.Width)
		}
	}
	if math.Abs(c.K[0][1]) > c.K[0][0]/10 {
		return fmt.Errorf("the skew in K is %v: cameras have next to none: %s", c.K[0][1], matrixForm)
	}
	cx, cy := c.K[0][2]/float64(c.Width), c.K[1][2]/float64(c.Height)
	if !(cx > -0.5 && cx < 1.5 && cy > -0.5 && cy < 1.5) {
		return fmt.Errorf("cx, cy in K are %v, %v, far outside a picture of %dx%d: %s", c.K[0][2], c.K[1][2], c.Width, c.Height, matrixForm)
	}
	return nil
}

func (f *cameraFile) lens(c *Camera) error {
	if len(f.Dist) > len(c.Dist) {
		return fmt.Errorf("dist has %d numbers: at most five are understood, k1, k2, p1, p2, k3: calibrate with OpenCV's plain model", len(f.Dist))
	}
	for i, d := range f.Dist {
		if math.Abs(d) > 100 {
			return fmt.Errorf("number %d of dist is %v: lenses stay well below 100: calibrate again, or leave dist out", i+1, d)
		}
	}
	copy(c.Dist[:], f.Dist)
	return nil
}

// Mirrored is the camera that would take this one's pictures as a mirror shows them.
func (c *Camera) Mirrored() *Camera {
	m := *c
	m.K[0][2] = float64(c.Width-1) - c.K[0][2]
	m.Dist[3] = -c.Dist[3] // the only term that is not the same on both sides
	return &m
}
