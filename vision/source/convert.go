package source

import (
	"fmt"
	"image"

	"gocv.io/x/gocv"

	"tilewatch/vision/picture"
)

// Gray is a copy of the frame in gray levels.
func (f Frame) Gray() (*image.Gray, error) { return picture.GrayOf(f.Mat) }

// Picture is a copy of the frame that the caller closes, with its chroma interpolated as a JPEG decoder does.
func (f Frame) Picture() *picture.Picture {
	p := picture.FromMat(f.Mat.Clone())
	if p.Width > 0 {
		_ = picture.InterpolateChroma(&p.Pixels) // fails only on a Mat that is no picture, and the reader reports that
	}
	return p
}

// JPEG is the frame as a JPEG file, for people; quality is 1 to 100.
func (f Frame) JPEG(quality int) ([]byte, error) {
	file, err := gocv.IMEncodeWithParams(gocv.JPEGFileExt, f.Mat, []int{gocv.IMWriteJpegQuality, quality})
	if err != nil {
		return nil, fmt.Errorf("frame %d as a JPEG: %w", f.Number, err)
	}
	defer file.Close()
	return append([]byte(nil), file.GetBytes()...), nil
}
