package vision

import (
	"gocv.io/x/gocv"

	"tilewatch/engine"
	blobs "tilewatch/vision/blob"
)

// This file is what the eyes of single games, in packages below this one, may use of it.

// Mat is the picture's pixels, 8-bit BGR, contiguous, on loan until the picture is closed: neither to be closed nor
// written to.
func (p *Picture) Mat() gocv.Mat { return p.mat }

// Raster is a picture as plain bytes, for the many small look-ups for which a call into OpenCV costs more than the
// look-up itself.
type Raster struct {
	W, H int
	BGR  []uint8 // 3 a pixel
	Gray []uint8
	r    *raster
}

// WithRaster lends the picture's bytes, and the gray ones as a Mat, for the time of one call.
func WithRaster(p *Picture, use func(r *Raster, gray gocv.Mat) error) error {
	return withRaster(p, func(r *raster, gray gocv.Mat) error {
		return use(&Raster{W: r.w, H: r.h, BGR: r.bgr, Gray: r.gray, r: r}, gray)
	})
}

// WithPixels is WithRaster for eyes that need no OpenCV.
func WithPixels(p *Picture, use func(r *Raster) error) error {
	return WithRaster(p, func(r *Raster, _ gocv.Mat) error { return use(r) })
}

// Inside says whether the point can be sampled.
func (r *Raster) Inside(p engine.Point) bool { return r.r.inside(p) }

// At is the bilinear sample at a point, clamped to the picture: blue, green, red, 0 to 255.
func (r *Raster) At(p engine.Point) [3]float64 { return r.r.at(p) }

// GrayAt is the bilinear gray sample at a point, clamped to the picture.
func (r *Raster) GrayAt(p engine.Point) float64 { return r.r.grayAt(p) }

// Picture is the picture in which blobs are found.
func (r *Raster) Picture() *blobs.Picture { return r.r.picture() }

// CheckLight refuses pictures in which there is nothing to see: the error is an *Error.
func (r *Raster) CheckLight() error { return checkLight(r.r) }

// OnAllCores does something for each of n things, several at a time.
func OnAllCores(n int, do func(i int)) { onAllCores(n, do) }
