package vision

import (
	"slices"

	"tilewatch/engine"
)

// borderView is what the picture shows across the border of a face, by half sides: 0 and 1 are the halves of the top, then
// right, bottom, left.
type borderView struct {
	square  square
	half    float64             // of the face's side, in pitches
	taps    [8][locatorTaps]rgb // mean colors, from inside out
	lift    [8]float64          // how far the next level lies outward, in pitches
	color   rgb                 // of the face
	outside bool                // of the picture, in part
	inputs  [8][locatorInputs]float32
}

// halfAlong are the places along each half of a side where its edge is sampled: off the middle, where some sets have tabs,
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
	for side, axes := range sideAxes {
		for h := range 2 {
			m := v.square.strip(axes, v.half, halfMiddle[h])
			r.across(&m, -step*locatorInner, step, halfAlong[h], v.taps[2*side+h][:])
		}
	}
	v.reference()
	v.liftOf(p, at, level)
	for i := range v.inputs {
		v.input(i)
	}
}

// point is the pixel that lies so far outward of where half side i is expected, in pitches.
func (v *borderView) point(i int, offset float64) engine.Point {
	out, dir := sideAxes[i/2][0], sideAxes[i/2][1]
	d, a := v.half+offset, halfMiddle[i%2]
	return v.square.pixel(d*out[0]+a*dir[0], d*out[1]+a*dir[1])
}

// reference is the face's color: the median over the half sides of what lies well inside.
func (v *borderView) reference() {
	for c := range 3 {
		var all [8]float64
		for i := range v.taps {
			for k := 8; k < 16; k++ {
				all[i] += v.taps[i][k][c] / 8
			}
		}
		slices.Sort(all[:])
		v.color[c] = (all[3] + all[4]) / 2
	}
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

// input is what the locator gets to see of a half side: the taps' brightness and two color differences against the face's color, how
// up lies, and what color it is.
func (v *borderView) input(i int) {
	f := &v.inputs[i]
	taps := &v.taps[i]
	for k := range taps {
		b, g, e := float32(taps[k][0]-v.color[0]), float32(taps[k][1]-v.color[1]), float32(taps[k][2]-v.color[2])
		f[3*k] = clip32((b + 2*g + e) / 160)
		f[3*k+1] = clip32((e - g) / 48)
		f[3*k+2] = clip32((b - g) / 48)
	}
	f[3*locatorTaps] = clip32(float32(5 * v.lift[i]))
	f[3*locatorTaps+1] = float32((v.color[0]+2*v.color[1]+v.color[2])/256 - 2)
	f[3*locatorTaps+2] = float32(spread(v.color)/64 - 1)
}

func clip32(x float32) float32 { return min(max(x, -2.5), 2.5) }

// strip maps the neighborhood of a point of a face to the picture, as if there were no perspective: d outward and a along lead to
// (x + d*ox + a*ax, y + d*oy + a*ay).
type strip struct{ x, y, ox, oy, ax, ay float64 }

// strip of a side about the point d outward and a along.
func (s *square) strip(axes [2][2]float64, d, a float64) strip {
	out, dir := axes[0], axes[1]
	x, y := d*out[0]+a*dir[0]+0.5, d*out[1]+a*dir[1]+0.5
	w := 1 / (s.h[6]*x + s.h[7]*y + 1)
	px, py := (s.h[0]*x+s.h[1]*y+s.h[2])*w, (s.h[3]*x+s.h[4]*y+s.h[5])*w
	xx, xy := (s.h[0]-s.h[6]*px)*w, (s.h[1]-s.h[7]*px)*w
	yx, yy := (s.h[3]-s.h[6]*py)*w, (s.h[4]-s.h[7]*py)*w
	m := strip{ox: xx*out[0] + xy*out[1], oy: yx*out[0] + yy*out[1], ax: xx*dir[0] + xy*dir[1], ay: yx*dir[0] + yy*dir[1]}
	m.x, m.y = px-a*m.ax, py-a*m.ay
	return m
}

// inverse is how far outward and along a pixel lies.
func (m *strip) inverse(p engine.Point) (d, a float64) {
	det := m.ox*m.ay - m.oy*m.ax
	x, y := p.X-m.x, p.Y-m.y
	return (x*m.ay - y*m.ax) / det, (y*m.ox - x*m.oy) / det
}

// across takes the mean colors along a strip, of the nearest pixels, at taps across it: the first at from (outward from the strip's
// own point), the next a step further out.
func (r *raster) across(m *strip, from, step float64, along []float64, taps []rgb) {
	const one = 1 << 16
	last := from + step*float64(len(taps)-1)
	safe := true
	for _, d := range [2]float64{from, last} {
		for _, a := range [2]float64{along[0], along[len(along)-1]} {
			safe = safe && r.inside(engine.Point{X: m.x + d*m.ox + a*m.ax, Y: m.y + d*m.oy + a*m.ay})
		}
	}
	dx, dy := int(one*step*m.ox), int(one*step*m.oy)
	clear(taps)
	share := 1 / float64(len(along))
	var sums [64][3]int32
	for _, a := range along {
		x, y := int(one*(m.x+from*m.ox+a*m.ax+0.5)), int(one*(m.y+from*m.oy+a*m.ay+0.5))
		for k := range taps {
			ix, iy := x>>16, y>>16
			if !safe {
				ix, iy = min(max(ix, 0), r.w-1), min(max(iy, 0), r.h-1)
			}
			i := 3 * (iy*r.w + ix)
			px := r.bgr[i : i+3 : i+3]
			sum := &sums[k]
			sum[0] += int32(px[0])
			sum[1] += int32(px[1])
			sum[2] += int32(px[2])
			x += dx
			y += dy
		}
	}
	for k := range taps {
		taps[k] = rgb{float64(sums[k][0]) * share, float64(sums[k][1]) * share, float64(sums[k][2]) * share}
	}
}
