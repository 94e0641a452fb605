package glyph

import "math"

// Gray is a gray picture, row-major; the first pixel's center is at 0, 0.
type Gray struct {
	W, H int
	Pix  []uint8
}

// At is the bilinear value at x, y; outside, the border goes on.
func (g *Gray) At(x, y float64) float64 {
	x = min(max(x, 0), float64(g.W-1))
	y = min(max(y, 0), float64(g.H-1))
	x0, y0 := int(x), int(y)
	fx, fy := x-float64(x0), y-float64(y0)
	x1, y1 := min(x0+1, g.W-1), min(y0+1, g.H-1)
	a, b := float64(g.Pix[y0*g.W+x0]), float64(g.Pix[y0*g.W+x1])
	c, d := float64(g.Pix[y1*g.W+x0]), float64(g.Pix[y1*g.W+x1])
	return (a+(b-a)*fx)*(1-fy) + (c+(d-c)*fx)*fy
}

// Quad is a face's corners in the picture, in pixels: top-left, top-right, bottom-right, bottom-left.
type Quad [4][2]float64

// Homography takes the unit square (0,0 top-left, 1,1 bottom-right) to the quad.
type Homography [8]float64

// Homography of the unit square to q (Heckbert's closed form); a degenerate quad gives an affine map.
func (q Quad) Homography() Homography {
	dx1, dy1 := q[1][0]-q[2][0], q[1][1]-q[2][1]
	dx2, dy2 := q[3][0]-q[2][0], q[3][1]-q[2][1]
	sx := q[0][0] - q[1][0] + q[2][0] - q[3][0]
	sy := q[0][1] - q[1][1] + q[2][1] - q[3][1]
	var g, h float64
	if det := dx1*dy2 - dx2*dy1; math.Abs(det) > 1e-9 {
		g, h = (sx*dy2-dx2*sy)/det, (dx1*sy-sx*dy1)/det
	}
	return Homography{
		q[1][0] - q[0][0] + g*q[1][0], q[3][0] - q[0][0] + h*q[3][0], q[0][0],
		q[1][1] - q[0][1] + g*q[1][1], q[3][1] - q[0][1] + h*q[3][1], q[0][1], g, h,
	}
}

// Apply maps a point of the unit square.
func (m Homography) Apply(u, v float64) (x, y float64) {
	w := m[6]*u + m[7]*v + 1
	return (m[0]*u + m[1]*v + m[2]) / w, (m[3]*u + m[4]*v + m[5]) / w
}

// Picture is a picture's two planes, as a Face has them; Chroma may be nil.
type Picture struct{ Gray, Chroma *Gray }

// Cut is the face within the quad, size x size.
func (p Picture) Cut(q Quad, size int) Face {
	f := p.Gray.Cut(q, size)
	if p.Chroma != nil {
		f.Chroma = p.Chroma.Cut(q, size).Pix
	}
	return f
}

// Cut is the face within the quad, size x size. Where the picture is finer than the face, four samples are averaged.
func (g *Gray) Cut(q Quad, size int) Face {
	m := q.Homography()
	f := Face{Size: size, Pix: make([]uint8, size*size)}
	step := 1 / float64(size)
	for i := range f.Pix {
		u, v := (float64(i%size)+0.5)*step, (float64(i/size)+0.5)*step
		sum := 0.0
		for _, d := range [4][2]float64{{-0.25, -0.25}, {0.25, -0.25}, {-0.25, 0.25}, {0.25, 0.25}} {
			sum += g.At(m.Apply(u+d[0]*step, v+d[1]*step))
		}
		f.Pix[i] = uint8(sum/4 + 0.5)
	}
	return f
}
