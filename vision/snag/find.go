package snag

import (
	"cmp"
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/pointgrid"
)

// findLattices grows lattices from the best seeds; the one with the most numbers of two digits comes first. A seed must be readable as a number:
// a cloth's pattern is as regular as the board.
func findLattices(spots []numeral, isNumber func(at, u, v engine.Point) bool) []*lattice {
	g := pointgrid.New(len(spots), 60, func(i int) engine.Point { return spots[i].undistorted })
	seeds := findSeeds(spots, g)
	var found []*lattice
	for n, s := range seeds {
		taken := slices.ContainsFunc(found, func(l *lattice) bool { return l.holds(s.At) })
		if taken || n >= maxTried || len(found) == maxSeeds {
			continue
		}
		if !slices.ContainsFunc(s.shears(), func(t [2]engine.Point) bool { return isNumber(spots[s.At].undistorted, t[0], t[1]) }) {
			continue
		}
		l := growBest(spots, g, s)
		found = append(found, l)
		if l.boardFit >= plenty && l.twoDigits >= plenty {
			break
		}
	}
	slices.SortStableFunc(found, func(a, b *lattice) int {
		return cmp.Compare(b.boardFit+float64(b.twoDigits), a.boardFit+float64(a.twoDigits))
	})
	return found
}

// growBest grows the seed's lattice and those with sheared steps, and keeps the one most like the board: in a slanted view a diagonal may be as short
// as a side.
func growBest(spots []numeral, g *pointgrid.Grid, s seed) *lattice {
	var best *lattice
	for _, steps := range s.shears() {
		t := s
		t.U, t.V = steps[0], steps[1]
		l := grow(spots, g, t)
		for _, i := range l.Cells {
			if spots[i].twoDigits {
				l.twoDigits++
			}
		}
		for _, a := range layouts(l) {
			l.boardFit = max(l.boardFit, a.fit)
		}
		if best == nil || l.boardFit+float64(l.twoDigits) > best.boardFit+float64(best.twoDigits) {
			best = l
		}
		if best.boardFit >= plenty {
			break
		}
	}
	return best
}

// Limits of seeds and of the search.
const (
	digitPitch = 7.0 // digit sizes in a pitch, at most
	minSeed    = 6   // neighbors
	maxSeeds   = 12
	maxTried   = 800 // seeds
	plenty     = 52  // numbers of two digits, of the board's 72, that end the search
)

// findSeeds are the best seeds of all numerals, the best first.
func findSeeds(spots []numeral, g *pointgrid.Grid) []seed {
	var seeds []seed
	seeder := seederOf(spots, g)
	for i := range spots {
		if !spots[i].twoDigits { // nearly all numbers have two digits, and few patterns of a cloth do
			continue
		}
		if s := seeder.Best(i); s.Votes >= minSeed {
			seeds = append(seeds, seed(s))
		}
	}
	slices.SortStableFunc(seeds, func(a, b seed) int { return cmp.Compare(b.Votes, a.Votes) })
	return seeds
}
