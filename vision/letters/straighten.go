package letters

import (
	"tilewatch/engine"
	"tilewatch/vision/geom"
	"tilewatch/vision/homography"
	"tilewatch/vision/letters/board"
	"tilewatch/vision/letters/lattice"
)

// Far from the tiles that a lattice was fitted to, letters on its places stand aside.
const (
	asideReach = 0.45 // steps from their places, at most
	asideLeast = 3    // letters
	asideMean  = 0.2  // mean of how far they stand aside, from which on the lattice is fitted again
)

// straighten fits a lattice again that has drifted: letters off the structure stand aside of its places, and one homography explains them and the structure.
// It keeps what makes a better board.
func (s *search) straighten(b *board.Board) error {
	before, cells, turn, high, score := b.Map, b.Cells, b.Turn, b.LetterHeight, b.Score
	for range mostStraightened {
		aside := s.aside(b)
		if len(aside) < asideLeast {
			return nil
		}
		worth := b.Worth()
		b.Refine(aside...)
		if err := s.reread(b); err != nil {
			return err
		}
		if b.Worth() < worth {
			b.Map, b.Cells, b.Turn, b.LetterHeight, b.Score = before, cells, turn, high, score
			return nil
		}
		before, cells, turn, high, score = b.Map, b.Cells, b.Turn, b.LetterHeight, b.Score
	}
	return nil
}

// mostStraightened limits how often a lattice is fitted again.
const mostStraightened = 2

// aside are the letters on places off the structure, if they stand aside and one homography explains them and the structure.
func (s *search) aside(b *board.Board) []homography.Pair {
	k, linked := styleOf(b), b.Structure()
	at := map[engine.Place]homography.Pair{}
	off := 0.0
	for i := range b.Candidates {
		m := &b.Candidates[i]
		q, ok := b.Within(m.At, asideReach)
		if !ok || linked[q] || b.Cells[q] == nil || m.Body < evenRatio || !k.fits(m) || !k.hasSizeAndColor(m) || b.Astray(m, q) {
			continue
		}
		if _, taken := at[q]; !taken { // by one with more contrast
			at[q] = homography.Pair{X: float64(q.Col), Y: float64(q.Row), At: m.At, Weight: 1}
		}
	}
	var pairs []homography.Pair
	for _, c := range b.List() {
		p, ok := at[c.Place]
		if ok {
			off += geom.Dist(b.At(c.Place.Row, c.Place.Col), p.At) / b.Pitch(p.Y, p.X)
			pairs = append(pairs, p)
		}
	}
	if off < asideMean*float64(len(pairs)) {
		return nil
	}
	all := pairs
	for _, q := range linked.Places() {
		if i, ok := b.Lattice.Cells[q]; ok {
			all = append(all, homography.Pair{X: float64(q.Col), Y: float64(q.Row), At: b.Candidates[i].At, Weight: 1})
		}
	}
	if h, ok := homography.Fit(all, len(all) >= lattice.LeastPerspective); !ok || residual(b, &h, all) > joinRest {
		return nil
	}
	return pairs
}
