package nabit

import (
	"maps"
	"math"

	"tilewatch/calibration"
	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/lattice"
	"tilewatch/vision/nabit/heights"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

// A game measures its tiles. Faces alone show tiles twice as thick in stacks half as high just as well; but whoever saw a tile laid on another knows that two
// lie there, and where the upper one's face is seen tells how thick they are.

// measureByRecord fits the structure once more whenever the game has counted other heights, with these and with any thickness. It says what that shows of the
// tile set. A record that is out of date, or wrong, explains the picture worse than the heights that are seen, and tells nothing; one that agrees with them
// explains it about as well.
func (t *Tracker) measureByRecord(r *picture.Raster) (set verdict) {
	counted := t.expectedLevels(t.last)
	stacked := false
	maps.DeleteFunc(counted, func(at engine.Place, level int) bool {
		stacked = stacked || level > 1 && t.last.Cells[at] > 0
		return t.last.Cells[at] == 0
	})
	if !stacked || maps.Equal(counted, t.shown.counted) {
		return plausible
	}
	t.shown.counted = counted
	free := camerapose.UnmeasuredOf(t.last.Cam, t.anyCamera, anyThickness(t.set), t.last.Sizes)
	free = free.WithThickness(math.Log(t.last.Thickness/t.last.Pitch), anyShare)
	found, fitted := t.asCounted(r, counted, free, 0)
	for _, thicker := range thickerStarts {
		if e, other := t.asCounted(r, counted, free, thicker); other.EdgeScore > fitted.EdgeScore {
			found, fitted = e, other
		}
	}
	differ := countDifferences(t.last, counted)
	gain := fitted.EdgeScore - t.last.EdgesLogLikelihood() + miscountNats*float64(differ)
	if t.set != nil && t.set.ThicknessMM > 0 {
		_, told := t.asCounted(r, counted, t.last.Unmeasured, 0)
		gain = min(gain, fitted.EdgeScore-told.EdgeScore)
		switch off := math.Abs(math.Log(found.Ratio * t.last.Pitch / t.set.ThicknessMM)); {
		case off < otherSet || gain < doubtNats:
			return plausible
		case gain < disproof || off < otherSigmas*found.Sigma:
			return doubtful
		}
		set = disproved
	}
	if (gain > 0 || differ == 0 && gain > -miscountNats) && found.Sigma < saidSigma && (!t.shown.thickness.Known() || found.Sigma < t.shown.thickness.Sigma) {
		t.shown.thickness = found
	}
	return set
}

// verdict is what a record shows of a tile set that was measured.
type verdict uint8

const (
	plausible verdict = iota
	doubtful
	disproved
)

// Of what the record says of the thickness. Hand-set by ten films with their own tile set and with one half or twice as thick: of the true set no fit that is off by
// more than otherSet gains anything, of a wrong one most gain 5 to 60 nats from the first or the second covered tile on.
const (
	anyShare     = 1.0  // standard deviation of the logarithm of a thickness that may be any
	saidSigma    = 0.35 // and the most of one that a fit tells
	otherSet     = 0.25 // how far off, of the logarithm, it is another set's
	otherSigmas  = 2.2  // and how many standard deviations of that
	disproof     = 5.0  // the gain in log-likelihood of the edges that disproves a measured one
	doubtNats    = 1.0  // and the one from which it is in doubt
	miscountNats = 3.0  // what a height that is seen otherwise than counted speaks against the heights that are seen
)

// thickerStarts are other thicknesses than the present one to start a fit from, as changes of that.
var thickerStarts = [...]float64{-0.5, 1}

// asCounted is the structure with the heights that the game counted, and what that tells of the thickness.
func (t *Tracker) asCounted(r *picture.Raster, counted lattice.Levels, unmeasured *camerapose.IntrinsicsPrior, thicker float64) (e calibration.Estimate, s *hypothesis.Hypothesis) {
	c := t.last.Clone()
	c.Pose.Prior, c.Pose.Unmeasured = nil, unmeasured
	c.PutAll(counted)
	c.Pose.ApplyIntrinsics([camerapose.FreeNumbers]float64{camerapose.FreeThickness: thicker}, camerapose.Vec3{})
	hypothesis.FitEdges(r, &c, tileface.WideEdgeNet(), camerapose.TableHold)
	heights.Refit(r, &c)
	if unmeasured.ThicknessUnknown() {
		edges := tileface.EdgeCorrespondences(r, &c.Pose, c.Cells, tileface.NarrowEdgeNet())
		e = calibration.Estimate{Ratio: c.Thickness / c.Pitch, Sigma: c.ThicknessSigma(edges, c.SpaceMiddle())}
	}
	return e, &c
}
