package snag

import (
	"cmp"
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/pointgrid"
)

// findLattices grows lattices from the best seeds; that with the most numbers of two digits comes first.
// Only seeds that are numbers, as far as can be read, are tried: a cloth's pattern is as regular as the board.
func findLattices(spots []spot, isNumber func(at, u, v engine.Point) bool) []*lattice {
	g := pointgrid.New(len(spots), 60, func(i int) engine.Point { return spots[i].q })
	seeds := findSeeds(spots, g)
	var found []*lattice
	for n, s := range seeds {
		taken := slices.ContainsFunc(found, func(l *lattice) bool { return l.holds(s.at) })
		if taken || n >= maxTried || len(found) == maxSeeds {
			continue
		}
		if !slices.ContainsFunc(s.steps(), func(t [2]engine.Point) bool { return isNumber(spots[s.at].q, t[0], t[1]) }) {
			continue
		}
		l := grown(spots, g, s)
		found = append(found, l)
		if l.fit >= plenty && l.pairs >= plenty {
			break
		}
	}
	slices.SortStableFunc(found, func(a, b *lattice) int { return cmp.Compare(b.fit+float64(b.pairs), a.fit+float64(a.pairs)) })
	return found
}

// grown grows the seed's lattice, and those whose steps are sheared: seen aslant, a diagonal may be as short as a side.
// The one that is most like the board is kept.
func grown(spots []spot, g *pointgrid.Grid, s seed) *lattice {
	var best *lattice
	for _, steps := range s.steps() {
		t := s
		t.u, t.v = steps[0], steps[1]
		l := grow(spots, g, t)
		for _, i := range l.cells {
			if spots[i].two {
				l.pairs++
			}
		}
		for _, a := range layouts(l) {
			l.fit = max(l.fit, a.fit)
		}
		if best == nil || l.fit+float64(l.pairs) > best.fit+float64(best.pairs) {
			best = l
		}
		if best.fit >= plenty {
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
func findSeeds(spots []spot, g *pointgrid.Grid) []seed {
	var seeds []seed
	for i := range spots {
		if !spots[i].two { // nearly all numbers have two digits, and few patterns of a cloth do
			continue
		}
		if s := seedAt(spots, g, i); s.score >= minSeed {
			seeds = append(seeds, s)
		}
	}
	slices.SortStableFunc(seeds, func(a, b seed) int { return cmp.Compare(b.score, a.score) })
	return seeds
}
