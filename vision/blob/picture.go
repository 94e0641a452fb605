package blob

import (
	"errors"
	"image"
	"math"

	"gocv.io/x/gocv"

	"tilewatch/engine"
)

// Picture is a picture as plain bytes, row-major.
type Picture struct {
	W, H int
	BGR  []uint8 // three a pixel: blue, green, red
	Gray []uint8
}

// color is the color of a pixel.
func (p *Picture) color(x, y int) (c [3]float64) {
	at := 3 * (y*p.W + x)
	for k, level := range p.BGR[at : at+3] {
		c[k] = float64(level)
	}
	return c
}

// Luma is the gray level of a color (blue, green, red; Rec. 601).
func Luma(c [3]float64) float64 { return 0.114*c[0] + 0.587*c[1] + 0.299*c[2] }

// ColorGap is the largest difference of two colors in any channel (Chebyshev distance), gray levels.
func ColorGap(a, b [3]float64) float64 {
	return max(math.Abs(a[0]-b[0]), math.Abs(a[1]-b[1]), math.Abs(a[2]-b[2]))
}

// Reduced is a part of a gray picture, reduced by a whole factor. Whoever made it closes it.
type Reduced struct {
	Gray gocv.Mat
	Min  image.Point // the part's first pixel in the whole picture
	By   int
}

// Reduce reduces a part of a gray picture by a whole factor; each pixel is the mean of those that it replaces.
func Reduce(gray gocv.Mat, part image.Rectangle, by int) (Reduced, error) {
	small, from := gocv.NewMat(), gray.Region(part)
	defer from.Close()
	if err := gocv.Resize(from, &small, image.Pt(part.Dx()/by, part.Dy()/by), 0, 0, gocv.InterpolationArea); err != nil {
		return Reduced{}, errors.Join(err, small.Close())
	}
	return Reduced{Gray: small, Min: part.Min, By: by}, nil
}

// ReduceAll is Reduce for the whole picture.
func ReduceAll(gray gocv.Mat, by int) (Reduced, error) {
	return Reduce(gray, image.Rect(0, 0, gray.Cols(), gray.Rows()), by)
}

// Close frees the reduced picture.
func (r *Reduced) Close() error { return r.Gray.Close() }

// at is where a point of the reduced picture lies in the whole one. Pixels' middles have whole coordinates in both.
func (r *Reduced) at(x, y float64) engine.Point {
	by := float64(r.By)
	return engine.Point{X: float64(r.Min.X) + (x+0.5)*by - 0.5, Y: float64(r.Min.Y) + (y+0.5)*by - 0.5}
}
