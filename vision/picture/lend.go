package picture

import (
	"gocv.io/x/gocv"
)

// This file is what the eyes of single games, in packages below this one, may use of it.

// Mat is the picture's pixels, 8-bit BGR, contiguous, on loan until the picture is closed: neither to be closed nor
// written to.
func (p *Picture) Mat() gocv.Mat { return p.Pixels }

// WithPixels is WithRaster for eyes that need no OpenCV.
func WithPixels(p *Picture, use func(r *Raster) error) error {
	return WithRaster(p, func(r *Raster, _ gocv.Mat) error { return use(r) })
}
