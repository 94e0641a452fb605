package vision

import (
	"math"

	"gocv.io/x/gocv"

	"tilewatch/engine"
	"tilewatch/vision/kernel"
)

// raster is a picture as plain bytes, for the many small look-ups for which a call into OpenCV costs more than
// the look-up itself. It never changes.
type raster struct {
	w, h int
	bgr  []uint8 // 3 a pixel
	gray []uint8
}

// withRaster lends the picture's bytes for the time of one call.
func withRaster(p *Picture, use func(*raster, gocv.Mat) error) error {
	gray := gocv.NewMat()
	defer gray.Close()
	if err := gocv.CvtColor(p.mat, &gray, gocv.ColorBGRToGray); err != nil {
		return err
	}
	bgr, err := p.mat.DataPtrUint8()
	if err != nil {
		return err
	}
	g, err := gray.DataPtrUint8()
	if err != nil {
		return err
	}
	return use(&raster{w: p.Width, h: p.Height, bgr: bgr, gray: g}, gray)
}

// pixels are the picture's colors for loops in C.
func (r *raster) pixels() kernel.Picture { return kernel.Picture{BGR: r.bgr, W: r.w, H: r.h} }

// rgb is a color sample: blue, green, red, 0 to 255.
type rgb [3]float64

// inside says whether the point can be sampled.
func (r *raster) inside(p engine.Point) bool {
	return p.X >= 0 && p.Y >= 0 && p.X < float64(r.w-1) && p.Y < float64(r.h-1)
}

// at is the bilinear sample at a point, clamped to the picture.
func (r *raster) at(p engine.Point) rgb {
	x, y := limited(p.X, 0, float64(r.w)-1.001), limited(p.Y, 0, float64(r.h)-1.001)
	ix, iy := int(x), int(y)
	fx, fy := x-float64(ix), y-float64(iy)
	i := 3 * (iy*r.w + ix)
	j := i + 3*r.w
	a, b, c, d := (1-fx)*(1-fy), fx*(1-fy), (1-fx)*fy, fx*fy
	px, py := r.bgr[i:i+6:i+6], r.bgr[j:j+6:j+6]
	return rgb{
		a*float64(px[0]) + b*float64(px[3]) + c*float64(py[0]) + d*float64(py[3]),
		a*float64(px[1]) + b*float64(px[4]) + c*float64(py[1]) + d*float64(py[4]),
		a*float64(px[2]) + b*float64(px[5]) + c*float64(py[2]) + d*float64(py[5]),
	}
}

// grayAt is the bilinear gray sample at a point, clamped to the picture.
func (r *raster) grayAt(p engine.Point) float64 {
	x, y := limited(p.X, 0, float64(r.w)-1.001), limited(p.Y, 0, float64(r.h)-1.001)
	ix, iy := int(x), int(y)
	fx, fy := x-float64(ix), y-float64(iy)
	i := iy*r.w + ix
	return (1-fy)*((1-fx)*float64(r.gray[i])+fx*float64(r.gray[i+1])) + fy*((1-fx)*float64(r.gray[i+r.w])+fx*float64(r.gray[i+r.w+1]))
}

// limited is x, or the limit beyond which it lies: for numbers only, and so faster than min and max.
func limited(x, low, high float64) float64 {
	if x < low {
		return low
	}
	if x > high {
		return high
	}
	return x
}

func dist(a, b engine.Point) float64 {
	x, y := a.X-b.X, a.Y-b.Y
	return math.Sqrt(x*x + y*y) // pixels do not overflow
}
