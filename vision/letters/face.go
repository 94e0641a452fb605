package letters

import (
	"tilewatch/engine"
	"tilewatch/ocr/glyph"
	"tilewatch/vision"
	"tilewatch/vision/geom"
)

// A patch is a place of a lattice cut out of the picture with a margin around it.
const (
	patchSide  = 84  // pixels
	patchReach = 0.7 // of a step, from the middle to the patch's border
	perStep    = patchSide / (2 * patchReach)
)

// patch is row-major: gray levels, and colors as blue, green, red.
type patch struct {
	gray [patchSide * patchSide]float32
	bgr  [patchSide * patchSide][3]float32
}

// frame is where a face lies in the picture: its middle and its steps to the right and down.
type frame struct {
	h glyph.Homography // of the unit square to the patch's outline
}

// frameOf is the frame of the quad that the patch covers.
func frameOf(q engine.Quad) frame {
	var g glyph.Quad
	for i, p := range q {
		g[i] = [2]float64{p.X, p.Y}
	}
	return frame{g.Homography()}
}

// point is where a place on the face, in steps from its middle, lies in the picture.
func (f *frame) point(x, y float64) engine.Point {
	px, py := f.h.Apply(0.5+x/(2*patchReach), 0.5+y/(2*patchReach))
	return engine.Point{X: px, Y: py}
}

// quad is the outline of the face of that half side.
func (f *frame) quad(half float64) engine.Quad {
	return engine.Quad{f.point(-half, -half), f.point(half, -half), f.point(half, half), f.point(-half, half)}
}

// moved is the frame moved by so many steps.
func (f *frame) moved(x, y float64) frame {
	const d = patchReach
	return frameOf(engine.Quad{f.point(x-d, y-d), f.point(x+d, y-d), f.point(x+d, y+d), f.point(x-d, y+d)})
}

// frame is that of a place of the lattice.
func (l *lattice) frame(row, col float64) frame {
	const d = patchReach
	return frameOf(engine.Quad{l.point(row-d, col-d), l.point(row-d, col+d), l.point(row+d, col+d), l.point(row+d, col-d)})
}

// cut cuts the patch out of the picture. Each pixel is the mean of as many samples as the picture is finer, at most so many a side.
func (f *frame) cut(r *vision.Raster, p *patch, most int) {
	a, b := f.point(-0.5, 0), f.point(0.5, 0)
	n := min(max(int(geom.Dist(a, b)/perStep+0.6), 1), most)
	share := 1 / float32(n*n)
	for i := range p.gray {
		var sum [3]float32
		for s := range n * n {
			u := (float64(i%patchSide) + (float64(s%n)+0.5)/float64(n)) / patchSide
			v := (float64(i/patchSide) + (float64(s/n)+0.5)/float64(n)) / patchSide
			x, y := f.h.Apply(u, v)
			c := r.At(engine.Point{X: x, Y: y})
			for k := range sum {
				sum[k] += float32(c[k]) * share
			}
		}
		p.bgr[i] = sum
		p.gray[i] = 0.114*sum[0] + 0.587*sum[1] + 0.299*sum[2]
	}
}
