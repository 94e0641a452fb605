package glyphs

import (
	"cmp"
	"maps"
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

// Judges know tiles by their edges, and doubt one whose edges a shadow, a lamp's reflection or a neighbor of its own color drowns. Its
// letter tells it all the same: what is no tile's face is never read so surely, upright like the others, in the middle of a place.
const (
	witnessMargin = 5.0  // by how much the letter is likelier than any other (logarithm): what is no face was read with less than 4
	witnessLeast  = -8.0 // of a face, as the judge has it; with less it lies otherwise, as a rack's
	witnessNear   = 0.2  // pitches between the face's middle and its letter's
	witnessLinks  = 12.0 // by how much likelier a letter past a gap makes it that a tile fills it (logarithm)
	EvidenceRounds = 12   // how often what was found leads further
	UprightCells  = 12   // so many faces tell which way is up, asked in an order
	uprightStride = 17   // which leads all over it,
	uprightMargin = 30.0 // or fewer, if they make one way by so much likelier (logarithm)
)

// LetterEvidence reads the faces of a picture that are doubted.
type LetterEvidence struct {
	*picture.Raster
	Reader ocr.Reader
	known  bool // which way is up
	up     int  // by how many quarter turns letters are turned in the lattice
}

// Read is what the letters in a structure and beside it tell: tiles by their levels, and cells that are none (0). By more or fewer cells it
// must then grow.
func (w *LetterEvidence) Read(s *hypothesis.Hypothesis) (told lattice.Levels, more int) {
	told = lattice.Levels{}
	for at, levels := range doubtful(w.Raster, s) {
		if level := w.votes(s, at, levels); level > 0 {
			told[at] = level
			more = 1 // of several, some may be one
		}
	}
	for _, at := range s.Cells.Places() {
		if w.contradicts(s, at) {
			told[at] = 0
			more--
		}
	}
	return told, more
}

// Reads says whether a place shows a letter that is read for sure: hardly ever does a tile that is not linked lie so well in the lattice.
func (w *LetterEvidence) Reads(s *hypothesis.Hypothesis, at engine.Place, e *hypothesis.Evidence) (told float64, sure bool) {
	return witnessLinks, e.Tile > hypothesis.TileAccepted && w.Sure(s, s.Cells, at, e.Best)
}

// doubtful are the places beside the structure that show a mark of a letter's size in the middle of a face that is no other tile's, and
// the levels at which they do.
func doubtful(r *picture.Raster, s *hypothesis.Hypothesis) map[engine.Place][]int {
	shown := s.FaceMiddles()
	faces := map[engine.Place][]int{}
	for _, at := range s.Cells.Boundary() {
		scale := s.Pose.Scale(at)
		for level := 1; level <= engine.MaxHeight; level++ {
			q := s.Pose.Pixel(float64(at.Col), float64(at.Row), float64(level))
			if slices.ContainsFunc(s.Marks, func(m marks.Mark) bool {
				return picture.Dist(m.At, q) < witnessNear*scale && m.LetterSized(scale)
			}) && tileface.OnFace(&s.Pose, at, level, shown) < 0 {
				faces[at] = append(faces[at], level)
			}
		}
	}
	return faces
}

// Upright is by how many quarter turns the letters of some cells are turned in the structure's lattice.
func (w *LetterEvidence) Upright(s *hypothesis.Hypothesis, cells lattice.Levels) int {
	if s.QuarterTurns > 0 {
		w.up, w.known = s.QuarterTurns-1, true
	}
	if w.known {
		return w.up
	}
	var sum [4]float64
	places := cells.Places()
	count := min(len(places), UprightCells)
	for i := range count {
		at := places[uprightStride*i%count*len(places)/count]
		letters := w.letters(s, at, cells[at])
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

// votes is the likeliest of some levels at which a place shows a letter that is read for sure; 0 if it does at none.
func (w *LetterEvidence) votes(s *hypothesis.Hypothesis, at engine.Place, levels []int) (best int) {
	most := math.Inf(-1)
	for _, level := range levels {
		view := tileface.SampleFaceClosely(w.Raster, &s.Pose, at, float64(level))
		score := tileface.FineClassifier().Score(view.Features())
		if view.Inside && score > witnessLeast && score+s.LevelPrior(at, level) > most && w.Sure(s, s.Cells, at, level) {
			best, most = level, score+s.LevelPrior(at, level)
		}
	}
	return best
}

// Sure says whether a face shows a letter that is read for sure, upright like those of some cells. Some letters are hardly told from one
// other, as O from Q: that may be likely, too.
func (w *LetterEvidence) Sure(s *hypothesis.Hypothesis, cells lattice.Levels, at engine.Place, level int) bool {
	letters := w.letters(s, at, level)[w.Upright(s, cells)]
	blank := letters[engine.BlankIndex]
	slices.SortFunc(letters[:], func(a, b float64) int { return cmp.Compare(b, a) })
	return letters[0] > max(blank, letters[2])+witnessMargin
}

// letters are those of the face of a place at a level; all are alike where none can be read.
func (w *LetterEvidence) letters(s *hypothesis.Hypothesis, at engine.Place, level int) ocr.Letters {
	hides := s.MaskOf(at, level)
	view := tileface.SampleFace(w.Raster, &s.Pose, at, float64(level))
	letters, err := LettersOf(w.Raster, w.Reader, &s.Pose, at, level, &hides, PlasticOf(w.Raster, s, at, &view, level, &hides))
	if err != nil {
		return ocr.Letters{}
	}
	return letters
}

// contradicts says whether a cell is none: it shows something, but no letter, and no edges where its own should be, and links nothing.
func (w *LetterEvidence) contradicts(s *hypothesis.Hypothesis, at engine.Place) bool {
	level := s.Cells[at]
	v := &s.Evidence[at].Face[level-1]
	if s.Evidence[at].Tile > deniedMost || v.Ink < deniedInk || v.Here[0]+v.Here[1]+v.Here[2]+v.Here[3] > deniedEdges || len(s.Cells) == 2 {
		return false
	}
	rest := maps.Clone(s.Cells)
	delete(rest, at)
	if hides := s.MaskOf(at, level); hides.Visible(1) < deniedSeen || s.MarkedAt(at, level) || rest.JoinsParts(at) {
		return false
	}
	letters := w.letters(s, at, level)
	class, margin := letters.Best(w.Upright(s, s.Cells))
	return margin < witnessMargin && letters[w.up][class] < deniedLetter
}

// What is taken for a tile, and is none.
const (
	deniedMost   = 4.0  // log-likelihood ratio of a tile, by its edges
	deniedInk    = 0.2  // share of the face that has not its color; a blank has none
	deniedEdges  = -1.5 // logarithm of how likely its edges are where the lattice has them
	deniedSeen   = 0.9  // share of it that no stack hides
	deniedLetter = 0.6  // logarithm of how well it agrees with a letter
)
