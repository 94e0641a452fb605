package source

import (
	"image"

	"tilewatch/vision/picture"
)

// Gray is the frame in shades of gray, as a picture of its own.
func (f Frame) Gray() (*image.Gray, error) { return picture.GrayOf(f.Mat) }

// Picture is a copy of the frame, which its borrower closes, as one decoded from a JPEG file would be: with smooth colors.
func (f Frame) Picture() *picture.Picture {
	p := picture.FromMat(f.Mat.Clone())
	if p.Width > 0 {
		_ = picture.InterpolateChroma(&p.Pixels) // fails only on what is no picture, which the reader tells
	}
	return p
}
