package vision

import (
	"errors"
	"math"
	"slices"

	"gocv.io/x/gocv"

	"tilewatch/engine"
	"tilewatch/ocr"
)

// Legibility is how well letters can be read in a picture on faces that lie so in it: the logarithm of how likely these are the letters they
// are taken for, all of them upright the same way. It tells at once whether the same faces show more in another picture of them: in the
// mirror, or without a screen's grid.
func Legibility(letters ocr.Reader, p *Picture, faces []engine.Quad) (float64, error) {
	var upright [4]float64
	err := withRaster(p, func(r *raster, _ gocv.Mat) error {
		read, failed := make([]ocr.Letters, len(faces)), make([]error, len(faces))
		onAllCores(len(faces), func(i int) { read[i], failed[i] = r.readFace(letters, faces[i]) })
		for i := range read {
			for turn := range upright {
				upright[turn] += slices.Max(read[i][turn][:])
			}
		}
		return errors.Join(failed...)
	})
	return slices.Max(upright[:]), err
}

// readFace reads a face that lies so in the picture.
func (r *raster) readFace(letters ocr.Reader, q engine.Quad) (ocr.Letters, error) {
	s := squareOver(q)
	pixels := make([][3]uint8, faceSize*faceSize)
	for i := range pixels {
		c := r.at(s.pixel((float64(i%faceSize)+0.5)/faceSize-0.5, (float64(i/faceSize)+0.5)/faceSize-0.5))
		for k, level := range c {
			pixels[i][2-k] = uint8(math.Round(level))
		}
	}
	face, err := faceOf(pixels)
	if err != nil {
		return ocr.Letters{}, err
	}
	return letters.Read(face)
}
