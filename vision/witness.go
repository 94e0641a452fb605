package vision

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"tilewatch/engine"
	"tilewatch/ocr"
)

// Judges know tiles by their edges, and doubt one whose edges a shadow, a lamp's reflection or a neighbor of its own color drowns. Its
// letter tells it all the same: what is no tile's face is never read so surely, upright like the others, in the middle of a place.
const (
	witnessMargin = 5.0  // by how much the letter is likelier than any other (logarithm): what is no face was read with less than 4
	witnessLeast  = -8.0 // of a face, as the judge has it; with less it lies otherwise, as a rack's
	witnessNear   = 0.2  // pitches between the face's middle and its letter's
	witnessLinks  = 12.0 // by how much likelier a letter past a gap makes it that a tile fills it (logarithm)
	witnessRounds = 12   // how often what was found leads further
	uprightCells  = 12   // so many faces tell which way is up, asked in an order
	uprightStride = 17   // which leads all over it,
	uprightMargin = 30.0 // or fewer, if they make one way by so much likelier (logarithm)
)

// witness reads the faces of a picture that are doubted.
type witness struct {
	*raster
	reader ocr.Reader
	known  bool // which way is up
	up     int  // by how many quarter turns letters are turned in the lattice
}

// hear is what the letters in a structure and beside it tell: tiles by their levels, and cells that are none (0). By more or fewer cells it
// must then grow.
func (w *witness) hear(s *structure) (told stacks, more int) {
	told = stacks{}
	for at, levels := range w.doubted(s) {
		if level := w.tells(s, at, levels); level > 0 {
			told[at] = level
			more = 1 // of several, some may be one
		}
	}
	for _, at := range s.cells.places() {
		if w.denies(s, at) {
			told[at] = 0
			more--
		}
	}
	return told, more
}

// reads says whether a place shows a letter that is read for sure: hardly ever does a tile that is not linked lie so well in the lattice.
func (w *witness) reads(s *structure, at engine.Place, e *placeEvidence) (told float64, sure bool) {
	return witnessLinks, e.tile > tileAccepted && w.sure(s, s.cells, at, e.best)
}

// doubted are the places beside the structure that show a mark of a letter's size in the middle of a face that is no other tile's, and
// the levels at which they do.
func (r *raster) doubted(s *structure) map[engine.Place][]int {
	shown := s.shown()
	faces := map[engine.Place][]int{}
	for _, at := range s.cells.rim() {
		scale := s.pose.scale(at)
		for level := 1; level <= engine.MaxHeight; level++ {
			q := s.pose.pixel(float64(at.Col), float64(at.Row), float64(level))
			if slices.ContainsFunc(s.marks, func(m mark) bool {
				return dist(m.at, q) < witnessNear*scale && m.letterSized(scale)
			}) && s.pose.onFace(at, level, shown) < 0 {
				faces[at] = append(faces[at], level)
			}
		}
	}
	return faces
}

// upright is by how many quarter turns the letters of some cells are turned in the structure's lattice.
func (w *witness) upright(s *structure, cells stacks) int {
	if s.turned > 0 {
		w.up, w.known = s.turned-1, true
	}
	if w.known {
		return w.up
	}
	var sum [4]float64
	places := cells.places()
	count := min(len(places), uprightCells)
	for i := range count {
		at := places[uprightStride*i%count*len(places)/count]
		letters := w.letters(s, at, cells[at])
		for k := range sum {
			class, _ := letters.Best(k)
			sum[k] += letters[k][class]
		}
		order := slices.Sorted(slices.Values(sum[:]))
		if w.up = slices.Index(sum[:], order[3]); order[3] > order[2]+uprightMargin {
			s.turned = w.up + 1
			break
		}
	}
	w.known = true
	return w.up
}

// tells is the likeliest of some levels at which a place shows a letter that is read for sure; 0 if it does at none.
func (w *witness) tells(s *structure, at engine.Place, levels []int) (best int) {
	most := math.Inf(-1)
	for _, level := range levels {
		view := w.viewClosely(&s.pose, at, float64(level))
		score := fineJudge().score(view.features())
		if view.inside && score > witnessLeast && score+s.prior(at, level) > most && w.sure(s, s.cells, at, level) {
			best, most = level, score+s.prior(at, level)
		}
	}
	return best
}

// sure says whether a face shows a letter that is read for sure, upright like those of some cells. Some letters are hardly told from one
// other, as O from Q: that may be likely, too.
func (w *witness) sure(s *structure, cells stacks, at engine.Place, level int) bool {
	letters := w.letters(s, at, level)[w.upright(s, cells)]
	blank := letters[engine.BlankIndex]
	slices.SortFunc(letters[:], func(a, b float64) int { return cmp.Compare(b, a) })
	return letters[0] > max(blank, letters[2])+witnessMargin
}

// letters are those of the face of a place at a level; all are alike where none can be read.
func (w *witness) letters(s *structure, at engine.Place, level int) ocr.Letters {
	hides := s.coverOf(at, level)
	view := w.view(&s.pose, at, float64(level))
	letters, err := w.lettersOf(w.reader, &s.pose, at, level, &hides, w.plasticOf(s, at, &view, level, &hides))
	if err != nil {
		return ocr.Letters{}
	}
	return letters
}

// denies says whether a cell is none: it shows something, but no letter, and no edges where its own should be, and links nothing.
func (w *witness) denies(s *structure, at engine.Place) bool {
	level := s.cells[at]
	v := &s.evidence[at].view[level-1]
	if s.evidence[at].tile > deniedMost || v.ink < deniedInk || v.here[0]+v.here[1]+v.here[2]+v.here[3] > deniedEdges || len(s.cells) == 2 {
		return false
	}
	rest := maps.Clone(s.cells)
	delete(rest, at)
	if hides := s.coverOf(at, level); hides.visible(1) < deniedSeen || s.markedAt(at, level) || rest.links(at) {
		return false
	}
	letters := w.letters(s, at, level)
	class, margin := letters.Best(w.upright(s, s.cells))
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
