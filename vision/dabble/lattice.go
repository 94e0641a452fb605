package dabble

import (
	"cmp"
	"math"
	"slices"

	"tilewatch/vision/geom"
	"tilewatch/vision/homography"
	"tilewatch/vision/pointgrid"
)

// lattice is a set of candidates that fit a triangular lattice.
type lattice struct {
	quarter
	marks   map[node]int // index of the candidate at each node
	nodeMap nodeMap      // from nodes to pixels: (col/2, row)
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
	offNode     = 0.27 // how far a letter's middle may lie from its tile's, in tiles
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
	l, ok := grow(f.marks, f.index, *s, f.used, letter)
	if ok = ok && f.accept(&l); !ok && len(f.marks) < crowded {
		l, ok = grow(f.marks, f.index, *s, f.used, func(int) bool { return true })
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

// grow extends a seed as far as free candidates fit that may be letters. The first two rows determine an affine map,
// more rows a homography.
func grow(marks []candidate, index *pointgrid.Grid, s seed, used []bool, letter func(m int) bool) (lattice, bool) {
	l := lattice{quarter: s.quarter, marks: map[node]int{{0, 0}: s.a, s.second: s.b, s.third: s.c}}
	first := &marks[s.a]
	for range 12 {
		l.fit(marks)
		before := len(l.marks)
		taken := map[int]node{}
		for at, m := range l.marks {
			taken[m] = at
		}
		for _, at := range l.frontier() {
			here := l.localMap(marks, at)
			p, one := here.at(at), here.step(at)
			if !(one > 1) {
				continue
			}
			m, ok := nearest(index, p, offNode*one, func(m int) bool {
				_, mine := taken[m]
				high := l.high(&marks[m]) / one
				return !used[m] && !mine && letter(m) && l.sameSet(first, &marks[m]) && high > leastHigh && high < mostHigh
			})
			if ok {
				l.marks[at] = m
				taken[m] = at
			}
		}
		l.dropOutliers(marks)
		if len(l.marks) == before {
			break
		}
	}
	l.fitOutline()
	l.fit(marks)
	return l, len(l.marks) >= leastFit && l.rows() >= 2
}

// frontier are the free nodes near taken ones, two steps wide: a blank or an empty place has no candidate.
func (l *lattice) frontier() []node {
	seen := map[node]bool{}
	for at := range l.marks {
		for _, step := range []node{{0, 2}, {0, -2}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}, {0, 4}, {0, -4}, {2, 0}, {-2, 0}, {1, 3}, {1, -3}, {-1, 3}, {-1, -3}} {
			next := node{at.row + step.row, at.col + step.col}
			if _, ok := l.marks[next]; !ok {
				seen[next] = true
			}
		}
	}
	all := make([]node, 0, len(seen))
	for at := range seen {
		all = append(all, at)
	}
	slices.SortFunc(all, func(a, b node) int { return cmp.Or(cmp.Compare(a.row, b.row), cmp.Compare(a.col, b.col)) })
	return all
}

// nodes are the lattice's nodes, by row, then column.
func (l *lattice) nodes() []node {
	all := make([]node, 0, len(l.marks))
	for at := range l.marks {
		all = append(all, at)
	}
	slices.SortFunc(all, func(a, b node) int { return cmp.Or(cmp.Compare(a.row, b.row), cmp.Compare(a.col, b.col)) })
	return all
}

// rows is the number of rows with candidates.
func (l *lattice) rows() int {
	seen := map[int]bool{}
	for at := range l.marks {
		seen[at.row] = true
	}
	return len(seen)
}

// fit fits the map to the candidates.
func (l *lattice) fit(marks []candidate) {
	var pairs []homography.Pair
	for _, at := range l.nodes() {
		x, y := at.plane()
		pairs = append(pairs, homography.Pair{X: x, Y: y, At: marks[l.marks[at]].At, Weight: 1})
	}
	l.nodeMap = fitMap(pairs, l.perspective())
}

// localMap is the map near a node: while the whole map is affine, the nearest candidates weigh most (Gaussian weights).
func (l *lattice) localMap(marks []candidate, at node) nodeMap {
	if l.perspective() || len(l.marks) < 4 {
		return l.nodeMap
	}
	var pairs []homography.Pair
	for _, n := range l.nodes() {
		dx, dy := float64(n.col-at.col)/2, float64(n.row-at.row)
		x, y := n.plane()
		weight := math.Exp(-(dx*dx+dy*dy)/(2*nearby*nearby)) + 1e-2
		pairs = append(pairs, homography.Pair{X: x, Y: y, At: marks[l.marks[n]].At, Weight: weight})
	}
	return fitMap(pairs, false)
}

// nearby is the standard deviation of those weights, in tiles.
const nearby = 1.3 // tiles

// perspective reports whether there are enough candidates for more than an affine map.
func (l *lattice) perspective() bool { return len(l.marks) >= 9 && l.rows() >= 3 }

// dropOutliers drops candidates that lie too far from where the map has their nodes.
func (l *lattice) dropOutliers(marks []candidate) {
	if !l.perspective() {
		return
	}
	l.fit(marks)
	for at, m := range l.marks {
		if geom.Dist(l.nodeMap.at(at), marks[m].At) > offNode*l.nodeMap.step(at) {
			delete(l.marks, at)
		}
	}
}

// fitOutline keeps what fits the rack of five tiers that holds most. The same candidates are a lattice in several ways, each row shifted by a tile against
// the one above; a rack's outline decides.
func (l *lattice) fitOutline() {
	best, most := map[node]int(nil), -1
	for _, shift := range [3]int{0, -1, 1} {
		turned := lattice{marks: map[node]int{}}
		for at, m := range l.marks {
			turned.marks[node{at.row, at.col + 2*shift*at.row}] = m
		}
		a, n := turned.bestAnchor()
		if n <= most {
			continue
		}
		most, best = n, turned.marks
		for at := range best {
			if !a.holds(at) {
				delete(best, at)
			}
		}
	}
	l.marks = best
}

// bestAnchor is the anchor of the rack that holds most candidates.
func (l *lattice) bestAnchor() (best anchor, most int) {
	for _, a := range l.anchors() {
		n := 0
		for at := range l.marks {
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
type anchor struct{ row, col int }

// slot is the k-th node of the tier of that length.
func (a anchor) slot(length, k int) node {
	return node{a.row - (longest - length), a.col - (length - 1) + 2*k}
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
	length := longest - (a.row - at.row)
	d := at.col - a.col
	return at.row <= a.row && length >= shortest && abs(d) <= length-1 && (d+length-1)%2 == 0
}

// anchors are all anchors whose rack holds some candidate.
func (l *lattice) anchors() []anchor {
	seen := map[anchor]bool{}
	for at := range l.marks {
		for length := shortest; length <= longest; length++ {
			for k := range length {
				seen[anchor{at.row + longest - length, at.col + length - 1 - 2*k}] = true
			}
		}
	}
	all := make([]anchor, 0, len(seen))
	for a := range seen {
		all = append(all, a)
	}
	slices.SortFunc(all, func(a, b anchor) int { return cmp.Or(cmp.Compare(a.row, b.row), cmp.Compare(a.col, b.col)) })
	return all
}

func abs(n int) int { return max(n, -n) }
