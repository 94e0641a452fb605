package letters

import (
	"cmp"
	"math"
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/body"
	"tilewatch/vision/geom"
	"tilewatch/vision/letters/board"
	"tilewatch/vision/letters/candidate"
	"tilewatch/vision/letters/face"
	"tilewatch/vision/letters/lattice"
)

// halves are the half sides that tiles may have, in steps of a lattice or in sides guessed from a letter: sets differ, those of one set do not.
var halves = [...]float64{0.5, 0.44, 0.38}

// bodies is what the network sees of a group of faces of one size.
type bodies struct {
	ratios []float64 // log-likelihood ratio of a body, for each face
	mean   float64
	half   float64 // the faces' half side, see halves
}

// seeBodies looks at a group of faces, at the size at which most of some look like tiles.
func (s *search) seeBodies(frames []*face.Frame) (seen bodies, err error) {
	some := someOf(frames)
	if seen, err = s.sizeBodies(some); err != nil || len(some) == len(frames) {
		return seen, err
	}
	seen.ratios, err = s.ratiosOf(frames, seen.half)
	seen.mean = mean(seen.ratios)
	return seen, err
}

// sizeBodies looks at a group of faces at all sizes, and takes the one at which most look like tiles.
func (s *search) sizeBodies(frames []*face.Frame) (best bodies, err error) {
	if best.half = halves[0]; len(frames) == 0 {
		return best, nil
	}
	best.mean = math.Inf(-1)
	for _, half := range halves {
		ratios, err := s.ratiosOf(frames, half)
		if err != nil {
			return best, err
		}
		if mean := mean(ratios); mean > best.mean {
			best = bodies{ratios, mean, half}
		}
	}
	return best, nil
}

func mean(ratios []float64) (mean float64) {
	for _, ratio := range ratios {
		mean += ratio / float64(len(ratios))
	}
	return mean
}

// glance is how many faces say how large those of a group are, and whether a board is worth reading again.
const glance = 24

// someOf are some faces of a group, evenly spread.
func someOf(frames []*face.Frame) (some []*face.Frame) {
	step := (len(frames) + glance - 1) / glance
	if step <= 1 {
		return frames
	}
	for i := step / 2; i < len(frames); i += step {
		some = append(some, frames[i])
	}
	return some
}

// ratiosOf are the faces' log-likelihood ratios of a body at one size.
func (s *search) ratiosOf(frames []*face.Frame, half float64) ([]float64, error) {
	claims := make([]engine.Quad, len(frames))
	for i, f := range frames {
		claims[i] = f.Quad(half)
	}
	return body.LogRatios(s.r, claims)
}

// measure finds how high the letters of loose tiles are, in sides of a tile: as high as makes them look most like tiles.
func (s *search) measure(k *style, letters []candidate.Candidate) error {
	letters = letters[:min(len(letters), mostMeasured)]
	best := math.Inf(-1)
	for _, high := range letterHeights {
		claims := make([]engine.Quad, len(letters))
		for i := range letters {
			claims[i] = geom.Square(letters[i].At, letters[i].Side()/high/2, letters[i].Turn())
		}
		ratios, err := body.LogRatios(s.r, claims)
		if err != nil {
			return err
		}
		sum := 0.0
		for _, ratio := range ratios {
			sum += ratio
		}
		if sum > best {
			best, k.letterHeight = sum, high
		}
	}
	return nil
}

// letterHeights are heights that letters may have, in sides of a tile, and mostMeasured is how many letters are measured.
var letterHeights = [...]float64{0.36, 0.43, 0.52, 0.62, 0.74}

const mostMeasured = 24

// onBodies are the candidates that may be letters on tiles: print looks like no body at any size that a tile may have around its letter.
func (s *search) onBodies(marks []candidate.Candidate) (kept []candidate.Candidate, err error) {
	unsure := marks
	for i := range unsure {
		unsure[i].Body = math.Inf(-1)
	}
	for _, side := range letterSides {
		claims := make([]engine.Quad, len(unsure))
		for i := range unsure {
			claims[i] = claimOf(&unsure[i], side)
		}
		ratios, err := body.LogRatios(s.r, claims)
		if err != nil {
			return nil, err
		}
		var more []candidate.Candidate
		for i, m := range unsure {
			m.Body = max(m.Body, ratios[i])
			switch {
			case m.Body > sureBody:
				kept = append(kept, m)
			case m.Body > leastBody || ratios[i] > noBody:
				more = append(more, m)
			}
		}
		unsure = more
	}
	for _, m := range unsure {
		if m.Body > leastBody {
			kept = append(kept, m)
		}
	}
	slices.SortStableFunc(kept, func(a, b candidate.Candidate) int { return cmp.Compare(b.Ink, a.Ink) })
	return kept, nil
}

// claimOf is the face whose letter a candidate would be, with a letter's longer side in sides of the tile.
func claimOf(m *candidate.Candidate, side float64) engine.Quad {
	return geom.Square(m.At, m.Long()/side/2, m.Turn())
}

// letterSides are usual longer sides of a letter's box, in sides of its tile. Of the sizes in this order the first says most of the others.
var letterSides = [...]float64{0.64, 0.52, 0.42}

// Log-likelihood ratios of a body.
const (
	sureBody  = 3.0  // above it no other size is tried
	leastBody = -2.5 // below it a candidate is print
	noBody    = -5.0 // below it, it is print at every size: of 6,338 candidates that are bodies at one of the sizes 130 are lost, and two fifths of the looks
)

// How log-likelihood ratios of bodies spread, measured on made-up scenes of the families kept back: a group of tiles has a mean of 5.0 (standard
// deviation .7 from picture to picture) and its faces lie 1.2 around it; print has -1.8 (2.5), and 2.0 around it. Photographs of tiles reach means
// down to 2.4, and their faces spread a little more.
const (
	tilesMean   = 5.0
	tilesSpread = 1.5 // of a face about its group's mean
	printMean   = -1.8
	printSpread = 3.2 // of a face, from picture to picture and within one
)

// arePrint reports whether all of the faces are print: tiles of a kind that the network hardly knows look a little like bodies, print does not. A few
// faces may do so by chance, which counts where no board says that there are tiles.
func (b *bodies) arePrint(besideBoard bool) bool {
	n, least := float64(len(b.ratios)), mostPrint
	if !besideBoard {
		least += byChance / math.Sqrt(n)
	}
	return n > 0 && b.mean < least
}

// Means of a group below which it is print.
const (
	mostPrint = 1.0 // of many faces
	byChance  = 3.0 // more, over the square root of their number
)

// inPart reports whether a good part of the faces are print. Without a board tiles are of one kind: print that looks like tiles in places, as in a row of
// printed squares, does not in others. Of 15 photographs of tiles the lower quartile is .9 and more, of print -1.4 and less.
func (b *bodies) inPart() bool {
	ratios := slices.Clone(b.ratios)
	slices.Sort(ratios)
	return len(ratios) > 0 && ratios[len(ratios)/4] < 0
}

// odds are a face's log-odds of a tile among its group's.
func (b *bodies) odds(i int) float64 { return tilesPrior + b.evidence(i) }

// evidence is a face's log-likelihood ratio of a tile: in a picture of unusual tiles they are compared with these.
func (b *bodies) evidence(i int) float64 { return b.evidenceOf(b.ratios[i]) }

// evidenceOf is that of a face with such a ratio.
func (b *bodies) evidenceOf(ratio float64) float64 {
	own := min((ratio-min(b.mean, tilesMean))/tilesSpread, 0)
	other := (ratio - printMean) / printSpread
	return (other*other-own*own)/2 + math.Log(printSpread/tilesSpread)
}

// tilesPrior are the log-odds that what reads as a letter in a group of tiles is one.
const tilesPrior = 4.0

// both are the log-odds that a face is neither empty nor print.
func both(empty, print float64) float64 { return -math.Log(math.Exp(-empty) + math.Exp(-print)) }

// mayBeTiles looks at some tiles of a board's structure. False: all of them are print.
func (s *search) mayBeTiles(b *board.Board) (bool, error) {
	var frames []*face.Frame
	linked := b.Structure()
	for _, c := range b.List() {
		if c.Tile && !c.Blank && linked[c.Place] {
			frames = append(frames, &c.Frame)
		}
	}
	seen, err := s.sizeBodies(someOf(frames))
	return !seen.arePrint(false), err
}

// dropPrint takes back what of a board is print beside its tiles, and decides which faces without letters are tiles, too. False: the structure is print.
func (s *search) dropPrint(b *board.Board) (bool, error) {
	var lettered, blank []*board.Cell
	var frames, blanks []*face.Frame
	for _, c := range b.List() {
		switch {
		case c.Blank && c.Odds > leastBlank:
			blank, blanks = append(blank, c), append(blanks, &c.Frame)
		case c.Tile && !c.Blank:
			lettered, frames = append(lettered, c), append(frames, &c.Frame)
		}
	}
	seen, err := s.seeBodies(frames)
	if linked := b.Structure(); err != nil || seen.of(lettered, linked).arePrint(false) {
		return false, err
	}
	for i, c := range lettered {
		c.Odds = both(c.Odds, seen.odds(i))
		c.Tile = c.Odds > 0
	}
	ratios, err := s.ratiosOf(blanks, seen.half)
	for i, ratio := range ratios {
		blank[i].Odds += min(ratio, mostBlank)
		blank[i].Tile = blank[i].Odds > 0
	}
	return true, err
}

// of are the bodies of those cells that stand in a group.
func (b *bodies) of(cells []*board.Cell, group lattice.Group) *bodies {
	part := bodies{half: b.half}
	for i, c := range cells {
		if group[c.Place] {
			part.ratios = append(part.ratios, b.ratios[i])
		}
	}
	part.mean = mean(part.ratios)
	return &part
}

// Faces without letters, log-odds. A body that nothing is printed on is less sure than one among letters.
const (
	leastBlank = -3.0 // of one from which on its body can make it a tile
	mostBlank  = 2.0  // that its body is worth at most: of 20 photographs' blanks all true ones have a ratio above .8, 15 of 16 others below -2
)
