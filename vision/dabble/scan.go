package dabble

import (
	"math"

	"gocv.io/x/gocv"

	"tilewatch/calibration"
	"tilewatch/engine"
	"tilewatch/ocr"
	"tilewatch/ocr/digit"
	"tilewatch/ocr/glyph"
	"tilewatch/vision/picture"
	"tilewatch/vision/pointgrid"
)

// scan is one picture while it is read.
type scan struct {
	*Eyes
	r          *picture.Raster
	gray       gocv.Mat // the scan's for as long as it lasts
	cam        *calibration.Camera
	candidates []candidate
	index      *pointgrid.Grid // of the candidates
	used       []bool          // candidates on tiles of a rack
	rejected   []bool          // candidates that cannot be letters
}

// read reads the letter of a rectified, upright face: log-likelihoods, and the probability of any letter.
func (s *scan) read(m cutout) (engine.LetterLikelihoods, float64) {
	face, err := glyph.NewFace(m.size, m.pixels)
	if err != nil {
		return engine.LetterLikelihoods{}, 0
	}
	return s.readFace(face)
}

// readFace is read for a face.
func (s *scan) readFace(face glyph.Face) (engine.LetterLikelihoods, float64) {
	l, err := s.letters.Read(face)
	if err != nil {
		return engine.LetterLikelihoods{}, 0
	}
	best, _ := l.Best(0)
	if best == engine.BlankIndex {
		return l[0], 0
	}
	return l[0], math.Exp(l[0][best]) / 4
}

// letterProbability is that of a candidate as a letter under a seed, from gray levels.
func (s *scan) letterProbability(m int, by *seed) float64 {
	if s.rejected[m] {
		return 0
	}
	_, sure := s.readFace(s.faceOf(m, by))
	return sure
}

// faceOf is the face of a candidate under a seed.
func (s *scan) faceOf(m int, by *seed) glyph.Face {
	return glyph.Face{Size: faceSize, Pix: graysOf(s.r, by.quad(&s.candidates[m]), faceSize, oneSample)}
}

// cannotBeLetter reports whether a candidate looks like no letter, where it stands straight on a face of the usual size. All letters on rendered racks,
// however they were seen, looked more like one.
func (s *scan) cannotBeLetter(m int) bool {
	one := usualPitch * s.candidates[m].H
	_, sure := s.readFace(s.faceOf(m, &seed{e1: engine.Point{X: one}, e2: engine.Point{Y: one}}))
	s.rejected[m] = sure < leastPlausible
	return s.rejected[m]
}

// leastPlausible is the probability of a letter below which a candidate cannot be one.
const leastPlausible = 0.01

// Eyes find DABBLE's racks. They serve one goroutine.
type Eyes struct {
	letters *ocr.Classifier
	digits  *digit.Reader
}
