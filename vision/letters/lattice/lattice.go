package lattice

import (
	"cmp"
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/geom"
	"tilewatch/vision/gridfit"
	"tilewatch/vision/homography"
	"tilewatch/vision/letters/candidate"
	"tilewatch/vision/parallel"
	"tilewatch/vision/pointgrid"
)

// Lattice is a square lattice in perspective, with the candidates on it.
type Lattice struct {
	gridfit.Lattice
	Candidates []candidate.Candidate
	letterSize float64 // of the seed's letter, in steps
	Rank       float64 // how many letters stand on it as on tiles, by a first glance
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

// mostWide is how many places a lattice has along each axis, at most.
const mostWide = 24

// LeastPerspective is the number of candidates that determine a homography; fewer determine an affine map only.
const LeastPerspective = 10

// grow extends a seed to all candidates that continue its steps.
func grow(marks []candidate.Candidate, g *pointgrid.Grid, s seed) *Lattice {
	l := &Lattice{Candidates: marks, letterSize: footprintOf(s.u, s.v).Size(&marks[s.at])}
	l.Cells, l.Map = map[engine.Place]int{{}: s.at}, homography.Affine(marks[s.at].At, s.u, s.v)
	growth := gridfit.Growth{Points: g, Gap: 2, Wide: mostWide, Fits: func(_ *gridfit.Lattice, from, to engine.Place) func(j int) bool {
		angle, by, beside := l.Direction(from), l.Footprint(to), &marks[l.Cells[from]]
		return func(j int) bool { // a mark as large as a whole tile is not a letter
			return sameSet(beside, &marks[j], by, angle) && geom.Similar(by.Size(&marks[j]), l.letterSize, mostSizeRatio)
		}
	}}
	growth.Grow(&l.Lattice)
	return l
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
