package vision

import (
	"errors"
	"math"

	"gocv.io/x/gocv"

	"tilewatch/engine"
	"tilewatch/ocr"
)

// ReadFaces reads the faces that lie so in a picture. It tells at once whether faces that were found show more in another picture of them: in
// the mirror, or without a screen's grid.
func ReadFaces(letters ocr.Reader, p *Picture, faces []engine.Quad) (read []ocr.Letters, err error) {
	read = make([]ocr.Letters, len(faces))
	err = withRaster(p, func(r *raster, _ gocv.Mat) error {
		failed := make([]error, len(faces))
		onAllCores(len(faces), func(i int) { read[i], failed[i] = r.readFace(letters, faces[i]) })
		return errors.Join(failed...)
	})
	return read, err
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
