package vision

import (
	"tilewatch/engine"
	"tilewatch/vision/kernel"
)

// borderView is what the picture shows across the border of a face, by half sides: 0 and 1 are the halves of the top, then
// right, bottom, left.
type borderView struct {
	square  square
	half    float64            // of the face's side, in pitches
	lift    [halfSides]float64 // how far the next level lies outward, in pitches
	color   *rgb               // of the face; nil: as it is seen
	outside bool               // of the picture, in part
	inputs  kernel.Borders
}

// halfAlong are the places along each half of a side where its edge is looked at: off the middle, where some sets have tabs,
// and off the rounded corners.
var halfAlong = [2][]float64{{-0.39, -0.33, -0.27, -0.21}, {0.21, 0.27, 0.33, 0.39}}

// halfMiddle is the middle of each half.
var halfMiddle = [2]float64{-0.3, 0.3}

// border samples the border of a face with the given step between taps, in pitches. The view is the caller's: it is large.
func (r *raster) border(v *borderView, p *pose, at engine.Place, level, step float64) {
	v.square, v.half, v.outside = squareOf(p, at, level), p.side/p.pitch/2, false
	reach := v.half + step*float64(locatorTaps-1-locatorInner)
	for _, c := range [4][2]float64{{-reach, -reach}, {reach, -reach}, {reach, reach}, {-reach, reach}} {
		v.outside = v.outside || !r.inside(v.square.pixel(c[0], c[1]))
	}
	if v.outside {
		return
	}
	v.liftOf(p, at, level)
	kernel.Border(r.pixels(), &v.square.h, v.half, step, &v.lift, (*[3]float64)(v.color), &v.inputs)
}

// point is the pixel that lies so far outward of where half side i is expected, in pitches.
func (v *borderView) point(i int, offset float64) engine.Point {
	out, dir := sideAxes[i/2][0], sideAxes[i/2][1]
	d, a := v.half+offset, halfMiddle[i%2]
	return v.square.pixel(d*out[0]+a*dir[0], d*out[1]+a*dir[1])
}

// liftOf says how far up is outward, on each side.
func (v *borderView) liftOf(p *pose, at engine.Place, level float64) {
	c, r := float64(at.Col), float64(at.Row)
	low, high := p.pixel(c, r, level), p.pixel(c, r, level+1)
	mid := v.square.pixel(0, 0)
	for side, axes := range sideAxes {
		e := v.square.pixel(0.5*axes[0][0], 0.5*axes[0][1])
		dx, dy := e.X-mid.X, e.Y-mid.Y
		lift := ((high.X-low.X)*dx + (high.Y-low.Y)*dy) / (2 * (dx*dx + dy*dy))
		v.lift[2*side], v.lift[2*side+1] = lift, lift
	}
}

// stackSides is how far out a stack's sides are looked at, of a side: tiles are rounded, and lie a little askew.
const stackSides = 0.485

// stackAlong are the places along a side: off the rounded corners, and off the middle, where some sets have tabs.
var stackAlong = [...]float64{-0.41, -0.31, -0.2, 0.2, 0.31, 0.41}
