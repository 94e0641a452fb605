package vision

import (
	"errors"
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
	witnessTold   = 2.0  // log-likelihood ratio of a tile at least that its letter tells
	witnessLeast  = -8.0 // of a face, as the judge has it; with less it lies otherwise, as a rack's
	witnessNear   = 0.2  // pitches between the face's middle and its letter's
	witnessLinks  = 12.0 // by how much likelier a letter past a gap makes it that a tile fills it (logarithm)
	witnessRounds = 4    // how often what was found leads further
	uprightCells  = 12   // so many faces tell which way is up
)

// witnessed is the structure with the tiles about it that only their letters tell, and without what is neither a letter's face nor a blank.
func (v *Reader) witnessed(r *raster, s *structure) (*structure, error) {
	w := witness{reader: v, raster: r}
	for range witnessRounds {
		next := w.hear(s)
		if next == s {
			next = r.beyond(s, w.reads)
		}
		if w.failed != nil || next == s {
			return s, w.failed
		}
		s = next
	}
	return s, nil
}

// witness reads the faces of a picture that are doubted.
type witness struct {
	reader *Reader
	*raster
	turned *structure // of which it is known
	up     int        // by how many quarter turns letters are turned in its lattice
	failed error      // what no face could be read for, if anything
}

// hear is the structure as the letters in it and beside it tell.
func (w *witness) hear(s *structure) *structure {
	told, more := stacks{}, 0
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
	if len(told) == 0 {
		return s
	}
	if next := w.retold(s, told); len(next.cells) >= len(s.cells)+more {
		return next
	}
	return s
}

// reads says whether a place shows a letter that is read for sure: hardly ever does a tile that is not linked lie so well in the lattice.
func (w *witness) reads(s *structure, at engine.Place, e *placeEvidence) (told float64, sure bool) {
	return witnessLinks, e.tile > tileAccepted && w.sure(s, at, e.best, &e.view[e.best-1])
}

// doubted are the places beside the structure that show a mark of a letter's size in the middle of a face that is no other tile's, and
// the levels at which they do.
func (r *raster) doubted(s *structure) map[engine.Place][]int {
	var shown []engine.Point
	for at, level := range s.cells {
		shown = append(shown, s.pose.pixel(float64(at.Col), float64(at.Row), float64(level)))
	}
	faces := map[engine.Place][]int{}
	for _, at := range s.cells.rim() {
		scale := s.pose.scale(at)
		for level := 1; level <= engine.MaxHeight; level++ {
			q := s.pose.pixel(float64(at.Col), float64(at.Row), float64(level))
			if slices.ContainsFunc(s.marks, func(m mark) bool {
				return dist(m.at, q) < witnessNear*scale && m.size*maxPitch > scale && m.size*minPitch < scale
			}) && s.pose.onFace(at, level, shown) < 0 {
				faces[at] = append(faces[at], level)
			}
		}
	}
	return faces
}

// upright is by how many quarter turns the letters are turned in the structure's lattice.
func (w *witness) upright(s *structure) int {
	if w.turned == s {
		return w.up
	}
	var sum [4]float64
	places := s.cells.places()
	for _, at := range places[:min(len(places), uprightCells)] {
		letters := w.letters(s, at, s.cells[at], &s.evidence[at].view[s.cells[at]-1])
		for k := range sum {
			class, _ := letters.Best(k)
			sum[k] += letters[k][class]
		}
	}
	w.turned, w.up = s, 0
	for k := range sum {
		if sum[k] > sum[w.up] {
			w.up = k
		}
	}
	return w.up
}

// tells is the likeliest of some levels at which a place shows a letter that is read for sure; 0 if it does at none.
func (w *witness) tells(s *structure, at engine.Place, levels []int) (best int) {
	most := math.Inf(-1)
	for _, level := range levels {
		view := w.viewClosely(&s.pose, at, float64(level))
		score := fineJudge().score(view.features())
		if view.inside && score > witnessLeast && score+s.prior(at, level) > most && w.sure(s, at, level, &view) {
			best, most = level, score+s.prior(at, level)
		}
	}
	return best
}

// sure says whether a face shows a letter that is read for sure, upright like the structure's.
func (w *witness) sure(s *structure, at engine.Place, level int, view *faceView) bool {
	letters := w.letters(s, at, level, view)
	class, margin := letters.Best(w.upright(s))
	return class != engine.BlankIndex && margin > witnessMargin
}

// letters are those of the face of a place at a level.
func (w *witness) letters(s *structure, at engine.Place, level int, view *faceView) ocr.Letters {
	hides := s.coverOf(at, level)
	letters, err := w.reader.read(w.raster, &s.pose, at, level, &hides, w.plasticOf(s, at, view, level, &hides))
	w.failed = errors.Join(w.failed, err)
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
	letters := w.letters(s, at, level, v)
	class, margin := letters.Best(w.upright(s))
	return margin < witnessMargin && letters[w.upright(s)][class] < deniedLetter
}

// What is taken for a tile, and is none.
const (
	deniedMost   = 4.0  // log-likelihood ratio of a tile, by its edges
	deniedInk    = 0.2  // share of the face that has not its color; a blank has none
	deniedEdges  = -1.5 // logarithm of how likely its edges are where the lattice has them
	deniedSeen   = 0.9  // share of it that no stack hides
	deniedLetter = 0.6  // logarithm of how well it agrees with a letter
)

// retold is the structure with the tiles that letters tell, and without those that they deny (0). Where one of them hardly lies as the
// pose has it, pose and levels are sought anew.
func (w *witness) retold(s *structure, told stacks) *structure {
	c := s.clone()
	c.evidence, c.told = maps.Clone(s.evidence), stacks{}
	maps.Copy(c.told, s.told)
	maps.Copy(c.told, told)
	doubted := false
	for at, level := range told {
		if level == 0 {
			delete(c.cells, at)
		} else {
			c.cells[at] = level
			doubted = doubted || s.evidence[at] == nil || s.evidence[at].height[level-1] < tileBridge
		}
		delete(c.evidence, at) // what is seen there belongs to the other structure, too
	}
	anew := c.clone()
	anew.told = nil
	w.complete(&c)
	if doubted {
		for _, other := range w.finishLikely(w.begunAnew(&anew)) {
			if len(other.cells) >= len(c.cells) && other.explained() > c.explained() {
				c = other
			}
		}
	}
	return &c
}

// toldBy takes a place for a tile of the level that its letter tells, or for none (0).
func (e *placeEvidence) toldBy(level int) {
	e.whole = false
	if level == 0 {
		e.tile, e.height = noFace, nothing
		return
	}
	e.best, e.tile = level, max(e.tile, witnessTold)
	e.height[level-1] = max(e.height[level-1], witnessTold)
}
