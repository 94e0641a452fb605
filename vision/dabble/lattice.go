package dabble

import (
	"cmp"
	"math"
	"slices"

	"tilewatch/engine"
	"tilewatch/ocr/glyph"
	"tilewatch/vision/blob"
	"tilewatch/vision/geom"
	"tilewatch/vision/homography"
	"tilewatch/vision/parallel"
	"tilewatch/vision/pointgrid"
)

// lattice is a set of candidates that fit a triangular lattice.
type lattice struct {
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

const (
	leastRatio = 0.45 // of a letter's height to its width
	leastSine  = 0.75 // of the angle between a tier and the way to the next
	voteReach  = 0.2  // tiles between a candidate and where a seed expects one
	rowsReach  = 1.9  // of the reach along a tier: neighbors in other tiers
	leastHigh  = 0.2  // of a letter on the lattice, in tiles
	mostHigh   = 0.9
)

// pair are candidates that may be neighbors in a tier.
type pair struct{ a, b int }

// seed is a hypothesis of a lattice: two neighbors in a tier and one in the tier below or above.
type seed struct {
	pair
	c      int
	third  node         // of c; a is 0, 0
	e1, e2 engine.Point // a tile to the right, a row down
	votes  int
}

// similar reports whether two seeds have about the same steps.
func (s *seed) similar(o *seed) bool {
	near := sameWay * math.Hypot(s.e1.X, s.e1.Y)
	return geom.Dist(s.e1, o.e1) < near && geom.Dist(s.e2, o.e2) < near
}

// sameSet reports whether two candidates may be letters of one rack.
func sameSet(a, b *candidate) bool {
	return a.Dark == b.Dark && a.H < sameHigh*b.H && b.H < sameHigh*a.H && blob.ColorGap(a.Ground, b.Ground) < sameTone
}

// classifier reads candidates.
type classifier struct {
	probability func(m int, s *seed) float64 // how much it looks like a letter if its face were that of the seed, 0 to 1
	reject      func(m int) bool             // whether it cannot be a letter, however its face lay
}

// findLattices finds the lattices that accept takes for racks; each candidate belongs to one at most. accept notes in used which candidates are
// explained.
func findLattices(marks []candidate, index *pointgrid.Grid, used []bool, g classifier, accept func(l *lattice) bool) {
	seeds := findSeeds(marks, index)
	letter := letters(marks, seeds, g)
	failed := make([][]*seed, len(marks)) // seeds that were wrong
	least := 2
	if len(marks) >= crowded {
		least = 3
	}
	for i := range seeds {
		s := &seeds[i]
		three := [3]int{s.a, s.b, s.c}
		letters, sure := 0, 0.0
		for _, m := range three {
			if letter[m] {
				letters++
			}
		}
		if letters < least || used[s.a] || used[s.b] || used[s.c] || s.rejected(failed) {
			continue
		}
		for n, m := range three {
			if sure += g.probability(m, s); sure+float64(2-n) < 3*lettered {
				break
			}
		}
		if sure < 3*lettered {
			continue
		}
		l, ok := grow(marks, index, *s, used, letter)
		if ok = ok && accept(&l); !ok && len(marks) < crowded {
			l, ok = grow(marks, index, *s, used, nil)
			ok = ok && accept(&l)
		}
		if !ok {
			for _, m := range three {
				failed[m] = append(failed[m], s)
			}
		}
	}
}

// rejected reports whether the seed, or a similar one, failed before.
func (s *seed) rejected(failed [][]*seed) bool {
	for _, m := range [3]int{s.a, s.b, s.c} {
		if len(failed[m]) > mostFailed || slices.ContainsFunc(failed[m], s.similar) {
			return true
		}
	}
	return false
}

// Cloths have hundreds of candidates that make fine lattices, with more votes than letters have. So each candidate is read under its seeds with most votes,
// and under those with the usual pitch as well.
const (
	looksPerMark = 2
	usualPitch   = 1.75 // from tile to tile, in the letter's height
	oddPitch     = 5.0  // votes that a distance e times as long or as short costs
	lettered     = 0.3
	crowded      = 200 // candidates: from so many on, only those that look like letters seed lattices
)

// priority orders the seeds of a candidate: votes, minus a penalty for an unusual pitch.
func (s *seed) priority(m *candidate) float64 {
	return float64(s.votes) - oddPitch*math.Abs(math.Log(math.Hypot(s.e1.X, s.e1.Y)/(usualPitch*m.H)))
}

// letters are the candidates that read as a letter under one of their best seeds.
func letters(marks []candidate, seeds []seed, g classifier) []bool {
	of := make([][]*seed, len(marks))
	for i := range seeds {
		for _, m := range [3]int{seeds[i].a, seeds[i].b, seeds[i].c} {
			of[m] = append(of[m], &seeds[i])
		}
	}
	for m, mine := range of {
		most := slices.Clone(mine[:min(len(mine), looksPerMark)])
		slices.SortStableFunc(mine, func(a, b *seed) int { return cmp.Compare(b.priority(&marks[m]), a.priority(&marks[m])) })
		of[m] = append(most, distinctSeeds(mine)...)
	}
	yes := make([]bool, len(marks))
	parallel.Do(len(marks), func(m int) {
		if len(marks) >= crowded/2 && len(of[m]) > looksPerMark && g.reject(m) {
			return
		}
		yes[m] = slices.ContainsFunc(of[m], func(s *seed) bool { return g.probability(m, s) > lettered })
	})
	return yes
}

// distinctSeeds are the first few seeds that differ from all before.
func distinctSeeds(all []*seed) []*seed {
	var kept []*seed
	for _, s := range all {
		if !slices.ContainsFunc(kept, s.similar) {
			if kept = append(kept, s); len(kept) == looksPerMark {
				break
			}
		}
	}
	return kept
}

// quad is about where a candidate's face lies under the seed.
func (s *seed) quad(m *candidate) (q glyph.Quad) {
	x, y := geom.Scale(s.e1, faceSide), geom.Scale(s.e2, faceSide/usualRise)
	for i, c := range [4][2]float64{{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}} {
		p := geom.Add(m.At, geom.Add(geom.Scale(x, c[0]+letterLeft), geom.Scale(y, c[1]+letterLeft)))
		q[i] = [2]float64{p.X, p.Y}
	}
	return q
}

// findSeeds are the seeds with the most votes.
func findSeeds(marks []candidate, index *pointgrid.Grid) []seed {
	var seeds []seed
	for a := range marks {
		m := &marks[a]
		if m.H < leastRatio*m.W { // wider than any letter
			continue
		}
		reach := furthest * m.H
		var right, beside []int
		index.Near(m.At, rowsReach*reach, func(b int) {
			if b == a || !sameSet(m, &marks[b]) {
				return
			}
			d := geom.Sub(marks[b].At, m.At)
			long := math.Hypot(d.X, d.Y)
			if turn := math.Atan2(d.Y, d.X); long > nearestStep*m.H && long < reach && math.Abs(turn) < mostTurn {
				right = append(right, b)
			}
			beside = append(beside, b)
		})
		var mine []seed
		for _, b := range right {
			mine = append(mine, seedsOf(marks, pair{a, b}, beside, index)...)
		}
		slices.SortStableFunc(mine, byVotes)
		seeds = append(seeds, mine[:min(len(mine), mostSeeds)]...)
	}
	slices.SortStableFunc(seeds, byVotes)
	return seeds
}

func byVotes(a, b seed) int { return cmp.Compare(b.votes, a.votes) }

// seedsOf are the seeds that begin with a pair.
func seedsOf(marks []candidate, p pair, beside []int, index *pointgrid.Grid) []seed {
	var seeds []seed
	e1 := geom.Sub(marks[p.b].At, marks[p.a].At)
	one := math.Hypot(e1.X, e1.Y)
	for _, c := range beside {
		v := geom.Sub(marks[c].At, marks[p.a].At)
		for _, third := range [4]node{{1, -1}, {1, 1}, {-1, -1}, {-1, 1}} {
			e2 := geom.Scale(geom.Sub(v, geom.Scale(e1, float64(third.col)/2)), float64(third.row))
			two := math.Hypot(e2.X, e2.Y)
			cross := (e1.X*e2.Y - e1.Y*e2.X) / (one * max(two, 1e-9))
			if c == p.b || two < rowStep*one || two > rowReach*one || cross < leastSine {
				continue
			}
			s := seed{pair: p, c: c, third: third, e1: e1, e2: e2}
			s.votes = s.vote(marks, index)
			seeds = append(seeds, s)
		}
	}
	return seeds
}

// neighborhood are the nodes near a seed's three.
var neighborhood = []node{{0, -2}, {0, 4}, {1, -3}, {1, -1}, {1, 1}, {1, 3}, {-1, -1}, {-1, 1}, {-1, 3}, {2, -2}, {2, 0}, {2, 2}, {-2, 0}, {-2, 2}}

// vote counts the candidates that lie where the seed expects some.
func (s *seed) vote(marks []candidate, index *pointgrid.Grid) int {
	n := 0
	first := &marks[s.a]
	reach := voteReach * math.Hypot(s.e1.X, s.e1.Y)
	for _, at := range neighborhood {
		p := geom.Add(first.At, geom.Add(geom.Scale(s.e1, float64(at.col)/2), geom.Scale(s.e2, float64(at.row))))
		if _, ok := nearest(index, p, reach, func(m int) bool { return sameSet(first, &marks[m]) }); ok {
			n++
		}
	}
	return n
}

// grow extends a seed as far as free candidates fit; if it is known which of them read as letters, only to those. The first two rows determine an affine map,
// more rows a homography.
func grow(marks []candidate, index *pointgrid.Grid, s seed, used, letter []bool) (lattice, bool) {
	l := lattice{marks: map[node]int{{0, 0}: s.a, {0, 2}: s.b, s.third: s.c}}
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
				high := marks[m].H / one
				return !used[m] && !mine && (letter == nil || letter[m]) && sameSet(first, &marks[m]) && high > leastHigh && high < mostHigh
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
