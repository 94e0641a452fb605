package lattice

import (
	"cmp"
	"maps"
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/geom"
	"tilewatch/vision/homography"
	"tilewatch/vision/letters/candidate"
	"tilewatch/vision/parallel"
	"tilewatch/vision/pointgrid"
)

// Lattice is a square lattice in perspective, with the candidates on it.
type Lattice struct {
	Candidates []candidate.Candidate
	Cells      map[engine.Place]int // index of the candidate at each place
	Map        homography.Map       // from columns and rows to pixels; letters' middles have whole ones
	letterSize float64              // of the seed's letter, in steps
	Rank       float64              // how many letters stand on it as on tiles, by a first glance
}

// seed is a hypothesis of a lattice: a candidate, and the steps to a neighbor right of it and to one below.
type seed struct {
	at    int
	u, v  engine.Point
	score float64 // weight of the candidates around it that fit
}

// all are the lattice's places.
func (l *Lattice) all() Group {
	g := Group{}
	for p := range l.Cells {
		g[p] = true
	}
	return g
}

// DarkInk reports whether the lattice's letters are darker than their ground.
func (l *Lattice) DarkInk() bool {
	for _, i := range l.Cells {
		return l.Candidates[i].Dark
	}
	return false
}

// LetterHeight is about the height of the lattice's letters, in steps.
func (l *Lattice) LetterHeight() float64 { return min(max(0.92*l.medianSize(), 0.3), 0.75) }

// Direction is the direction in which candidates are read at a place.
func (l *Lattice) Direction(p engine.Place) int {
	at := l.At(p.Row, p.Col)
	return candidate.DirectionOf(geom.Sub(l.At(p.Row, p.Col+1), at), geom.Sub(l.At(p.Row+1, p.Col), at))
}

// findSeeds are the best seeds of all candidates, the best first.
func findSeeds(marks []candidate.Candidate, g *pointgrid.Grid) []seed {
	best := make([]seed, len(marks))
	parallel.Do(len(marks), func(i int) { best[i] = seedAt(marks, g, i) })
	seeds := slices.DeleteFunc(best, func(s seed) bool { return s.score < leastSeed })
	slices.SortStableFunc(seeds, func(a, b seed) int { return cmp.Compare(b.score, a.score) })
	return seeds
}

// seedAt is the best seed at a candidate.
func seedAt(marks []candidate.Candidate, g *pointgrid.Grid, i int) seed {
	best := seed{at: i}
	m := &marks[i]
	var near []int
	g.Near(m.At, mostStep*m.Long(), func(j int) {
		if k := &marks[j]; j != i && k.Dark == m.Dark && geom.Similar(k.Long(), m.Long(), mostTiltedRatio) && clear(m, k) {
			near = append(near, j)
		}
	})
	slices.SortFunc(near, func(a, b int) int { return cmp.Compare(geom.Dist(marks[a].At, m.At), geom.Dist(marks[b].At, m.At)) })
	near = near[:min(mostNeighbors, len(near))]
	for _, a := range near {
		u := geom.Sub(marks[a].At, m.At)
		steps := []engine.Point{{X: -u.Y, Y: u.X}} // of a single row nobody knows the other step: from above it is as long
		for _, b := range near {
			if v := geom.Sub(marks[b].At, m.At); geom.Similar(geom.Length(u), geom.Length(v), mostStepRatio) && geom.Cross(u, v) > leastSine*geom.Length(u)*geom.Length(v) {
				steps = append(steps, v)
			}
		}
		for _, v := range steps {
			if s := (seed{i, u, v, 0}); s.vote(marks, g) > best.score {
				best = s
			}
		}
	}
	return best
}

// vote sums the candidates that lie where the steps expect them, and returns the score.
func (s *seed) vote(marks []candidate.Candidate, g *pointgrid.Grid) float64 {
	m := &marks[s.at]
	step := min(geom.Length(s.u), geom.Length(s.v))
	angle, by := candidate.DirectionOf(s.u, s.v), footprintOf(s.u, s.v)
	for row := -seedSpan; row <= seedSpan; row++ {
		for col := -seedSpan; col <= seedSpan; col++ {
			p := geom.Add(m.At, geom.Add(geom.Scale(s.u, float64(col)), geom.Scale(s.v, float64(row))))
			reach := seedReach * step * (1 + float64(max(row, -row, col, -col))/4)
			if j := g.Nearest(p, reach, func(j int) bool { return j != s.at && sameSet(m, &marks[j], by, angle) }); j >= 0 {
				worth := marks[j].Score(angle)
				if candidate.ColorDistance(marks[j].Ground, m.Ground) > candidate.SameColor {
					worth *= otherColorScore
				}
				s.score += worth
			}
		}
	}
	return s.score
}

// sameSet reports whether two candidates may be letters of one set, at a scale and in a direction.
func sameSet(m, k *candidate.Candidate, by Footprint, angle int) bool {
	return m.Dark == k.Dark && geom.Similar(by.Size(m), by.Size(k), mostSizeRatio) && k.Letter[angle] >= candidate.LeastProbability*candidate.BarWorth
}

// explains reports whether the seed is a part of the lattice.
func (l *Lattice) explains(s *seed) bool {
	for p, i := range l.Cells {
		if i == s.at {
			u, v := l.step(p, 0, 1), l.step(p, 1, 0)
			return sameStep(s.u, u, v) && sameStep(s.v, u, v)
		}
	}
	return false
}

// sameStep reports whether a is a step along either axis, forward or backward.
func sameStep(a, u, v engine.Point) bool {
	for _, b := range [4]engine.Point{u, v, geom.Scale(u, -1), geom.Scale(v, -1)} {
		if geom.Dist(a, b) < stepOff*geom.Length(b) {
			return true
		}
	}
	return false
}

// At is where a place lies in the picture.
func (l *Lattice) At(row, col int) engine.Point { return l.Point(float64(row), float64(col)) }

// Point is where a row and column, whole or not, lie in the picture.
func (l *Lattice) Point(row, col float64) engine.Point {
	return l.Map.At(col, row)
}

// Pitch is the length of a step at a place, pixels: the shorter of both axes.
func (l *Lattice) Pitch(row, col float64) float64 {
	return min(geom.Dist(l.Point(row, col-0.5), l.Point(row, col+0.5)), geom.Dist(l.Point(row-0.5, col), l.Point(row+0.5, col)))
}

// MedianPitch is the median pitch of the lattice's places, pixels.
func (l *Lattice) MedianPitch() float64 {
	var pitches []float64
	for p := range l.Cells {
		pitches = append(pitches, l.Pitch(float64(p.Row), float64(p.Col)))
	}
	if len(pitches) == 0 {
		return 0
	}
	slices.Sort(pitches)
	return pitches[len(pitches)/2]
}

// Limits of growing.
const (
	growReach        = 0.25 // pitches between a candidate and its expected place
	keepReach        = 0.3  // pitches between a candidate and its place after the fit
	mostWide         = 24   // places along each axis
	LeastPerspective = 10   // candidates; fewer determine an affine map only
)

// grow extends a seed to all candidates that continue its steps.
func grow(marks []candidate.Candidate, g *pointgrid.Grid, s seed) *Lattice {
	at := marks[s.at].At
	l := &Lattice{Candidates: marks, Cells: map[engine.Place]int{{}: s.at}, letterSize: footprintOf(s.u, s.v).Size(&marks[s.at])}
	l.Map = homography.Affine(at, s.u, s.v)
	for range 30 {
		if !l.extend(g) {
			break
		}
		l.refit()
	}
	return l
}

// extend adds candidates up to two steps from the lattice's; false if there are none.
func (l *Lattice) extend(g *pointgrid.Grid) bool {
	more := map[engine.Place]int{}
	low, high := l.bounds()
	for _, p := range l.Places() {
		angle := l.Direction(p)
		from := l.Cells[p]
		// What the map misses here, it misses nearby.
		off := geom.Sub(l.Candidates[from].At, l.At(p.Row, p.Col))
		for row := -2; row <= 2; row++ {
			for col := -2; col <= 2; col++ {
				q := p.Add(engine.Place{Row: row, Col: col})
				_, in := l.Cells[q]
				_, added := more[q]
				if in || added || max(high.Row, q.Row)-min(low.Row, q.Row) >= mostWide || max(high.Col, q.Col)-min(low.Col, q.Col) >= mostWide {
					continue
				}
				want := geom.Add(l.At(q.Row, q.Col), geom.Scale(off, 0.4))
				pitch := l.Pitch(float64(q.Row), float64(q.Col))
				by := l.Footprint(q)
				fits := func(j int) bool { // a mark as large as a whole tile is not a letter
					return sameSet(&l.Candidates[from], &l.Candidates[j], by, angle) && geom.Similar(by.Size(&l.Candidates[j]), l.letterSize, mostSizeRatio)
				}
				if i := g.Nearest(want, growReach*pitch, fits); i >= 0 {
					more[q] = i
				}
			}
		}
	}
	for q, i := range more {
		l.Cells[q] = i
	}
	return len(more) > 0
}

func (l *Lattice) bounds() (low, high engine.Place) { return engine.Bounds(maps.Keys(l.Cells)) }

// Places are the lattice's places, by row, then column.
func (l *Lattice) Places() []engine.Place {
	return slices.SortedFunc(maps.Keys(l.Cells), engine.ComparePlaces)
}

// refit fits the map to all candidates, and drops outliers.
func (l *Lattice) refit() {
	var pairs []homography.Pair
	low, high := l.bounds()
	for _, p := range l.Places() {
		at := l.Candidates[l.Cells[p]].At
		pairs = append(pairs, homography.Pair{X: float64(p.Col), Y: float64(p.Row), At: at, Weight: 1})
	}
	if low.Row == high.Row || low.Col == high.Col || len(pairs) < 4 {
		return
	}
	small := min(high.Row-low.Row, high.Col-low.Col)
	h, ok := homography.Fit(pairs, len(pairs) >= LeastPerspective && small >= 3)
	if !ok {
		return
	}
	l.Map = h
	for p, i := range l.Cells {
		if geom.Dist(l.At(p.Row, p.Col), l.Candidates[i].At) > keepReach*l.Pitch(float64(p.Row), float64(p.Col)) {
			delete(l.Cells, p)
		}
	}
}

// medianSize is the median size of the lattice's letters, in steps.
func (l *Lattice) medianSize() float64 {
	var sizes []float64
	for p, i := range l.Cells {
		sizes = append(sizes, l.Footprint(p).Size(&l.Candidates[i]))
	}
	slices.Sort(sizes)
	return sizes[len(sizes)/2]
}

// Footprint is that of a place.
func (l *Lattice) Footprint(p engine.Place) Footprint {
	row, col := float64(p.Row), float64(p.Col)
	return footprintOf(geom.Sub(l.Point(row, col+0.5), l.Point(row, col-0.5)), geom.Sub(l.Point(row+0.5, col), l.Point(row-0.5, col)))
}

// stepOff is how far a step may lie off another to be the same, a share of its length. Hand-set; a half would meet the next one.
const stepOff = 0.3
