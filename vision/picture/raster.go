package picture

import (
	"math"
	"slices"
	"sync/atomic"

	"gocv.io/x/gocv"

	"tilewatch/engine"
	"tilewatch/vision/blob"
	"tilewatch/vision/kernel"
)

// Raster is a picture as plain read-only bytes, for the many small look-ups where a call into OpenCV costs more
// than the look-up.
type Raster struct {
	W, H int
	BGR  []uint8 // 3 a pixel
	Gray []uint8

	looks atomic.Int64
}

// Look counts one look at a part of the picture as large as a tile's face.
func (r *Raster) Look() { r.looks.Add(1) }

// Looks is how many looks there were. It measures the work on the picture, which depends neither on the machine nor on what else the machine does.
func (r *Raster) Looks() int { return int(r.looks.Load()) }

// WithRaster lends the picture's bytes, and its gray Mat, for one call.
func WithRaster(p *Picture, use func(*Raster, gocv.Mat) error) error {
	gray := gocv.NewMat()
	defer gray.Close()
	if err := gocv.CvtColor(p.Pixels, &gray, gocv.ColorBGRToGray); err != nil {
		return err
	}
	bgr, err := p.Pixels.DataPtrUint8()
	if err != nil {
		return err
	}
	g, err := gray.DataPtrUint8()
	if err != nil {
		return err
	}
	return use(&Raster{W: p.Width, H: p.Height, BGR: bgr, Gray: g}, gray)
}

// Kernel is the picture for the loops in C.
func (r *Raster) Kernel() kernel.Picture { return kernel.Picture{BGR: r.BGR, W: r.W, H: r.H} }

// BGR is a color sample: blue, green, red, 0 to 255.
type BGR = [3]float64

// Inside says whether a bilinear sample at the point lies in the picture.
func (r *Raster) Inside(p engine.Point) bool {
	return p.X >= 0 && p.Y >= 0 && p.X < float64(r.W-1) && p.Y < float64(r.H-1)
}

// Shows says whether all corners of a face lie in the picture.
func (r *Raster) Shows(face engine.Quad) bool {
	return !slices.ContainsFunc(face[:], func(corner engine.Point) bool { return !r.Inside(corner) })
}

// At is the bilinear sample at a point, clamped to the picture.
func (r *Raster) At(p engine.Point) BGR {
	x, y := Clamp(p.X, 0, float64(r.W)-1.001), Clamp(p.Y, 0, float64(r.H)-1.001)
	ix, iy := int(x), int(y)
	fx, fy := x-float64(ix), y-float64(iy)
	i := 3 * (iy*r.W + ix)
	j := i + 3*r.W
	a, b, c, d := (1-fx)*(1-fy), fx*(1-fy), (1-fx)*fy, fx*fy
	px, py := r.BGR[i:i+6:i+6], r.BGR[j:j+6:j+6]
	return BGR{
		a*float64(px[0]) + b*float64(px[3]) + c*float64(py[0]) + d*float64(py[3]),
		a*float64(px[1]) + b*float64(px[4]) + c*float64(py[1]) + d*float64(py[4]),
		a*float64(px[2]) + b*float64(px[5]) + c*float64(py[2]) + d*float64(py[5]),
	}
}

// MedianOf is the color of most of these points of the picture: the median of each channel, the larger of the middle two of an even number.
func (r *Raster) MedianOf(points []engine.Point) (color BGR) {
	levels := make([]float64, len(points))
	for k := range color {
		for i, p := range points {
			levels[i] = r.At(p)[k]
		}
		color[k] = blob.UpperMedian(levels)
	}
	return color
}

// GrayAt is the bilinear gray sample at a point, clamped to the picture.
func (r *Raster) GrayAt(p engine.Point) float64 {
	x, y := Clamp(p.X, 0, float64(r.W)-1.001), Clamp(p.Y, 0, float64(r.H)-1.001)
	ix, iy := int(x), int(y)
	fx, fy := x-float64(ix), y-float64(iy)
	i := iy*r.W + ix
	return (1-fy)*((1-fx)*float64(r.Gray[i])+fx*float64(r.Gray[i+1])) + fy*((1-fx)*float64(r.Gray[i+r.W])+fx*float64(r.Gray[i+r.W+1]))
}

// Clamp limits x to low..high. For plain numbers it is faster than min and max, which check for NaN.
func Clamp(x, low, high float64) float64 {
	if x < low {
		return low
	}
	if x > high {
		return high
	}
	return x
}

// Dist is the distance of two points.
func Dist(a, b engine.Point) float64 {
	x, y := a.X-b.X, a.Y-b.Y
	return math.Sqrt(x*x + y*y) // pixels do not overflow
}

// WithPixels is WithRaster for callers without OpenCV.
func WithPixels(p *Picture, use func(r *Raster) error) error {
	return WithRaster(p, func(r *Raster, _ gocv.Mat) error { return use(r) })
}

// Blobs is the picture in the form that package blob takes.
func (r *Raster) Blobs() *blob.Picture {
	return &blob.Picture{W: r.W, H: r.H, BGR: r.BGR, Gray: r.Gray}
}
