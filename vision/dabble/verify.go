package dabble

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"tilewatch/ocr/glyph"
	"tilewatch/vision/blob"
	"tilewatch/vision/dabble/lattice"
	"tilewatch/vision/gridfit"
	"tilewatch/vision/homography"
	"tilewatch/vision/parallel"
)

// verify reports whether a lattice is a rack, and extends it: it collects candidates under the pose, tests, and tries again without candidates that
// read as no letter.
func (s *scan) verify(l *lattice.Lattice) (rack, bool) {
	p, ok := findPose(l, s.cam, s.candidates)
	if !ok {
		return rack{}, false
	}
	k, ok := rack{}, false
	if again, q, grown := s.regrow(l, &p, nil); grown {
		if k, ok = s.isRack(&again, q); ok {
			*l = again
		}
	}
	if !ok { // things around it may have misled it
		k, ok = s.isRack(l, p)
	}
	if not := k.nonLetters(); ok && len(not) > 0 {
		if again, q, grown := s.regrow(&lattice.Lattice{Quarter: k.Quarter, Lattice: k.without(not)}, &p, not); grown {
			if better, fine := s.isRack(&again, q); fine {
				*l = again
				return better, true
			}
		}
	}
	return k, ok
}

// noLetterAtAll is the probability of a letter below which a candidate on a rack is something else: a cloth's square, dirt, an apostrophe.
const noLetterAtAll = 0.15

// nonLetters are the rack's candidates that are no letters.
func (k *rack) nonLetters() map[int]bool {
	not := map[int]bool{}
	for at, sure := range k.sure {
		if sure < noLetterAtAll {
			not[k.Cells[at]] = true
		}
	}
	return not
}

// without are the rack's candidates without some.
func (k *rack) without(not map[int]bool) gridfit.Lattice {
	kept := gridfit.Lattice{Triangular: true, Cells: map[node]int{}}
	for at, m := range k.Cells {
		if !not[m] {
			kept.Cells[at] = m
		}
	}
	return kept
}

// Limits of isRack, hand-set.
const (
	freeCost   = 2 // of the pose's cost: what a rack may have beyond its letters' share
	strayShare = 4 // a quarter as many strays as letters, at most
)

// isRack tests a lattice with its pose.
func (s *scan) isRack(l *lattice.Lattice, p pose) (rack, bool) {
	seen := sightings(l, s.cam, s.candidates)
	most, least := fits*float64(len(seen)), readable
	if len(seen) < fewLetters { // tiles that lie in rows on the table can look like a small rack
		most, least = fitsFew*float64(len(seen)), readableFew
	}
	if p.cost(seen) > most+freeCost || strayShare*s.strays(l) > len(l.Cells) {
		return rack{}, false
	}
	k := rack{Lattice: *l, pose: p, slots: map[node]*slot{}}
	ok := s.readLetters(&k, least) && !s.tilesApart(&k)
	if !ok || len(seen) >= manyLetters {
		return k, ok
	}
	edges, sure := s.edgeScore(&k), 0.0
	for _, v := range k.sure {
		sure += v / float64(len(k.sure))
	}
	return k, edges > boundedFew && edges+sure > boundedSure
}

// edgeScore is how well the edges of a rack's tiles are seen where they should be, 0 to 2. Tiles that lie apart on the table are smaller than
// their lattice says.
func (s *scan) edgeScore(k *rack) float64 {
	sum := 0.0
	for at, m := range k.Cells {
		f, ground := k.face(at), blob.Luma(s.candidates[m].Ground)
		sum += s.edgeVisibility(&f, ground) + min(s.sideEdge(&f, 1, ground), s.sideEdge(&f, 3, ground))
	}
	return sum / float64(len(k.Cells))
}

// readLetters reads the faces of a lattice, and reports whether they are letters of one height.
func (s *scan) readLetters(k *rack, least float64) bool {
	nodes := k.Places()
	if !s.firstGlance(k, nodes) {
		return false
	}
	s.estimateTilt(k, usualHigh, highPrior)
	k.sure = map[node]float64{}
	k.dark = s.candidates[k.Cells[nodes[0]]].Dark
	sure, highs, contrasts := make([]float64, len(nodes)), make([]float64, len(nodes)), make([]float64, len(nodes))
	faces := make([]seenFace, len(nodes))
	read := func(i int) {
		faces[i] = s.seeFace(k, nodes[i])
		sure[i], highs[i], contrasts[i] = faces[i].sure, faces[i].print.letterHigh(), faces[i].print.contrast
	}
	first := min(len(nodes), firstLetters)
	parallel.Do(first, read)
	if first == firstLetters && floats.Sum(sure) < firstSure {
		return false
	}
	parallel.Do(len(nodes)-first, func(i int) { read(first + i) })
	k.faces = map[node]*seenFace{}
	for i, at := range nodes {
		k.sure[at], k.faces[at] = sure[i], &faces[i]
	}
	k.high, k.contrast = median(highs), median(contrasts)
	return floats.Sum(sure) >= least*float64(len(k.Cells)) && k.high > leastLetter && k.high < mostLetter
}

// A few letters are read first, and before that in gray on faces of the usual tilt: most lattices that are no rack have no letter among them.
const (
	firstLetters = 4
	firstSure    = 1.2
)

// firstGlance reports whether there may be letters among the first few.
func (s *scan) firstGlance(k *rack, nodes []node) bool {
	if len(nodes) < firstLetters {
		return true
	}
	k.tilt = usualTilt
	var sure [firstLetters]float64
	parallel.Do(len(sure), func(i int) {
		f := k.face(nodes[i])
		_, sure[i] = s.readFace(glyph.Face{Size: faceSize, Pix: grays(s.r, s.cam, &f)})
	})
	return floats.Sum(sure[:]) >= firstSure
}

// regrowRounds is the largest number of rounds that extend a lattice.
const regrowRounds = 3

// regrow collects candidates where a pose has places, without some that are no letters. The pose has perspective from the first letters on, and finds those that
// a map of the plane missed. ok is false if it found no more.
func (s *scan) regrow(l *lattice.Lattice, p *pose, not map[int]bool) (again lattice.Lattice, q pose, ok bool) {
	if len(l.Cells) < lattice.LeastFit {
		return *l, *p, false
	}
	again, q = *l, *p
	if not != nil {
		if q, ok = findPose(&again, s.cam, s.candidates); !ok {
			return again, q, false
		}
		again.Fit(s.index)
	}
	for range regrowRounds {
		next := s.collect(&again, &q, not)
		if len(next.Cells) <= len(again.Cells) {
			break
		}
		next.Fit(s.index)
		pose, fine := findPose(&next, s.cam, s.candidates)
		if !fine {
			break
		}
		again, q, ok = next, pose, true
	}
	return again, q, ok
}

// collect are the candidates where a pose has places near a lattice's.
func (s *scan) collect(l *lattice.Lattice, q *pose, not map[int]bool) lattice.Lattice {
	first := &s.candidates[l.Cells[l.Places()[0]]]
	next := lattice.Lattice{Quarter: l.Quarter, Lattice: gridfit.Lattice{Triangular: true, Cells: map[node]int{}}}
	taken := map[int]bool{}
	low, high := l.Bounds()
	for row := low.Row - lattice.Longest + 1; row < high.Row+lattice.Longest; row++ {
		for col := low.Col - 2*lattice.Longest; col <= high.Col+2*lattice.Longest; col++ {
			at := node{Row: row, Col: col}
			v := q.node(float64(col)-2*lattice.LetterLeft, float64(row)-lattice.LetterLeft)
			if (row+col)%2 != 0 || v[2] < leastDepth {
				continue
			}
			one := s.cam.K[0][0] / v[2]
			m := s.index.Nearest(q.pixel(v), offPlace*one, func(m int) bool {
				high := l.High(&s.candidates[m]) / one
				return !taken[m] && !not[m] && !s.used[m] && l.SameSet(first, &s.candidates[m]) && high > lattice.LeastHigh && high < lattice.MostHigh
			})
			if m >= 0 {
				next.Cells[at] = m
				taken[m] = true
			}
		}
	}
	next.FitOutline()
	return next
}

// leastDepth is the least distance of a place from the camera, in tiles, hand-set.
const leastDepth = 0.5

// offPlace is the largest distance of a letter from its place under a pose, in tiles.
const offPlace = 0.2

// Limits of strays, hand-set.
const (
	strayLeast = 0.75 // height, in the rack's median letter height
	strayMost  = 1.35
	straySlim  = 0.3 // width, in the height
	rowSlack   = 0.3 // rows beyond the outermost letters
	colSlack   = 0.5 // columns, of half a tile each
)

// strays counts letters as large as the rack's that lie among them and on no node: a lattice that skips tiles has many.
func (s *scan) strays(l *lattice.Lattice) int {
	var highs []float64
	mine := map[int]bool{}
	low, high := l.Bounds()
	ends := map[int][2]int{}
	for at, m := range l.Cells {
		highs = append(highs, l.High(&s.candidates[m]))
		mine[m] = true
		e, ok := ends[at.Row]
		if !ok {
			e = [2]int{at.Col, at.Col}
		}
		ends[at.Row] = [2]int{min(e[0], at.Col), max(e[1], at.Col)}
	}
	typical, n := median(highs), 0
	if l.Map == (homography.Map{}) {
		return len(s.candidates)
	}
	some := &s.candidates[l.Cells[l.Places()[0]]]
	for i := range s.candidates {
		m := &s.candidates[i]
		if mine[i] || !l.SameSet(some, m) || l.High(m) < strayLeast*typical || l.High(m) > strayMost*typical || l.Wide(m) < straySlim*l.High(m) {
			continue
		}
		x, y, ok := l.Map.Back(m.At)
		if !ok {
			continue
		}
		row, col := y, 2*x
		between := row > float64(low.Row)-rowSlack && row < float64(high.Row)+rowSlack
		e, known := ends[int(math.Round(row))]
		if between && known && col > float64(e[0])-colSlack && col < float64(e[1])+colSlack && s.eitherWay(i, l.SeedAt(x, y))[0] > lattice.Lettered {
			n++
		}
	}
	return n
}
