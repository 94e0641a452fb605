package nabit

import (
	"math"

	"tilewatch/calibration"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/nabit/search"
	"tilewatch/vision/nabit/thickness"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

// A camera and a tile set that were measured are taken as they are until the table shows that they are others, or were measured wrongly: from
// then on the tracker fits that part itself.

// Strange says what the table shows to be another one than was measured: the lens, the tiles' thickness, their colors.
func (t *Tracker) Strange() (camera, tiles, colors bool) {
	return t.lens.camera != nil, t.disproved, t.colors.disproved
}

// measureTiles has a structure's thickness rest on what sides said of it, in this picture or one before, unless it is measured. Its lens stays as it was found.
func (t *Tracker) measureTiles(r *picture.Raster, s *hypothesis.Hypothesis) {
	if now := thickness.Measure(r, s); now.Nats() > t.sides.Nats() {
		t.sides = now
	}
	if s.Unmeasured = camerapose.UnmeasuredTiles(s.Cam, t.set, s.Sizes); s.Unmeasured != nil {
		s.Unmeasured = t.sides.Prior(s.Unmeasured)
	}
}

// disproves says that sides contradict the tile set, for the first time: it is another set's, or was measured wrongly. From then on its thickness is unmeasured.
func (t *Tracker) disproves(s *hypothesis.Hypothesis) bool {
	if t.disproved || t.set == nil || t.set.ThicknessMM <= 0 || !t.sides.Contradicts(t.set.ThicknessMM/s.Pitch) {
		return false
	}
	t.disproved, t.set = true, anyThickness(t.set)
	t.plane, t.found = t.measured, camerapose.Pose{} // the plane that was found hung on the thickness
	return true
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

// strangeLens is what structures say against the camera's focal length.
type strangeLens struct {
	camera *calibration.Camera // with the focal length that they show; nil: the measured one may be right
	tiles  int                 // of the structure that was fitted last
	fits   float64             // of other structures each
	weight float64             // of these fits: the sum of inverse variances,
	sum    float64             // and what they say, with it: the logarithm of the ratio to the measured focal length
}

// of is the camera that structures show, for a picture's size; false while the measured one may be right.
func (l *strangeLens) of(p *picture.Picture) (*calibration.Camera, bool) {
	if l.camera == nil {
		return nil, false
	}
	c, err := l.camera.Scaled(p.Width, p.Height)
	return c, err == nil
}

// Of a contradiction to a focal length. Hand-set: of films with the right one, no fit was off by more than 0.8 standard deviations, and with one that
// is a fifth off, those of 14 tiles seen from one side are by 2.0 to 4.9.
const (
	lensTiles = 7   // the structure's tiles, at least
	lensFits  = 2   // and the fits
	lensAlike = 0.3 // how much two of them repeat each other: most of their tiles are the same
	lensOff   = 0.1 // how far off, of the logarithm,
	lensSigma = 1.8 // and how many standard deviations of that, at least
)

// disprovesLens fits the structure once more whenever it has changed, with any focal length, and says that this is another one than was measured, for the
// first time.
func (t *Tracker) disprovesLens(f *search.Finder) bool {
	l := &t.lens
	if n := len(t.last.Cells); t.anyCamera || n < lensTiles || n == l.tiles {
		return false
	}
	l.tiles = len(t.last.Cells)
	s := t.last.Clone()
	s.Prior, s.Unmeasured = nil, camerapose.UnmeasuredLens(s.Cam, t.set, s.Sizes)
	hypothesis.FitEdges(f.Raster, &s, tileface.NarrowEdgeNet(), camerapose.TableHold)
	sigma := s.FocalSigma(tileface.EdgeCorrespondences(f.Raster, &s.Pose, s.Cells, tileface.NarrowEdgeNet()), s.SpaceMiddle())
	l.fits++
	l.weight += 1 / (sigma * sigma)
	l.sum += math.Log(s.Cam.K[0][0]/t.last.Cam.K[0][0]) / (sigma * sigma)
	together := math.Sqrt((1 + lensAlike*(l.fits-1)) / l.weight)
	if l.fits < lensFits || math.Abs(l.sum/l.weight) < max(lensOff, lensSigma*together) {
		return false
	}
	l.camera, t.anyCamera = s.Cam, true
	t.plane, t.measured, t.found = nil, nil, camerapose.Pose{}
	return true
}
