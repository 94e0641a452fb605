package glyphs

import (
	"errors"

	"gocv.io/x/gocv"

	"tilewatch/engine"
	"tilewatch/ocr"
	"tilewatch/vision/parallel"
	"tilewatch/vision/picture"
)

// ReadFaces reads the faces that lie so in a picture. It tells at once whether faces that were found show more in another picture of them: in
// the mirror, or without a screen's grid.
func ReadFaces(letters ocr.Reader, p *picture.Picture, faces []engine.Quad) (read []ocr.Letters, err error) {
	read = make([]ocr.Letters, len(faces))
	err = picture.WithRaster(p, func(r *picture.Raster, _ gocv.Mat) error {
		failed := make([]error, len(faces))
		parallel.Do(len(faces), func(i int) { read[i], failed[i] = readFace(r, letters, faces[i]) })
		return errors.Join(failed...)
	})
	return read, err
}
