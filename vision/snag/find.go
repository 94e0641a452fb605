package snag

import (
	"cmp"
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/pointgrid"
)

// findLattices grows lattices from the best seeds; that with the most numbers of two digits comes first.
// Only seeds that are numbers, as far as can be read, are tried: a cloth's pattern is as regular as the board.
func findLattices(spots []numeral, isNumber func(at, u, v engine.Point) bool) []*lattice {
	g := pointgrid.New(len(spots), 60, func(i int) engine.Point { return spots[i].undistorted })
	seeds := findSeeds(spots, g)
	var found []*lattice
	for n, s := range seeds {
		taken := slices.ContainsFunc(found, func(l *lattice) bool { return l.holds(s.at) })
		if taken || n >= maxTried || len(found) == maxSeeds {
			continue
		}
		if !slices.ContainsFunc(s.shears(), func(t [2]engine.Point) bool { return isNumber(spots[s.at].undistorted, t[0], t[1]) }) {
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

// grown grows the seed's lattice, and those whose steps are sheared: seen aslant, a diagonal may be as short as a side.
// The one that is most like the board is kept.
func growBest(spots []numeral, g *pointgrid.Grid, s seed) *lattice {
	var best *lattice
	for _, steps := range s.shears() {
		t := s
		t.u, t.v = steps[0], steps[1]
		l := grow(spots, g, t)
		for _, i := range l.cells {
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

const (
	candidates = 12  // nearest spots tried as neighbors
	digitPitch = 7.0 // a pitch has at most so many digit sizes
	seedReach  = 0.2 // of a step: how near a neighbor must lie to where it is expected
	minSeed    = 6   // neighbors
	maxSeeds   = 12
	maxTried   = 800
	plenty     = 52 // numbers of two digits, of the board's 72: enough to look no further
)

// findSeeds are the best seeds of all spots, the best first.
func findSeeds(spots []numeral, g *pointgrid.Grid) []seed {
	var seeds []seed
	for i := range spots {
		if !spots[i].twoDigits { // nearly all numbers have two digits, and few patterns of a cloth do
			continue
		}
		if s := seedAt(spots, g, i); s.score >= minSeed {
			seeds = append(seeds, s)
		}
	}
	slices.SortStableFunc(seeds, func(a, b seed) int { return cmp.Compare(b.score, a.score) })
	return seeds
}
