package vision

import (
	"context"
	"fmt"
	"image"

	"gocv.io/x/gocv"
)

// Gray is the frame in shades of gray, as a picture of its own.
func (f Frame) Gray() (*image.Gray, error) { return grayOf(f.Mat) }

// Gray is the picture in shades of gray.
func (p *Picture) Gray() (*image.Gray, error) { return grayOf(p.mat) }

// Picture is a copy of the frame, which its borrower closes, as one decoded from a JPEG file would be: with smooth colors.
func (f Frame) Picture() *Picture {
	p := FromMat(f.Mat.Clone())
	if p.Width > 0 {
		_ = SmoothColors(&p.mat) // fails only on what is no picture, which the reader tells
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

// tapped shows every frame to somebody else before it is handed out.
type tapped struct {
	Source
	see func(Frame)
}

// Tap is the source with a second pair of eyes: see is lent every frame for the time of its call, and keeps the caller waiting
// for so long.
func Tap(s Source, see func(Frame)) Source { return &tapped{s, see} }

func (t *tapped) Next(ctx context.Context) (Frame, error) {
	frame, err := t.Source.Next(ctx)
	if err == nil {
		t.see(frame)
	}
	return frame, err
}
