package nabit

import (
	"math"

	"tilewatch/calibration"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/nabit/heights"
	"tilewatch/vision/picture"
)

// What a game finds of a camera and of tiles that nobody measured, the next one before the same camera begins with: as a prior, for it may be played with
// other tiles, or through another lens.

// Recall says what a game before this camera found; the zero value says nothing. Where it says something else than the last call, the tracker finds the
// tiles again without what it knows of them.
func (t *Tracker) Recall(f calibration.Found) {
	if f == t.recalled {
		return
	}
	if t.recalled = f; t.reads > 0 {
		t.last, t.known, t.plane, t.found, t.sides = nil, nil, t.measured, camerapose.Pose{}, heights.ThicknessLikelihood{}
		t.shown.thickness, t.shown.counted = calibration.Estimate{}, nil
	}
}

// Found is what this game has found, as far as it is known well enough: what nobody measured, and what turned out to be another one than was measured. The
// thickness is that by heights which the game counted.
func (t *Tracker) Found() (f calibration.Found) {
	if focal := t.shown.focal(); t.anyCamera && focal.Sigma < foundFocal {
		f.Focal = focal
	}
	if share := t.shown.thickness; share.Known() && share.Sigma < foundThickness {
		share.Sigma = math.Hypot(share.Sigma, fitsBias)
		f.Thickness = share
	}
	return f
}

// What is known well enough for the next game. Hand-set by eight films of sets and cameras that nobody measured: seen from straight above, the standard
// deviations are larger. Fits to one structure err alike: of one film by 13 to 17 %, of the others by up to 7 %.
const (
	foundFocal     = 0.07 // standard deviation of the logarithm of the focal length, at most
	foundThickness = 0.1  // and of the thickness
	fitsBias       = 0.08 // standard deviation of what all fits of a game have in common, of the thickness
)

// camera is the camera for the picture: as measured, as structures have shown it, as it is recalled, or the usual one.
func (t *Tracker) camera(measured *calibration.Camera, p *picture.Picture) *calibration.Camera {
	if shown, ok := t.shown.of(p); ok {
		t.anyCamera = true
		return shown
	}
	if focal := t.recalled.Focal; measured == nil && focal.Known() {
		return calibration.Pinhole(p.Width, p.Height, focal.Ratio*float64(max(p.Width, p.Height)))
	}
	return cameraOrDefault(measured, p)
}

// tilesRecalled is what is recalled of the tiles, while sides show no other ones; of those that turned out to be others than were measured, what the heights
// that this game counted show.
func (t *Tracker) tilesRecalled() (e calibration.Estimate) {
	if t.countedSays() {
		e = t.shown.thickness
		e.Sigma = math.Hypot(e.Sigma, fitsBias)
		return e
	}
	if t.sides.Agrees(t.recalled.Thickness) {
		e = t.recalled.Thickness
	}
	return e
}

// unmeasured is the prior of what nobody measured, with what is recalled of the lens.
func (t *Tracker) unmeasured(cam *calibration.Camera, sizes camerapose.Sizes) *camerapose.IntrinsicsPrior {
	g := camerapose.UnmeasuredOf(cam, t.anyCamera, t.set, sizes)
	if t.anyCamera && t.shown.camera == nil && t.recalled.Focal.Known() {
		g = g.WithFocalSigma(recalledFocal)
	}
	return g
}

// recalledFocal is the standard deviation of the logarithm of a focal length that is recalled: half of an unknown one's, however surely it was found, for
// cameras zoom. Hand-set.
const recalledFocal = 0.05
