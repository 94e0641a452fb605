package lattice

import (
	"cmp"
	"maps"
	"slices"

	"tilewatch/engine"
	"tilewatch/vision"
	"tilewatch/vision/geom"
	"tilewatch/vision/homography"
	"tilewatch/vision/letters/candidate"
	"tilewatch/vision/pointgrid"
)

// lattice is a part of a square lattice, seen in perspective, with the marks that stand on it.
type Lattice struct {
	Marks []candidate.Mark
	Cells map[engine.Place]int // index of the mark
	H     homography.Map       // columns and rows to pixels; middles of letters have whole ones
	share float64              // how large the first letter is, in steps
	Rank  float64              // how many letters stand on it as on tiles, by a first glance
}

// seed is a mark with the steps to a neighbor on its right and one below.
type seed struct {
	at    int
	u, v  engine.Point
	score float64 // how many places around it hold a letter of its size
}

// group is all the lattice's places with marks.
func (l *Lattice) group() Group {
	g := Group{}
	for p := range l.Cells {
		g[p] = true
	}
	return g
}

// dark says whether the lattice's letters are darker than their ground.
func (l *Lattice) Dark() bool {
	for _, i := range l.Cells {
		return l.Marks[i].Dark
	}
	return false
}

// high is about how high the lattice's letters are, in steps.
func (l *Lattice) High() float64 { return min(max(0.92*l.size(), 0.3), 0.75) }

// angle is the direction in which marks are read at a place.
func (l *Lattice) Angle(p engine.Place) int {
	at := l.At(p.Row, p.Col)
	return candidate.AngleOf(geom.Sub(l.At(p.Row, p.Col+1), at), geom.Sub(l.At(p.Row+1, p.Col), at))
}

// findSeeds is the best seed of each mark, the best first.
func findSeeds(marks []candidate.Mark, g *pointgrid.Grid) []seed {
	best := make([]seed, len(marks))
	vision.OnAllCores(len(marks), func(i int) { best[i] = seedAt(marks, g, i) })
	seeds := slices.DeleteFunc(best, func(s seed) bool { return s.score < leastSeed })
	slices.SortStableFunc(seeds, func(a, b seed) int { return cmp.Compare(b.score, a.score) })
	return seeds
}

// seedAt is the best pair of steps from a mark.
func seedAt(marks []candidate.Mark, g *pointgrid.Grid, i int) seed {
	best := seed{at: i}
	m := &marks[i]
	var near []int
	g.Near(m.At, mostSteps*m.Long(), func(j int) {
		if k := &marks[j]; j != i && k.Dark == m.Dark && geom.Similar(k.Long(), m.Long(), tiltedSize) && apart(m, k) {
			near = append(near, j)
		}
	})
	slices.SortFunc(near, func(a, b int) int { return cmp.Compare(geom.Dist(marks[a].At, m.At), geom.Dist(marks[b].At, m.At)) })
	near = near[:min(nearest, len(near))]
	for _, a := range near {
		u := geom.Sub(marks[a].At, m.At)
		steps := []engine.Point{{X: -u.Y, Y: u.X}} // of a single row nobody knows the other step: from above it is as long
		for _, b := range near {
			if v := geom.Sub(marks[b].At, m.At); geom.Similar(geom.Length(u), geom.Length(v), tilted) && geom.Cross(u, v) > leastSine*geom.Length(u)*geom.Length(v) {
				steps = append(steps, v)
			}
		}
		for _, v := range steps {
			if s := (seed{i, u, v, 0}); s.count(marks, g) > best.score {
				best = s
			}
		}
	}
	return best
}

// count counts the marks where the steps expect them.
func (s *seed) count(marks []candidate.Mark, g *pointgrid.Grid) float64 {
	m := &marks[s.at]
	step := min(geom.Length(s.u), geom.Length(s.v))
	angle, by := candidate.AngleOf(s.u, s.v), scaleOf(s.u, s.v)
	for row := -seedSpan; row <= seedSpan; row++ {
		for col := -seedSpan; col <= seedSpan; col++ {
			p := geom.Add(m.At, geom.Add(geom.Scale(s.u, float64(col)), geom.Scale(s.v, float64(row))))
			reach := seedReach * step * (1 + float64(max(row, -row, col, -col))/4)
			if j := g.Nearest(p, reach, func(j int) bool { return j != s.at && like(m, &marks[j], by, angle) }); j >= 0 {
				worth := marks[j].Worth(angle)
				if candidate.HueGap(marks[j].Ground, m.Ground) > candidate.KindColor {
					worth *= otherColor
				}
				s.score += worth
			}
		}
	}
	return s.score
}

// like says whether the other may be a letter of the same set, at a scale and in a direction.
func like(m, k *candidate.Mark, by scale, angle int) bool {
	return m.Dark == k.Dark && geom.Similar(by.Share(m), by.Share(k), sameSize) && k.Letter[angle] >= candidate.LeastLetter*candidate.LineWorth
}

// explains says whether the seed is a part of the lattice.
func (l *Lattice) explains(s *seed) bool {
	for p, i := range l.Cells {
		if i == s.at {
			u := geom.Sub(l.At(p.Row, p.Col+1), l.At(p.Row, p.Col))
			v := geom.Sub(l.At(p.Row+1, p.Col), l.At(p.Row, p.Col))
			return isStep(s.u, u, v) && isStep(s.v, u, v)
		}
	}
	return false
}

// isStep says whether a is one step along either side, there or back.
func isStep(a, u, v engine.Point) bool {
	for _, b := range [4]engine.Point{u, v, geom.Scale(u, -1), geom.Scale(v, -1)} {
		if geom.Dist(a, b) < 0.3*geom.Length(b) {
			return true
		}
	}
	return false
}

// at is where a place lies in the picture.
func (l *Lattice) At(row, col int) engine.Point { return l.Point(float64(row), float64(col)) }

// point is where a row and column, whole or not, lie in the picture.
func (l *Lattice) Point(row, col float64) engine.Point {
	return l.H.At(col, row)
}

// pitch is the length of a step at a place, pixels: the smaller of both directions.
func (l *Lattice) Pitch(row, col float64) float64 {
	return min(geom.Dist(l.Point(row, col-0.5), l.Point(row, col+0.5)), geom.Dist(l.Point(row-0.5, col), l.Point(row+0.5, col)))
}

// step is the median pitch of the lattice's marks, pixels.
func (l *Lattice) Step() float64 {
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

const (
	growReach  = 0.25 // of a pitch: how near a mark must lie to where it is expected
	keepReach  = 0.3
	mostWide   = 24 // places a side
	Perspectiv = 10 // marks from which on perspective is fitted
)

// grow gathers all marks that go on with the seed's steps.
func grow(marks []candidate.Mark, g *pointgrid.Grid, s seed) *Lattice {
	at := marks[s.at].At
	l := &Lattice{Marks: marks, Cells: map[engine.Place]int{{}: s.at}, share: scaleOf(s.u, s.v).Share(&marks[s.at])}
	l.H = homography.Affine(at, s.u, s.v)
	for range 30 {
		if !l.extend(g) {
			break
		}
		l.refit()
	}
	return l
}

// extend adds marks up to two places from those that are in; false if there are none.
func (l *Lattice) extend(g *pointgrid.Grid) bool {
	more := map[engine.Place]int{}
	low, high := l.bounds()
	for _, p := range l.Places() {
		angle := l.Angle(p)
		from := l.Cells[p]
		// What the map misses here, it misses nearby.
		off := geom.Sub(l.Marks[from].At, l.At(p.Row, p.Col))
		for row := -2; row <= 2; row++ {
			for col := -2; col <= 2; col++ {
				q := p.Add(engine.Place{Row: row, Col: col})
				_, in := l.Cells[q]
				_, told := more[q]
				if in || told || max(high.Row, q.Row)-min(low.Row, q.Row) >= mostWide || max(high.Col, q.Col)-min(low.Col, q.Col) >= mostWide {
					continue
				}
				want := geom.Add(l.At(q.Row, q.Col), geom.Scale(off, 0.4))
				pitch := l.Pitch(float64(q.Row), float64(q.Col))
				by := l.Scale(q)
				fits := func(j int) bool { // what is as large as a whole tile is none's letter
					return like(&l.Marks[from], &l.Marks[j], by, angle) && geom.Similar(by.Share(&l.Marks[j]), l.share, sameSize)
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

// places are the lattice's places with marks, by row, then column.
func (l *Lattice) Places() []engine.Place {
	list := make([]engine.Place, 0, len(l.Cells))
	for p := range l.Cells {
		list = append(list, p)
	}
	slices.SortFunc(list, engine.ComparePlaces)
	return list
}

// refit fits the map to all marks, and drops those it does not explain.
func (l *Lattice) refit() {
	var pairs []homography.Pair
	low, high := l.bounds()
	for _, p := range l.Places() {
		at := l.Marks[l.Cells[p]].At
		pairs = append(pairs, homography.Pair{X: float64(p.Col), Y: float64(p.Row), At: at, Weight: 1})
	}
	if low.Row == high.Row || low.Col == high.Col || len(pairs) < 4 {
		return
	}
	small := min(high.Row-low.Row, high.Col-low.Col)
	h, ok := homography.Fit(pairs, len(pairs) >= Perspectiv && small >= 3)
	if !ok {
		return
	}
	l.H = h
	for p, i := range l.Cells {
		if geom.Dist(l.At(p.Row, p.Col), l.Marks[i].At) > keepReach*l.Pitch(float64(p.Row), float64(p.Col)) {
			delete(l.Cells, p)
		}
	}
}

// size is how large the lattice's letters are, in steps, the median.
func (l *Lattice) size() float64 {
	var sizes []float64
	for p, i := range l.Cells {
		sizes = append(sizes, l.Scale(p).Share(&l.Marks[i]))
	}
	slices.Sort(sizes)
	return sizes[len(sizes)/2]
}

// scale is that of a place of the lattice.
func (l *Lattice) Scale(p engine.Place) scale {
	row, col := float64(p.Row), float64(p.Col)
	return scaleOf(geom.Sub(l.Point(row, col+0.5), l.Point(row, col-0.5)), geom.Sub(l.Point(row+0.5, col), l.Point(row-0.5, col)))
}
