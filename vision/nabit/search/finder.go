package search

import (
	"gocv.io/x/gocv"

	"tilewatch/calibration"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/nabit/candidate"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/nabit/tilemap"
	"tilewatch/vision/picture"
)

// Finder searches one picture for the structure. It holds the picture, the caller's knowledge, and the state of the search.
type Finder struct {
	*picture.Raster
	Gray     gocv.Mat     // the picture in gray, for OpenCV
	Map      *tilemap.Map // what the network sees in the picture; a search asks it
	Cam      *calibration.Camera
	Sizes    camerapose.Sizes
	Recalled calibration.Estimate        // what a game before says of the tiles; the sizes' prior has it already
	Usual    *camerapose.IntrinsicsPrior // the same prior without it

	Ground *camerapose.PlanePrior // the plane of the table; nil: unknown

	Beside []hypothesis.Hypothesis // the secondary structures; Largest sets them

	Budget     int    // looks at the picture that the search may take; 0: the usual number
	Without    Stages // stages that are left out
	Unfinished bool   // the budget of work ended before all was tried: what was found is unsure
	begun      int    // looks at the picture before the search

	found []hypothesis.Hypothesis // of the last attempt, grown but not refined, best first
}

// prior is what the detection of candidates knows beforehand.
func (f *Finder) prior() *candidate.FieldPrior {
	return &candidate.FieldPrior{Plane: f.Ground, Map: f.Map}
}
