package face

import (
	"sync"

	"tilewatch/engine"
	"tilewatch/vision/geom"
	"tilewatch/vision/homography"
	"tilewatch/vision/kernel"
	"tilewatch/vision/picture"
)

// A patch is a place of a lattice, rectified, with a margin.
const (
	PatchSide  = 84  // pixels
	PatchReach = 0.7 // of a step, from the middle to the patch's border
	PerStep    = PatchSide / (2 * PatchReach)
)

// Patch is a rectified face, row-major: gray levels, and colors as blue, green, red.
type Patch struct {
	gray [PatchSide * PatchSide]float32
	bgr  [PatchSide * PatchSide][3]float32
}

// Frame is where a patch lies in the picture.
type Frame struct {
	h homography.Map // of the unit square to the patch's outline
}

// FrameOf is the frame whose patch covers a quadrilateral.
func FrameOf(q engine.Quad) Frame {
	return Frame{homography.OfSquare(q)}
}

// FrameOver is the frame of a face with that outline.
func FrameOver(q engine.Quad) Frame {
	middle := geom.Middle(q)
	for i, p := range q {
		q[i] = geom.Add(middle, geom.Scale(geom.Sub(p, middle), 2*PatchReach))
	}
	return FrameOf(q)
}

// Point is where a point of the face, in steps from its middle, lies in the picture.
func (f *Frame) Point(x, y float64) engine.Point {
	return f.h.At(0.5+x/(2*PatchReach), 0.5+y/(2*PatchReach))
}

// Quad is the outline of the face with that half side.
func (f *Frame) Quad(half float64) engine.Quad {
	return engine.Quad{f.Point(-half, -half), f.Point(half, -half), f.Point(half, half), f.Point(-half, half)}
}

// Shifted is the frame moved over the face, in steps.
func (f *Frame) Shifted(x, y float64) Frame {
	const d = PatchReach
	return FrameOf(engine.Quad{f.Point(x-d, y-d), f.Point(x+d, y-d), f.Point(x+d, y+d), f.Point(x-d, y+d)})
}

// Sample rectifies the patch. Each pixel is the mean of up to most x most samples, as many as the picture is finer than the patch.
func (f *Frame) Sample(r *picture.Raster, p *Patch, most int) {
	r.Look()
	a, b := f.Point(-0.5, 0), f.Point(0.5, 0)
	n := min(max(int(geom.Dist(a, b)/PerStep+0.6), 1), most, len(samples))
	square := kernel.Square(f.h)
	kernel.Means(r.Kernel(), &square, samples[n-1](), n*n, p.bgr[:])
	for i, c := range p.bgr {
		p.gray[i] = 0.114*c[0] + 0.587*c[1] + 0.299*c[2]
	}
}

// samples are the places on the unit square of a patch's samples, for one along each side of a pixel, two and three.
var samples = [...]func() [][2]float64{
	sync.OnceValue(func() [][2]float64 { return samplesOf(1) }),
	sync.OnceValue(func() [][2]float64 { return samplesOf(2) }),
	sync.OnceValue(func() [][2]float64 { return samplesOf(3) }),
}

// samplesOf are n x n places for each pixel, pixel by pixel.
func samplesOf(n int) (places [][2]float64) {
	for i := range PatchSide * PatchSide {
		for s := range n * n {
			places = append(places, [2]float64{
				(float64(i%PatchSide) + (float64(s%n)+0.5)/float64(n)) / PatchSide,
				(float64(i/PatchSide) + (float64(s/n)+0.5)/float64(n)) / PatchSide,
			})
		}
	}
	return places
}
