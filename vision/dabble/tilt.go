package dabble

import (
	"math"
	"slices"

	"tilewatch/vision/blob"
	"tilewatch/vision/parallel"
)

// Leans that are tried, and what counts against what is unusual, of the edges seen: they determine a lean to some degrees only.
const (
	leastLean, mostLean, leanStep = 0.0, 44.0, 4.0 // degrees
	leanPrior                     = 8e-4           // for each square degree
	usualHigh                     = 0.53           // of letters, in sides
	highPrior                     = 20.0           // for each squared side that letters are higher or lower than usual
	knownPrior                    = 60.0           // than the set's are known to be
	outlineShare                  = 0.6            // of the edges seen far off, those seen just where they should be
	leanFaces                     = 8
)

// estimateTilt finds the tilt of the faces: their edges are seen best, and the letters are about as high as they should be, which prior weights.
func (s *scan) estimateTilt(k *rack, high, prior float64) {
	nodes := k.Places()
	every := (len(nodes) + leanFaces - 1) / leanFaces
	long := s.letterHeightInPicture(k, nodes)
	worth := make([]float64, int((mostLean-leastLean)/leanStep)+1)
	parallel.Do(len(worth), func(t int) {
		degrees := leastLean + float64(t)*leanStep
		lean, sum, n := degrees*math.Pi/180, 0.0, 0.0
		for i := 0; i < len(nodes); i += every {
			f := k.faceAt(nodes[i], lean)
			ground := blob.Luma(s.candidates[k.Cells[nodes[i]]].Ground)
			sum += s.edgeVisibility(&f, ground) + outlineShare*s.outlineVisibility(&f, ground)
			n++
		}
		first := k.faceAt(nodes[0], lean)
		off, higher := degrees-usualTilt*180/math.Pi, long/first.high(s.cam)-high
		worth[t] = sum/n - leanPrior*off*off - prior*higher*higher
	})
	best := (leastLean + leanStep*float64(slices.Index(worth, slices.Max(worth)))) * math.Pi / 180
	k.tilt = best
	first := k.face(nodes[0])
	k.high = long / first.high(s.cam)
}

// letterHeightInPicture is the median height of the letters as if on the rack's first face, pixels.
func (s *scan) letterHeightInPicture(k *rack, nodes []node) float64 {
	k.tilt = usualTilt
	highs := make([]float64, len(nodes))
	parallel.Do(len(nodes), func(i int) {
		f := k.face(nodes[i])
		pr := printOf(grays(s.r, s.cam, &f), s.candidates[k.Cells[nodes[i]]].Dark)
		highs[i] = pr.letterHigh()
	})
	first := k.face(nodes[0])
	return median(highs) * first.high(s.cam)
}
