package letters

import (
	"math"
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/body"
	"tilewatch/vision/geom"
	"tilewatch/vision/letters/board"
	"tilewatch/vision/letters/candidate"
	"tilewatch/vision/letters/face"
)

// expected is what is known of a group of faces before a look at them.
type expected struct {
	halves []float64 // half sides that tiles may have: sets differ, those of one set do not
	share  float64   // of tiles
}

// Groups of faces. On a lattice an eighth of a step is free between tiles at most: what is smaller is printed on squares.
var (
	onLattice = expected{[]float64{0.5, 0.44}, 0.8}       // in steps
	offIt     = expected{[]float64{0.5, 0.44, 0.38}, 0.3} // in sides guessed from a letter
)

// bodies is what the network sees of a group of faces of one size: tiles, print, or some of both.
type bodies struct {
	ratios []float64 // log-likelihood ratio of a body, for each face
	half   float64   // the faces' half side
	share  float64   // of tiles among them
}

// seeBodies looks at a group of faces, at that of some sizes at which most of some look like tiles.
func (s *search) seeBodies(frames []*face.Frame, of *expected) (seen bodies, err error) {
	some := someOf(frames)
	if seen, err = s.sizeBodies(some, of); err != nil || len(some) == len(frames) {
		return seen, err
	}
	seen.ratios, err = s.ratiosOf(frames, seen.half)
	seen.fitShare(of.share)
	return seen, err
}

// sizeBodies looks at a group of faces at all of some sizes, and takes the one at which most look like tiles.
func (s *search) sizeBodies(frames []*face.Frame, of *expected) (best bodies, err error) {
	if best.half = of.halves[0]; len(frames) == 0 {
		return best, nil
	}
	most := math.Inf(-1)
	for _, half := range of.halves {
		ratios, err := s.ratiosOf(frames, half)
		if err != nil {
			return best, err
		}
		if mean := mean(ratios); mean > most {
			best, most = bodies{ratios: ratios, half: half}, mean
		}
	}
	best.fitShare(of.share)
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
	var sums [len(letterHeights)]float64
	best := 0
	for i, high := range letterHeights {
		claims := make([]engine.Quad, len(letters))
		for l := range letters {
			claims[l] = geom.Square(letters[l].At, letters[l].Side()/high/2, letters[l].Turn())
		}
		ratios, err := body.LogRatios(s.r, claims)
		if err != nil {
			return err
		}
		for _, ratio := range ratios {
			sums[i] += ratio
		}
		if sums[i] > sums[best] {
			best = i
		}
	}
	k.letterHeight = letterHeights[best]
	if best > 0 && best < len(sums)-1 { // the top of a parabola through the best one and its neighbors
		below, above := sums[best]-sums[best-1], sums[best]-sums[best+1]
		if bend := below + above; bend > 0 {
			k.letterHeight *= math.Pow(letterHeights[best+1]/letterHeights[best], (below-above)/bend/2)
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

// What a ratio says of a face on a lattice, fitted on 1,823 of made-up tables and photographs, 227 of which are print: with the share of tiles in its group
// 50 are judged wrong.
const (
	perRatio  = 0.6 // log-odds for each unit of a ratio
	evenRatio = 1.5 // that says nothing
)

const (
	expectedFaces = 2.0 // that the expected share of a group is worth
	shareRounds   = 12  // bring the share within a hundredth of where it converges
)

// fitShare finds the share of tiles that makes the group's ratios likeliest (expectation maximization of a mixture's weight).
func (b *bodies) fitShare(expected float64) {
	b.share = expected
	for range shareRounds {
		b.share = (expected*expectedFaces + b.count()) / (expectedFaces + float64(len(b.ratios)))
	}
}

// count is how many of the faces are tiles.
func (b *bodies) count() (sum float64) {
	for _, ratio := range b.ratios {
		sum += 1 / (1 + math.Exp(-b.oddsOf(ratio)))
	}
	return sum
}

// arePrint reports whether too few of the faces are tiles for any to be one.
func (b *bodies) arePrint() bool { return b.share < leastShare }

// leastShare is the share of tiles of a group of tiles: of 16 such groups without a board in made-up tables and photographs all have .42 and more, of 8 of
// print all but one .35 and less.
const leastShare = 0.4

// inPart reports whether a good part of the faces are print. Without a board tiles are of one kind: print that looks like tiles in places, as in a row of
// printed squares, does not in others. Of 15 photographs of tiles the lower quartile is .9 and more, of print -1.4 and less.
func (b *bodies) inPart() bool {
	ratios := slices.Clone(b.ratios)
	slices.Sort(ratios)
	return len(ratios) > 0 && ratios[len(ratios)/4] < 0
}

// oddsOf are the log-odds of a tile of a face of the group with such a ratio.
func (b *bodies) oddsOf(ratio float64) float64 {
	return math.Log(b.share/(1-b.share)) + evidenceOf(ratio)
}

// evidenceOf is the log-likelihood ratio of a tile of a face with such a ratio.
func evidenceOf(ratio float64) float64 { return perRatio * (ratio - evenRatio) }

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
	seen, err := s.sizeBodies(someOf(frames), &onLattice)
	return seen.count() >= leastTiles, err
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
	seen, err := s.seeBodies(frames, &onLattice)
	if err != nil || seen.count() < leastTiles {
		return false, err
	}
	for i, c := range lettered {
		seen.ratios[i] += (c.SideOdds - evenSides) / perRatio
	}
	seen.fitShare(onLattice.share)
	for i, c := range lettered {
		c.Odds = both(c.Odds, seen.oddsOf(seen.ratios[i]))
		c.Tile = c.Odds > 0
	}
	ratios, err := s.ratiosOf(blanks, seen.half)
	for i, ratio := range ratios {
		blank[i].Odds += min(ratio, mostBlank)
		blank[i].Tile = blank[i].Odds > 0
	}
	return b.TileCount() >= 2, err
}

// evenSides are a face's log-odds by its sides that tell a tile from print no more than its body does: of 4,864 faces of 160 made-up tables with sides 837 are
// judged wrong, 950 without.
const evenSides = 0.3

// leastTiles is how many tiles make a board, none of which is sure.
const leastTiles = 1.5

// Faces without letters, log-odds. A body that nothing is printed on is less sure than one among letters.
const (
	leastBlank = -3.0 // of one from which on its body can make it a tile
	mostBlank  = 2.0  // that its body is worth at most: of 20 photographs' blanks all true ones have a ratio above .8, 15 of 16 others below -2
)
