package glyphs

import (
	"cmp"
	"math"
	"slices"

	"tilewatch/engine"
	"tilewatch/ocr"
	"tilewatch/vision/lattice"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/nabit/marks"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

// Thresholds of letter evidence; likelihoods are logarithms. Hand-set, but for sureMargin: what was no tile's face was read with a margin of
// less than 4. The five boards of testdata/nabit/witness guard them.
const (
	sureMargin     = 5.0  // log-likelihood by which a certain letter beats the others
	faceScoreFloor = -8.0 // face classifier's score below which the face lies elsewhere, as a rack's does
	letterCentered = 0.2  // greatest distance between the middles of a face and its letter, in pitches
	gapLetterBonus = 12.0 // log-likelihood that a letter past a gap adds to a tile in the gap
	EvidenceRounds = 12   // bounds the rounds in which one letter leads to the next
	uprightCells   = 12   // greatest number of faces that decide which way is up,
	uprightStride  = 17   // a prime, so that they spread over all places,
	uprightMargin  = 30.0 // and the lead in log-likelihood at which fewer suffice
)

// LetterEvidence reads the faces of a picture that other evidence leaves in doubt, and remembers which way is up.
type LetterEvidence struct {
	*picture.Raster
	Reader ocr.Reader
	known  bool // up is valid
	up     int  // quarter turns of the letters in the lattice
}

// Read returns the levels of tiles beside a structure that only their letters prove.
func (w *LetterEvidence) Read(s *hypothesis.Hypothesis) lattice.Levels {
	levels := lattice.Levels{}
	for at, candidates := range doubtful(w.Raster, s) {
		if level := w.sureLevel(s, at, candidates); level > 0 {
			levels[at] = level
		}
	}
	return levels
}

// Reads reports whether a place that no tile links shows a certain letter, and the log-likelihood that this adds to the bridge across
// the gap: something else rarely lies so well in the lattice.
func (w *LetterEvidence) Reads(s *hypothesis.Hypothesis, at engine.Place, e *hypothesis.Evidence) (bonus float64, sure bool) {
	return gapLetterBonus, e.Tile > hypothesis.TileAccepted && w.Sure(s, s.Cells, at, e.Best)
}

// doubtful are the places beside the structure with a letter-sized mark in the middle of a face that no known tile shows, with the
// levels of those faces.
func doubtful(r *picture.Raster, s *hypothesis.Hypothesis) map[engine.Place][]int {
	shown := s.FaceMiddles()
	faces := map[engine.Place][]int{}
	for _, at := range s.Cells.Boundary() {
		scale := s.Pose.Scale(at)
		for level := 1; level <= engine.MaxHeight; level++ {
			q := s.Pose.Pixel(float64(at.Col), float64(at.Row), float64(level))
			if slices.ContainsFunc(s.Marks, func(m marks.Mark) bool {
				return picture.Dist(m.At, q) < letterCentered*scale && m.LetterSized(scale)
			}) && tileface.OnFace(&s.Pose, at, level, shown) < 0 {
				faces[at] = append(faces[at], level)
			}
		}
	}
	return faces
}

// Upright returns by how many quarter turns the letters of cells are turned in the structure's lattice. It sums the log-likelihoods of
// some faces for each turn, and remembers the answer.
func (w *LetterEvidence) Upright(s *hypothesis.Hypothesis, cells lattice.Levels) int {
	if s.QuarterTurns > 0 {
		w.up, w.known = s.QuarterTurns-1, true
	}
	if w.known {
		return w.up
	}
	var sum [4]float64
	places := cells.Places()
	count := min(len(places), uprightCells)
	for i := range count {
		at := places[uprightStride*i%count*len(places)/count]
		letters := w.lettersAt(s, at, cells[at])
		for k := range sum {
			class, _ := letters.Best(k)
			sum[k] += letters[k][class]
		}
		order := slices.Sorted(slices.Values(sum[:]))
		if w.up = slices.Index(sum[:], order[3]); order[3] > order[2]+uprightMargin {
			s.QuarterTurns = w.up + 1
			break
		}
	}
	w.known = true
	return w.up
}

// sureLevel is the likeliest of some levels at which a place shows a certain letter; 0 if it shows none.
func (w *LetterEvidence) sureLevel(s *hypothesis.Hypothesis, at engine.Place, levels []int) (best int) {
	most := math.Inf(-1)
	for _, level := range levels {
		view := tileface.SampleFaceClosely(w.Raster, &s.Pose, at, float64(level))
		score := tileface.FineClassifier().Score(view.Features()) + s.OnMap(view.Quad)
		if view.Inside && score > faceScoreFloor && score+s.LevelPrior(at, level) > most && w.Sure(s, s.Cells, at, level) {
			best, most = level, score+s.LevelPrior(at, level)
		}
	}
	return best
}

// Sure reports whether a face shows a certain letter, upright like those of cells: one that beats a blank and the third best letter by
// sureMargin. The second best does not count, since some letters resemble one other, as O does Q.
func (w *LetterEvidence) Sure(s *hypothesis.Hypothesis, cells lattice.Levels, at engine.Place, level int) bool {
	letters := w.lettersAt(s, at, level)[w.Upright(s, cells)]
	blank := letters[engine.BlankIndex]
	slices.SortFunc(letters[:], func(a, b float64) int { return cmp.Compare(b, a) })
	return letters[0] > max(blank, letters[2])+sureMargin
}

// lettersAt are the log-likelihoods of the letters of a face; all equal if it cannot be read.
func (w *LetterEvidence) lettersAt(s *hypothesis.Hypothesis, at engine.Place, level int) ocr.Letters {
	hides := s.MaskOf(at, level)
	view := tileface.SampleFace(w.Raster, &s.Pose, at, float64(level))
	letters, err := LettersOf(w.Raster, w.Reader, &s.Pose, at, level, &hides, PlasticOf(w.Raster, s, at, &view, level, &hides))
	if err != nil {
		return ocr.Letters{}
	}
	return letters
}
