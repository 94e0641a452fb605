package tileface

import (
	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/kernel"
	"tilewatch/vision/picture"
)

// BorderProfile is what the picture shows across the border of a face, by half sides: 0 and 1 are the halves of
// the top, then right, bottom, left.
type BorderProfile struct {
	Square  Square
	Half    float64            // of the face's side, pitches
	Lift    [HalfSides]float64 // how far the next level lies outward, pitches
	Color   *picture.BGR       // of the face; nil: the color seen there
	Outside bool               // partly outside of the picture
	Inputs  kernel.Borders
}

// HalfAlong are the samples along each half of a side: away from the middle, where some sets have tabs, and from
// the rounded corners. The kernel has the same.
var HalfAlong = [2][]float64{{-0.39, -0.33, -0.27, -0.21}, {0.21, 0.27, 0.33, 0.39}}

// HalfMiddle is the middle of each half.
var HalfMiddle = [2]float64{-0.3, 0.3}

// SampleBorder samples the border of a face with the given step between taps, pitches. The caller owns v,
// because it is large.
func SampleBorder(r *picture.Raster, v *BorderProfile, p *camerapose.Pose, at engine.Place, level, step float64) {
	v.Square, v.Half, v.Outside = SquareOf(p, at, level), p.Side/p.Pitch/2, false
	reach := v.Half + step*float64(edgeNetTaps-1-edgeNetInner)
	for _, c := range [4][2]float64{{-reach, -reach}, {reach, -reach}, {reach, reach}, {-reach, reach}} {
		v.Outside = v.Outside || !r.Inside(v.Square.Pixel(c[0], c[1]))
	}
	if v.Outside {
		return
	}
	r.Look()
	v.setLift(p, at, level)
	kernel.Border(r.Kernel(), &v.Square.H, v.Half, step, &v.Lift, (*[3]float64)(v.Color), &v.Inputs)
}

// Point is the pixel so far outward of the expected edge on half side i, pitches.
func (v *BorderProfile) Point(i int, offset float64) engine.Point {
	out, dir := SideAxes[i/2][0], SideAxes[i/2][1]
	d, a := v.Half+offset, HalfMiddle[i%2]
	return v.Square.Pixel(d*out[0]+a*dir[0], d*out[1]+a*dir[1])
}

// setLift sets how far the next level lies outward on each side.
func (v *BorderProfile) setLift(p *camerapose.Pose, at engine.Place, level float64) {
	c, r := float64(at.Col), float64(at.Row)
	low, high := p.Pixel(c, r, level), p.Pixel(c, r, level+1)
	mid := v.Square.Pixel(0, 0)
	for side, axes := range SideAxes {
		e := v.Square.Pixel(0.5*axes[0][0], 0.5*axes[0][1])
		dx, dy := e.X-mid.X, e.Y-mid.Y
		lift := ((high.X-low.X)*dx + (high.Y-low.Y)*dy) / (2 * (dx*dx + dy*dy))
		v.Lift[2*side], v.Lift[2*side+1] = lift, lift
	}
}

// StackSides is how far from the middle the sides of a stack are sampled, in pitches; hand-set below half a
// side, because tiles are rounded and lie a little askew.
const StackSides = 0.485

// StackAlong are the samples along a side of a stack: away from the rounded corners and from the middle, where
// some sets have tabs.
var StackAlong = [...]float64{-0.41, -0.31, -0.2, 0.2, 0.31, 0.41}
