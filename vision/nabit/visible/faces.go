package visible

import (
	"errors"

	"gocv.io/x/gocv"

	"tilewatch/engine"
	"tilewatch/ocr"
	"tilewatch/vision/parallel"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

// ReadFaces reads the faces at known quadrilaterals of a picture. A caller that has found faces in one picture reads them again in a
// variant of it (mirrored, or with a screen's moire suppressed) to see at once whether the variant shows more.
func ReadFaces(letters ocr.Reader, p *picture.Picture, faces []engine.Quad) (read []ocr.Letters, err error) {
	read = make([]ocr.Letters, len(faces))
	err = picture.WithRaster(p, func(r *picture.Raster, _ gocv.Mat) error {
		failed := make([]error, len(faces))
		parallel.Do(len(faces), func(i int) {
			read[i], failed[i] = lettersIn(r, letters, tileface.SquareOver(faces[i]), 1, new(Mask), picture.BGR{})
		})
		return errors.Join(failed...)
	})
	return read, err
}
