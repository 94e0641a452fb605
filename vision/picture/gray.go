package picture

import (
	"fmt"
	"image"

	"gocv.io/x/gocv"
)

// Gray is the picture in gray levels.
func (p *Picture) Gray() (*image.Gray, error) { return GrayOf(p.Pixels) }

// GrayOf is an 8-bit BGR Mat in gray levels.
func GrayOf(mat gocv.Mat) (*image.Gray, error) {
	gray := gocv.NewMat()
	defer gray.Close()
	if err := gocv.CvtColor(mat, &gray, gocv.ColorBGRToGray); err != nil {
		return nil, fmt.Errorf("a picture in gray: %w", err)
	}
	return &image.Gray{Pix: gray.ToBytes(), Stride: gray.Cols(), Rect: image.Rect(0, 0, gray.Cols(), gray.Rows())}, nil
}
