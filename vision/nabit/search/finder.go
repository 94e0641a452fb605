package search

import (
	"gocv.io/x/gocv"

	"tilewatch/calibration"
	"tilewatch/ocr"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/nabit/candidate"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/picture"
)

// Finder searches one picture for the structure: the picture, what is known beforehand, and what the search learns on the way.
type Finder struct {
	*picture.Raster
	Gray    gocv.Mat // the picture's, for OpenCV
	Cam     *calibration.Camera
	Sizes   camerapose.Sizes
	Letters ocr.Reader // of faces that are doubted; nil: they are not read

	Ground *camerapose.PlanePrior // what is known of the table; nil if nothing is
	Past   Excluded               // what the present attempt passes over

	reached hypothesis.Effort // of the attempt that found what is sure; exhausted: none did

	found  []hypothesis.Hypothesis // of the last attempt, as they were before they were finished, worthiest first
	Beside []hypothesis.Hypothesis // the others that lie beside the one that is read
}

// known is what is known before spots are looked for.
func (f *Finder) known() *candidate.FieldPrior {
	return &candidate.FieldPrior{Plane: f.Ground, Refused: f.Past.Sizes}
}
