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

// halves are the half sides that tiles may have, in steps of a lattice or in sides guessed from a letter: sets differ, those of one set do not.
var halves = [...]float64{0.5, 0.44, 0.38}

// bodies is what the network sees of a group of faces of one size.
type bodies struct {
	ratios []float64 // log-likelihood ratio of a body, for each face
	mean   float64
}

// seeBodies looks at a group of faces, and takes the size at which most look like tiles.
func (s *search) seeBodies(frames []*face.Frame) (best bodies, err error) {
	if len(frames) == 0 {
		return best, nil
	}
	claims := make([]engine.Quad, 0, len(frames)*len(halves))
	for _, half := range halves {
		for _, f := range frames {
			claims = append(claims, f.Quad(half))
		}
	}
	all, err := body.LogRatios(s.r, claims)
	if err != nil {
		return best, err
	}
	best.mean = math.Inf(-1)
	for n := len(frames); len(all) > 0; all = all[n:] {
		sum := 0.0
		for _, ratio := range all[:n] {
			sum += ratio
		}
		if mean := sum / float64(n); mean > best.mean {
			best = bodies{all[:n], mean}
		}
	}
	return best, nil
}

// onBodies are the candidates that may be letters on tiles: print looks like no body at either size that a tile may have around its letter.
func (s *search) onBodies(marks []candidate.Candidate) ([]candidate.Candidate, error) {
	claims := make([]engine.Quad, 0, len(marks)*len(letterSides))
	for i := range marks {
		for _, side := range letterSides {
			claims = append(claims, claimOf(&marks[i], side))
		}
	}
	ratios, err := body.LogRatios(s.r, claims)
	if err != nil {
		return nil, err
	}
	kept := make([]candidate.Candidate, 0, len(marks))
	for i := range marks {
		if slices.Max(ratios[i*len(letterSides):(i+1)*len(letterSides)]) > leastBody {
			kept = append(kept, marks[i])
		}
	}
	return kept, nil
}

// claimOf is the face whose letter a candidate would be, with a letter's longer side in sides of the tile.
func claimOf(m *candidate.Candidate, side float64) engine.Quad {
	sin, cos := math.Sincos(float64(m.BestDirection()) * math.Pi / 2 / candidate.Directions)
	half := m.Long() / side / 2
	x, y := engine.Point{X: half * cos, Y: half * sin}, engine.Point{X: -half * sin, Y: half * cos}
	return engine.Quad{geom.Sub(geom.Sub(m.At, x), y), geom.Sub(geom.Add(m.At, x), y), geom.Add(geom.Add(m.At, x), y), geom.Add(geom.Sub(m.At, x), y)}
}

// letterSides are usual longer sides of a letter's box, in sides of its tile.
var letterSides = [...]float64{0.42, 0.52, 0.64}

// leastBody is the log-likelihood ratio of a body below which a candidate is print.
const leastBody = -2.5

// How log-likelihood ratios of bodies spread: the pictures' means, and within a picture. Measured on made-up scenes of the families kept back.
const (
	tilesMean  = 3.5
	printMean  = -3.0
	meanSpread = 2.0 // of the means from picture to picture
	faceSpread = 1.3 // of faces within a picture
)

// arePrint reports whether all of the faces are print: tiles of a kind that the network hardly knows look a little like bodies, print does not at all.
func (b *bodies) arePrint() bool { return len(b.ratios) > 0 && b.mean < mostPrint }

// mostPrint is the mean of a group below which it is print.
const mostPrint = 1.0

// odds are a face's log-odds of a tile among its group's: in a picture of unusual tiles they are compared with these.
func (b *bodies) odds(i int) float64 {
	tile := min(max(b.mean, mostPrint), tilesMean)
	own, other := (b.ratios[i]-tile)/faceSpread, (b.ratios[i]-printMean)/math.Hypot(meanSpread, faceSpread)
	if own > 0 {
		own = 0
	}
	return tilesPrior + (other*other-own*own)/2 + math.Log(math.Hypot(meanSpread, faceSpread)/faceSpread)
}

// tilesPrior are the log-odds that what reads as a letter in a group of tiles is one.
const tilesPrior = 4.0

// both are the log-odds that a face is neither empty nor print.
func both(empty, print float64) float64 { return -math.Log(math.Exp(-empty) + math.Exp(-print)) }

// seeBoard looks at the tiles of a board's structure. False: all of them are print.
func (s *search) seeBoard(b *board.Board) (bool, error) {
	var frames []*face.Frame
	for p := range b.Structure() {
		if c := b.Cells[p]; c.Tile && !c.Blank {
			frames = append(frames, &c.Frame)
		}
	}
	seen, err := s.seeBodies(frames)
	return !seen.arePrint(), err
}

// dropPrint takes back what of a board is print beside its tiles.
func (s *search) dropPrint(b *board.Board) error {
	var cells []*board.Cell
	var frames []*face.Frame
	for _, c := range b.List() {
		if c.Tile && !c.Blank {
			cells, frames = append(cells, c), append(frames, &c.Frame)
		}
	}
	seen, err := s.seeBodies(frames)
	if err != nil {
		return err
	}
	for i, c := range cells {
		c.Odds = both(c.Odds, seen.odds(i))
		c.Tile = c.Odds > 0
	}
	return nil
}
