package dabble

import (
	"math"
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/geom"
	"tilewatch/vision/gridfit"
	"tilewatch/vision/homography"
	"tilewatch/vision/pointgrid"
)

// lattice is a set of candidates that fit a triangular lattice.
type lattice struct {
	quarter
	gridfit.Lattice
}

// node is a place of the triangular lattice: columns count half tiles.
type node = engine.Place

// step is the length of a tile at a node, pixels.
func (l *lattice) step(at node) float64 {
	return geom.Dist(l.At(at.Row, at.Col-1), l.At(at.Row, at.Col+1))
}

// Limits of a lattice: distances in the letter's height, and how much candidates of one lattice differ.
const (
	nearestStep = 1.15               // from one tile's middle to the next
	furthest    = 3.6                // most distance of neighbors
	mostTurn    = 55 * math.Pi / 180 // of a tier against the picture's own rows
	sameHigh    = 1.5                // ratio of heights
	sameTone    = 55.0               // levels of one channel
	rowStep     = 0.5                // least and most from one tier to the next, in tiles
	rowReach    = 1.6
	mostSeeds   = 24   // of each candidate: a checked cloth's squares must not crowd out letters
	leastFit    = 3    // letters of a lattice
	mostFailed  = 12   // failed seeds with a candidate, after which it seeds no more
	sameWay     = 0.15 // of a step, difference of similar seeds' steps
)

// The height of a letter on the lattice, tiles.
const (
	leastHigh = 0.2
	mostHigh  = 0.9
)

// classifier reads candidates.
type classifier struct {
	eitherWay func(m int, s *seed) [2]float64 // how much it looks like a letter on its face under the seed, upright and upside down, 0 to 1
	straight  func(m int) [4]float64          // the same in each quarter, for a face that stands straight in the picture
}

// search looks for lattices among candidates.
type search struct {
	marks  []candidate
	index  *pointgrid.Grid
	used   []bool
	least  int          // letters of a seed's three
	letter [4][]float64 // how likely each candidate is a letter, for each quarter
	failed [][]seed     // seeds with each candidate that were wrong
	accept func(l *lattice) bool
	*classifier
}

// findLattices finds the lattices that accept takes for racks; each candidate belongs to one at most. accept notes in used which candidates are
// explained.
func findLattices(marks []candidate, index *pointgrid.Grid, used []bool, g classifier, accept func(l *lattice) bool) {
	f := search{marks: marks, index: index, used: used, least: 2, failed: make([][]seed, len(marks)), accept: accept, classifier: &g}
	if len(marks) >= crowded {
		f.least = 3
	}
	stance := stanceOf(marks, &g)
	var seeds []seed
	for _, q := range stance.quarters {
		mine := findSeeds(marks, index, q, func(m int) bool { return stance.possible(m, q) })
		seeds = append(seeds, mine...)
		f.letter[q], f.letter[q.opposite()] = letters(marks, q, mine, &stance, &g)
	}
	slices.SortStableFunc(seeds, byVotes)
	for i := range seeds {
		for _, s := range f.ways(&seeds[i]) {
			f.try(&s)
		}
	}
}

// ways are the ways up in which a seed has enough letters, the likelier one first.
func (f *search) ways(s *seed) (ways []seed) {
	var sums []float64
	for _, s := range [2]seed{*s, s.upsideDown()} {
		letters, sum := 0, 0.0
		for _, m := range [3]int{s.a, s.b, s.c} {
			if sum += f.letter[s.quarter][m]; f.letter[s.quarter][m] > lettered {
				letters++
			}
		}
		if letters >= f.least {
			ways, sums = append(ways, s), append(sums, sum)
		}
	}
	if len(ways) == 2 && sums[1] > sums[0] {
		ways[0], ways[1] = ways[1], ways[0]
	}
	return ways
}

// try grows a lattice from a seed.
func (f *search) try(s *seed) {
	three := [3]int{s.a, s.b, s.c}
	if f.used[s.a] || f.used[s.b] || f.used[s.c] || f.rejected(s) {
		return
	}
	sure := 0.0
	for n, m := range three {
		if sure += f.eitherWay(m, s)[0]; sure+float64(2-n) < 3*lettered {
			return
		}
	}
	if sure < 3*lettered {
		return
	}
	letter := func(m int) bool { return f.letter[s.quarter][m] > lettered }
	l, ok := f.grow(s, letter)
	if ok = ok && f.accept(&l); !ok && len(f.marks) < crowded {
		l, ok = f.grow(s, func(int) bool { return true })
		ok = ok && f.accept(&l)
	}
	if !ok {
		for _, m := range three {
			f.failed[m] = append(f.failed[m], *s)
		}
	}
}

// rejected reports whether the seed, or a similar one, failed before.
func (f *search) rejected(s *seed) bool {
	for _, m := range [3]int{s.a, s.b, s.c} {
		if len(f.failed[m]) > mostFailed || slices.ContainsFunc(f.failed[m], func(o seed) bool { return s.similar(&o) }) {
			return true
		}
	}
	return false
}

// grow extends a seed as far as free candidates fit that may be letters.
func (f *search) grow(s *seed, letter func(m int) bool) (l lattice, ok bool) {
	first := &f.marks[s.a]
	l.quarter = s.quarter
	l.Lattice = gridfit.Lattice{Triangular: true, Cells: map[node]int{{}: s.a, s.second: s.b, s.third: s.c}, Map: homography.Affine(first.At, s.e1, s.e2)}
	growth := gridfit.Growth{Points: f.index, Wide: 2 * longest, Fits: func(_ *gridfit.Lattice, _, to node) func(m int) bool {
		one := l.step(to)
		return func(m int) bool {
			high := l.high(&f.marks[m]) / one
			return !f.used[m] && letter(m) && l.sameSet(first, &f.marks[m]) && high > leastHigh && high < mostHigh
		}
	}}
	growth.Grow(&l.Lattice)
	l.fitOutline()
	l.Fit(f.index)
	low, high := l.Bounds()
	return l, len(l.Cells) >= leastFit && low.Row < high.Row
}

// fitOutline keeps what fits the rack of five tiers that holds most. The same candidates are a lattice in several ways, each row shifted by a tile against
// the one above; a rack's outline decides.
func (l *lattice) fitOutline() {
	best, most := map[node]int(nil), -1
	for _, shift := range [3]int{0, -1, 1} {
		turned := lattice{Lattice: gridfit.Lattice{Cells: map[node]int{}}}
		for at, m := range l.Cells {
			turned.Cells[at.Add(node{Col: 2 * shift * at.Row})] = m
		}
		a, n := turned.bestAnchor()
		if n <= most {
			continue
		}
		most, best = n, turned.Cells
		for at := range best {
			if !a.holds(at) {
				delete(best, at)
			}
		}
	}
	l.Cells = best
}

// bestAnchor is the anchor of the rack that holds most candidates.
func (l *lattice) bestAnchor() (best anchor, most int) {
	for _, a := range l.anchors() {
		n := 0
		for at := range l.Cells {
			if a.holds(at) {
				n++
			}
		}
		if n > most {
			best, most = a, n
		}
	}
	return best, most
}

// anchor is where a rack's middle lies on the lattice: its lowest row, and the middle column.
type anchor node

// slot is the k-th node of the tier of that length.
func (a anchor) slot(length, k int) node {
	return node{Row: a.Row - (longest - length), Col: a.Col - (length - 1) + 2*k}
}

// places are all nodes of the rack, the shortest tier's first, from left to right.
func (a anchor) places() []node {
	var all []node
	for length := shortest; length <= longest; length++ {
		for k := range length {
			all = append(all, a.slot(length, k))
		}
	}
	return all
}

// Lengths of the tiers, tiles.
const (
	shortest = 2
	longest  = 6
)

// holds reports whether a node is a place of the rack.
func (a anchor) holds(at node) bool {
	length := longest - (a.Row - at.Row)
	d := at.Col - a.Col
	return at.Row <= a.Row && length >= shortest && abs(d) <= length-1 && (d+length-1)%2 == 0
}

// anchors are all anchors whose rack holds some candidate.
func (l *lattice) anchors() []anchor {
	seen := map[anchor]bool{}
	for at := range l.Cells {
		for length := shortest; length <= longest; length++ {
			for k := range length {
				seen[anchor{at.Row + longest - length, at.Col + length - 1 - 2*k}] = true
			}
		}
	}
	all := make([]anchor, 0, len(seen))
	for a := range seen {
		all = append(all, a)
	}
	slices.SortFunc(all, func(a, b anchor) int { return engine.ComparePlaces(node(a), node(b)) })
	return all
}

func abs(n int) int { return max(n, -n) }
