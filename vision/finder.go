package vision

import (
	"gocv.io/x/gocv"

	"tilewatch/calibration"
	"tilewatch/ocr"
)

// finder searches one picture for the structure: the picture, what is known beforehand, and what the search learns on the way.
type finder struct {
	*raster
	gray    gocv.Mat // the picture's, for OpenCV
	cam     *calibration.Camera
	sizes   sizes
	letters ocr.Reader // of faces that are doubted; nil: they are not read

	ground *ground  // what is known of the table; nil if nothing is
	past   excluded // what the present attempt passes over

	reached effort // of the attempt that found what is sure; exhausted: none did

	found  []structure // of the last attempt, as they were before they were finished, worthiest first
	beside []structure // the others that lie beside the one that is read
}

// known is what is known before spots are looked for.
func (f *finder) known() *fieldPrior { return &fieldPrior{f.ground, f.past.sizes} }
