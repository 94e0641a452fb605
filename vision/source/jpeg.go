package source

import (
	"fmt"

	"gocv.io/x/gocv"
)

// JPEG is the frame as a file, for people to look at; quality is 1 to 100.
func (f Frame) JPEG(quality int) ([]byte, error) {
	file, err := gocv.IMEncodeWithParams(gocv.JPEGFileExt, f.Mat, []int{gocv.IMWriteJpegQuality, quality})
	if err != nil {
		return nil, fmt.Errorf("frame %d as a JPEG: %w", f.Number, err)
	}
	defer file.Close()
	return append([]byte(nil), file.GetBytes()...), nil
}
