package dabble

import (
	"math"

	"gocv.io/x/gocv"

	"tilewatch/calibration"
	"tilewatch/engine"
	"tilewatch/ocr"
	"tilewatch/ocr/digit"
	"tilewatch/ocr/glyph"
	"tilewatch/vision/dabble/lattice"
	"tilewatch/vision/gridfit"
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

// eitherWay is how likely a candidate is a letter under a seed, upright and upside down, from gray levels.
func (s *scan) eitherWay(m int, by *lattice.Seed) [2]float64 {
	sure := s.eachWay(m, by)
	return [2]float64{sure[0], sure[2]}
}

// straight is how likely it is one in each quarter, on a face of the usual size that stands straight in the picture.
func (s *scan) straight(m int) [4]float64 {
	one := lattice.UsualPitch * s.candidates[m].Long()
	sure := s.eachWay(m, &lattice.Seed{Seed: gridfit.Seed{U: engine.Point{X: one}, V: engine.Point{Y: one}}})
	return [4]float64{sure[0], sure[3], sure[2], sure[1]} // a letter is upright once the face is turned back
}

// eachWay is the probability of a letter on a candidate's face under a seed, once it is turned clockwise by each number of quarters.
func (s *scan) eachWay(m int, by *lattice.Seed) (sure [4]float64) {
	read, err := s.letters.Read(glyph.Face{Size: faceSize, Pix: graysOf(s.r, by.Quad(&s.candidates[m]), faceSize, oneSample)})
	if err != nil {
		return sure
	}
	for q := range sure {
		if best, _ := read.Best(q); best != engine.BlankIndex {
			sure[q] = math.Exp(read[q][best]) / 4
		}
	}
	return sure
}

// Eyes find DABBLE's racks. They serve one goroutine.
type Eyes struct {
	letters *ocr.Classifier
	digits  *digit.Reader
}
