package picture

import (
	"fmt"
	"image"

	"gocv.io/x/gocv"
)

// Gray is the frame in shades of gray, as a picture of its own.
func (f Frame) Gray() (*image.Gray, error) { return grayOf(f.Mat) }

// Gray is the picture in shades of gray.
func (p *Picture) Gray() (*image.Gray, error) { return grayOf(p.Pixels) }

// Picture is a copy of the frame, which its borrower closes, as one decoded from a JPEG file would be: with smooth colors.
func (f Frame) Picture() *Picture {
	p := FromMat(f.Mat.Clone())
	if p.Width > 0 {
		_ = SmoothColors(&p.Pixels) // fails only on what is no picture, which the reader tells
	}
	return p
}

func grayOf(mat gocv.Mat) (*image.Gray, error) {
	gray := gocv.NewMat()
	defer gray.Close()
	if err := gocv.CvtColor(mat, &gray, gocv.ColorBGRToGray); err != nil {
		return nil, fmt.Errorf("a picture in gray: %w", err)
	}
	return &image.Gray{Pix: gray.ToBytes(), Stride: gray.Cols(), Rect: image.Rect(0, 0, gray.Cols(), gray.Rows())}, nil
}
