package chessboard

import (
	"image"
	"math"

	"tilewatch/engine"
	"tilewatch/vision/geom"
)

// plane is a gray picture.
type plane struct {
	w, h int
	px   []float32
}

func newPlane(w, h int) *plane { return &plane{w, h, make([]float32, w*h)} }

func toPlane(g *image.Gray) *plane {
	p := newPlane(g.Rect.Dx(), g.Rect.Dy())
	for y := range p.h {
		row := g.Pix[y*g.Stride : y*g.Stride+p.w]
		for x, v := range row {
			p.px[y*p.w+x] = float32(v)
		}
	}
	return p
}

// half is the picture in half its size, each pixel the mean of four.
func (p *plane) half() *plane {
	s := newPlane(p.w/2, p.h/2)
	for y := range s.h {
		a, b := p.px[2*y*p.w:], p.px[(2*y+1)*p.w:]
		for x := range s.w {
			s.px[y*s.w+x] = (a[2*x] + a[2*x+1] + b[2*x] + b[2*x+1]) / 4
		}
	}
	return s
}

// blurred is the picture through 1 4 6 4 1, both ways: a Gaussian of one pixel.
func (p *plane) blurred() *plane {
	mid, out := newPlane(p.w, p.h), newPlane(p.w, p.h)
	pass := func(from, to []float32, n, lines, step, stride int) {
		for l := range lines {
			at := func(i int) float32 { return from[l*stride+min(max(i, 0), n-1)*step] }
			for i := range n {
				to[l*stride+i*step] = (at(i-2) + 4*at(i-1) + 6*at(i) + 4*at(i+1) + at(i+2)) / 16
			}
		}
	}
	pass(p.px, mid.px, p.w, p.h, 1, p.w)
	pass(mid.px, out.px, p.h, p.w, p.w, 1)
	return out
}

// at is the brightness between pixels; outside it is the nearest pixel's.
func (p *plane) at(x, y float64) float64 {
	x, y = min(max(x, 0), float64(p.w-1)-1e-6), min(max(y, 0), float64(p.h-1)-1e-6)
	ix, iy := int(x), int(y)
	fx, fy := x-float64(ix), y-float64(iy)
	i := iy*p.w + ix
	top := float64(p.px[i])*(1-fx) + float64(p.px[i+1])*fx
	low := float64(p.px[i+p.w])*(1-fx) + float64(p.px[i+p.w+1])*fx
	return top*(1-fy) + low*fy
}

// refine moves each point to where the edges around it meet: there every gradient is at right angles to the line from the
// point. The window keeps clear of the neighboring points.
func (b Board) refine(p *plane, points []engine.Point) {
	for i := range points {
		near := math.Inf(1)
		for _, j := range []int{i - 1, i + 1, i - b.Columns, i + b.Columns} {
			if j >= 0 && j < len(points) {
				near = min(near, geom.Dist(points[i], points[j]))
			}
		}
		points[i] = p.meeting(points[i], int(min(max(0.35*near, 2), 12)))
	}
}

// meeting is where edges meet, near a point and within so many pixels.
func (p *plane) meeting(start engine.Point, reach int) engine.Point {
	at := start
	for range 15 {
		var xx, xy, yy, bx, by float64
		for dy := -reach; dy <= reach; dy++ {
			for dx := -reach; dx <= reach; dx++ {
				x, y := at.X+float64(dx), at.Y+float64(dy)
				gx, gy := (p.at(x+1, y)-p.at(x-1, y))/2, (p.at(x, y+1)-p.at(x, y-1))/2
				w := math.Exp(-2 * float64(dx*dx+dy*dy) / float64(reach*reach))
				xx, xy, yy = xx+w*gx*gx, xy+w*gx*gy, yy+w*gy*gy
				bx, by = bx+w*(gx*gx*x+gx*gy*y), by+w*(gx*gy*x+gy*gy*y)
			}
		}
		det := xx*yy - xy*xy
		if !(det > 1e-6*(xx+yy)*(xx+yy)) { // nor where all is of one gray
			return start
		}
		next := engine.Point{X: (bx*yy - by*xy) / det, Y: (by*xx - bx*xy) / det}
		moved := geom.Dist(next, at)
		at = next
		if moved < 0.01 {
			break
		}
	}
	if geom.Dist(at, start) > float64(reach) {
		return start
	}
	return at
}
