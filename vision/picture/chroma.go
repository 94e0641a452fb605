package picture

import (
	"errors"
	"image"

	"gocv.io/x/gocv"
)

// Video carries colors at half its size. What decodes it mostly repeats each of them over two pixels, or two by two, so that they step
// where a tile's edge runs smoothly; decoded JPEG pictures, from which edges and faces were learned, have them interpolated.

// SmoothColors interpolates the colors of a BGR picture that came in blocks, in place. Where none repeat nothing is changed.
func InterpolateChroma(mat *gocv.Mat) error {
	size := ChromaSubsampling(mat)
	if size == (image.Point{X: 1, Y: 1}) {
		return nil
	}
	full, half := image.Pt(mat.Cols(), mat.Rows()), image.Pt(mat.Cols()/size.X, mat.Rows()/size.Y)
	parts := gocv.NewMat()
	defer parts.Close()
	if err := gocv.CvtColor(*mat, &parts, gocv.ColorBGRToYCrCb); err != nil {
		return err
	}
	planes := gocv.Split(parts)
	small := gocv.NewMat()
	defer small.Close()
	var err error
	for i := range planes {
		if i > 0 && err == nil { // not the brightness
			err = errors.Join(gocv.Resize(planes[i], &small, half, 0, 0, gocv.InterpolationArea),
				gocv.Resize(small, &planes[i], full, 0, 0, gocv.InterpolationLinear))
		}
	}
	if err == nil {
		err = errors.Join(gocv.Merge(planes, &parts), gocv.CvtColor(parts, mat, gocv.ColorYCrCbToBGR))
	}
	for i := range planes {
		err = errors.Join(err, planes[i].Close())
	}
	return err
}

const (
	blockLooks = 64  // rows and columns of a picture in which blocks are looked for
	blockSteps = 0.3 // inside blocks colors step by no more than this share of the steps between them
)

// BlocksOf is over how many pixels each color is repeated: one or two, across and down.
func ChromaSubsampling(mat *gocv.Mat) image.Point {
	size := image.Pt(1, 1)
	w, h := mat.Cols(), mat.Rows()
	px, err := mat.DataPtrUint8()
	if err != nil || mat.Channels() != 3 || w%2 != 0 || h%2 != 0 {
		return size
	}
	// The difference of red and green is all color and no brightness.
	hue := func(x, y int) int {
		i := 3 * (y*w + x)
		return int(px[i+2]) - int(px[i+1])
	}
	steps := func(length, across int, at func(along, across int) int) int {
		inside, between := 0, 0
		for k := range blockLooks {
			c := k * across / blockLooks
			for i := 0; i+2 < length; i += 2 {
				inside += max(at(i, c)-at(i+1, c), at(i+1, c)-at(i, c))
				between += max(at(i+1, c)-at(i+2, c), at(i+2, c)-at(i+1, c))
			}
		}
		if float64(inside) < blockSteps*float64(between) {
			return 2
		}
		return 1
	}
	size.X = steps(w, h, hue)
	size.Y = steps(h, w, func(along, across int) int { return hue(across, along) })
	return size
}
