package lattice

import (
	"math"
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/blob"
	"tilewatch/vision/geom"
	"tilewatch/vision/gridfit"
	"tilewatch/vision/homography"
	"tilewatch/vision/pointgrid"
)

// Lattice is a set of candidates that fit a triangular lattice.
type Lattice struct {
	Quarter
	gridfit.Lattice
}

// Node is a place of the triangular lattice: columns count half tiles.
type Node = engine.Place

// Step is the length of a tile at a node, pixels.
func (l *Lattice) Step(at Node) float64 {
	return geom.Dist(l.At(at.Row, at.Col-1), l.At(at.Row, at.Col+1))
}

// Limits of a lattice: distances in the letter's height, and how much candidates of one lattice differ.
const (
	nearestStep = 1.15               // from one tile's middle to the next
	furthest    = 3.6                // most distance of neighbors
	mostTurn    = 55 * math.Pi / 180 // of a tier against the picture's own rows
	sameHigh    = 1.5                // ratio of heights
	sameTone    = 55.0               // levels of one channel
	mostSeeds   = 24                 // of each candidate: a checked cloth's squares must not crowd out letters
	LeastFit    = 3                  // letters of a lattice
	mostFailed  = 12                 // failed seeds with a candidate, after which it seeds no more
	sameWay     = 0.15               // of a step, difference of similar seeds' steps
)

// The height of a letter on the lattice, tiles.
const (
	LeastHigh = 0.2
	MostHigh  = 0.9
)

// Classifier reads candidates.
type Classifier struct {
	EitherWay func(m int, s *Seed) [2]float64 // how much it looks like a letter on its face under the seed, upright and upside down, 0 to 1
	Straight  func(m int) [4]float64          // the same in each quarter, for a face that stands straight in the picture
}

// search looks for lattices among candidates.
type search struct {
	marks  []blob.Blob
	index  *pointgrid.Grid
	used   []bool
	least  int          // letters of a seed's three
	letter [4][]float64 // how likely each candidate is a letter, for each quarter
	failed [][]Seed     // seeds with each candidate that were wrong
	accept func(l *Lattice) bool
	*Classifier
}

// Find finds the lattices that accept takes for racks; each candidate belongs to one at most. accept notes in used which candidates are
// explained.
func Find(marks []blob.Blob, index *pointgrid.Grid, used []bool, g Classifier, accept func(l *Lattice) bool) {
	f := search{marks: marks, index: index, used: used, least: 2, failed: make([][]Seed, len(marks)), accept: accept, Classifier: &g}
	if len(marks) >= crowded {
		f.least = 3
	}
	stance := stanceOf(marks, &g)
	var seeds []Seed
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
func (f *search) ways(s *Seed) (ways []Seed) {
	var sums []float64
	for _, s := range [2]Seed{*s, s.upsideDown()} {
		letters, sum := 0, 0.0
		for _, m := range s.points() {
			if sum += f.letter[s.Quarter][m]; f.letter[s.Quarter][m] > Lettered {
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
func (f *search) try(s *Seed) {
	three := s.points()
	if f.used[s.At] || f.used[s.Next] || f.used[s.Third] || f.rejected(s) {
		return
	}
	sure := 0.0
	for n, m := range three {
		if sure += f.EitherWay(m, s)[0]; sure+float64(2-n) < 3*Lettered {
			return
		}
	}
	if sure < 3*Lettered {
		return
	}
	letter := func(m int) bool { return f.letter[s.Quarter][m] > Lettered }
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
func (f *search) rejected(s *Seed) bool {
	for _, m := range s.points() {
		if len(f.failed[m]) > mostFailed || slices.ContainsFunc(f.failed[m], func(o Seed) bool { return s.similar(&o) }) {
			return true
		}
	}
	return false
}

// grow extends a seed as far as free candidates fit that may be letters.
func (f *search) grow(s *Seed, letter func(m int) bool) (l Lattice, ok bool) {
	first := &f.marks[s.At]
	l.Quarter = s.Quarter
	l.Lattice = gridfit.Lattice{Triangular: true, Cells: map[Node]int{{}: s.At, {Col: 2}: s.Next, s.Beside: s.Third}, Map: homography.Affine(first.At, s.U, s.V)}
	growth := gridfit.Growth{Points: f.index, Wide: 2 * Longest, Fits: func(_ *gridfit.Lattice, _, to Node) func(m int) bool {
		one := l.Step(to)
		return func(m int) bool {
			high := l.High(&f.marks[m]) / one
			return !f.used[m] && letter(m) && l.SameSet(first, &f.marks[m]) && high > LeastHigh && high < MostHigh
		}
	}}
	growth.Grow(&l.Lattice)
	l.FitOutline()
	l.Fit(f.index)
	low, high := l.Bounds()
	return l, len(l.Cells) >= LeastFit && low.Row < high.Row
}

// FitOutline keeps what fits the rack of five tiers that holds most. The same candidates are a lattice in several ways, each row shifted by a tile against
// the one above; a rack's outline decides.
func (l *Lattice) FitOutline() {
	best, most := map[Node]int(nil), -1
	for _, shift := range [3]int{0, -1, 1} {
		turned := Lattice{Lattice: gridfit.Lattice{Cells: map[Node]int{}}}
		for at, m := range l.Cells {
			turned.Cells[at.Add(Node{Col: 2 * shift * at.Row})] = m
		}
		a, n := turned.bestAnchor()
		if n <= most {
			continue
		}
		most, best = n, turned.Cells
		for at := range best {
			if !a.Holds(at) {
				delete(best, at)
			}
		}
	}
	l.Cells = best
}

// bestAnchor is the anchor of the rack that holds most candidates.
func (l *Lattice) bestAnchor() (best Anchor, most int) {
	for _, a := range l.Anchors() {
		n := 0
		for at := range l.Cells {
			if a.Holds(at) {
				n++
			}
		}
		if n > most {
			best, most = a, n
		}
	}
	return best, most
}

// Anchor is where a rack's middle lies on the lattice: its lowest row, and the middle column.
type Anchor Node

// Slot is the k-th node of the tier of that length.
func (a Anchor) Slot(length, k int) Node {
	return Node{Row: a.Row - (Longest - length), Col: a.Col - (length - 1) + 2*k}
}

// Places are all nodes of the rack, the shortest tier's first, from left to right.
func (a Anchor) Places() []Node {
	var all []Node
	for length := Shortest; length <= Longest; length++ {
		for k := range length {
			all = append(all, a.Slot(length, k))
		}
	}
	return all
}

// Holds reports whether a node is a place of the rack.
func (a Anchor) Holds(at Node) bool {
	length := Longest - (a.Row - at.Row)
	d := at.Col - a.Col
	return at.Row <= a.Row && length >= Shortest && abs(d) <= length-1 && (d+length-1)%2 == 0
}

// Anchors are all anchors whose rack holds some candidate.
func (l *Lattice) Anchors() []Anchor {
	seen := map[Anchor]bool{}
	for at := range l.Cells {
		for length := Shortest; length <= Longest; length++ {
			for k := range length {
				seen[Anchor{at.Row + Longest - length, at.Col + length - 1 - 2*k}] = true
			}
		}
	}
	all := make([]Anchor, 0, len(seen))
	for a := range seen {
		all = append(all, a)
	}
	slices.SortFunc(all, func(a, b Anchor) int { return engine.ComparePlaces(Node(a), Node(b)) })
	return all
}

func abs(n int) int { return max(n, -n) }
