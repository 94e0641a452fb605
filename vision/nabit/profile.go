package nabit

import (
	"math"
	"tilewatch/vision/lattice"

	"tilewatch/calibration"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/nabit/heights"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/nabit/search"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

// A camera and a tile set that were measured are taken as they are until the table shows that they are others, or were measured wrongly: from
// then on the tracker fits that part itself.

// Strange says what the table shows to be another one than was measured: the lens, the tiles' thickness, their colors.
func (t *Tracker) Strange() (camera, tiles, colors bool) {
	return t.shown.camera != nil && !t.recalled.Focal.Known(), t.disproved, t.colors.disproved
}

// measureTiles has a structure's thickness rest on what sides said of it, in this picture or one before, unless it is measured. Its lens stays as it was found.
func (t *Tracker) measureTiles(r *picture.Raster, s *hypothesis.Hypothesis) {
	if now := heights.MeasureThickness(r, s); now.Nats() > t.sides.Nats() {
		t.sides = now
	}
	if s.Pose.Unmeasured = camerapose.UnmeasuredTiles(s.Cam, t.set, s.Sizes); s.Unmeasured != nil {
		s.Pose.Unmeasured = t.sidesSay().Prior(s.Unmeasured, t.tilesRecalled())
	}
}

// sidesSay is what sides said of the thickness, until the record says more.
func (t *Tracker) sidesSay() (l heights.ThicknessLikelihood) {
	if !t.countedSays() {
		l = t.sides
	}
	return l
}

// countedSays says that the thickness rests on the heights that the game counted: of tiles that turned out not to be those which were measured. Of a set that
// nobody measured sides say more: fits with counted heights err alike, by up to a seventh.
func (t *Tracker) countedSays() bool { return t.disproved && t.shown.thickness.Known() }

// disproves says that sides contradict the tile set, for the first time.
func (t *Tracker) disproves(s *hypothesis.Hypothesis) bool {
	if t.disproved || t.set == nil || t.set.ThicknessMM <= 0 || !t.sides.Contradicts(t.set.ThicknessMM/s.Pitch) {
		return false
	}
	t.dropThickness()
	return true
}

// dropThickness has the set's thickness be unmeasured from now on: the tiles are another set's, or it was measured wrongly.
func (t *Tracker) dropThickness() {
	t.disproved, t.set = true, anyThickness(t.set)
	t.plane, t.found = t.measured, camerapose.Pose{} // the plane that was found hung on the thickness
}

// anyThickness is a tile set whose thickness nobody measured.
func anyThickness(set *calibration.Tileset) *calibration.Tileset {
	if set == nil {
		return nil
	}
	c := *set
	c.ThicknessMM = 0
	return &c
}

// shown is what structures show of the lens and of the tiles, each fitted with any focal length and any thickness.
type shown struct {
	camera    *calibration.Camera  // with the focal length that they show; nil: the expected one may be right
	tiles     int                  // of the structure that was fitted last
	fits      float64              // of other structures each
	weight    float64              // of what these fits say of the focal length: the sum of inverse variances,
	sum       float64              // and that of the logarithm of the focal length over the picture's longer side, with it
	counted   lattice.Levels       // the heights of the fit that was made last with those that the game counted
	thickness calibration.Estimate // by the fit of these that says most
}

// take takes what a fit says of the focal length, with the standard deviation of its logarithm.
func (l *shown) take(fitted *calibration.Camera, sigma float64) {
	l.fits++
	l.weight += 1 / (sigma * sigma)
	l.sum += math.Log(focalRatio(fitted)) / (sigma * sigma)
}

// focal is the focal length by all fits; unknown before there are enough.
func (l *shown) focal() (e calibration.Estimate) {
	if l.fits >= lensFits && l.weight > 0 {
		e.Ratio, e.Sigma = math.Exp(l.sum/l.weight), math.Sqrt((1+lensAlike*(l.fits-1))/l.weight)
	}
	return e
}

// of is the camera that structures show, for a picture's size; false while the expected one may be right.
func (l *shown) of(p *picture.Picture) (*calibration.Camera, bool) {
	if l.camera == nil {
		return nil, false
	}
	c, err := l.camera.Scaled(p.Width, p.Height)
	return c, err == nil
}

// focalRatio is the focal length over the picture's longer side.
func focalRatio(c *calibration.Camera) float64 { return c.K[0][0] / float64(max(c.Width, c.Height)) }

// Of a contradiction to a focal length. Hand-set: of films with the right one, no fit was off by more than 0.8 standard deviations, and with one that
// is a fifth off, those of 14 tiles seen from one side are by 2.0 to 4.9.
const (
	lensTiles = 7   // the structure's tiles, at least
	lensFits  = 2   // and the fits
	lensAlike = 0.3 // how much two of them repeat each other: most of their tiles are the same
	lensOff   = 0.1 // how far off, of the logarithm,
	lensSigma = 1.8 // and how many standard deviations of that, at least
)

// fitAgain fits the structure once more whenever it has changed, with any focal length. It answers the camera that this fit shows; nil: it has not changed.
func (t *Tracker) fitAgain(r *picture.Raster) *calibration.Camera {
	n := len(t.last.Cells)
	if n < lensTiles || n == t.shown.tiles {
		return nil
	}
	t.shown.tiles = n
	s := t.last.Clone()
	s.Pose.Prior, s.Pose.Unmeasured = nil, camerapose.UnmeasuredLens(s.Cam, t.set, s.Sizes)
	if s.Unmeasured.ThicknessUnknown() {
		s.Pose.Unmeasured = t.sidesSay().Prior(s.Unmeasured, t.tilesRecalled())
	}
	hypothesis.FitEdges(r, &s, tileface.NarrowEdgeNet(), camerapose.TableHold)
	edges, middle := tileface.EdgeCorrespondences(r, &s.Pose, s.Cells, tileface.NarrowEdgeNet()), s.SpaceMiddle()
	t.shown.take(s.Cam, s.FocalSigma(edges, middle))
	return s.Cam
}

// disprovesLens says that structures show another focal length than was measured or recalled, for the first time.
func (t *Tracker) disprovesLens(f *search.Finder) bool {
	fitted := t.fitAgain(f.Raster)
	if fitted == nil || t.shown.camera != nil || t.anyCamera && !t.recalled.Focal.Known() {
		return false
	}
	focal := t.shown.focal()
	if !focal.Known() || math.Abs(math.Log(focal.Ratio/focalRatio(f.Cam))) < max(lensOff, lensSigma*focal.Sigma) {
		return false
	}
	t.shown.camera, t.anyCamera = fitted, true
	t.plane, t.measured, t.found = nil, nil, camerapose.Pose{}
	return true
}
