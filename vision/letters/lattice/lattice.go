package lattice

import (
	"cmp"
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/blob"
	"tilewatch/vision/geom"
	"tilewatch/vision/gridfit"
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
func findSeeds(marks []candidate.Candidate, g *pointgrid.Grid) []gridfit.Seed {
	seeder := gridfit.Seeder{Points: g, Gap: seedSpan,
		Beside: func(i int) (float64, func(j int) bool) {
			m := &marks[i]
			return mostStep * m.Long(), func(j int) bool {
				k := &marks[j]
				return k.Dark == m.Dark && geom.Similar(k.Long(), m.Long(), mostTiltedRatio) && clear(m, k)
			}
		},
		Worth: func(i int, u, v engine.Point) func(j int) float64 {
			m, angle, by := &marks[i], candidate.DirectionOf(u, v), footprintOf(u, v)
			return func(j int) float64 {
				switch k := &marks[j]; {
				case !sameSet(m, k, by, angle):
					return 0
				case candidate.ColorDistance(k.Ground, m.Ground) > candidate.SameColor:
					return otherColorScore * k.Score(angle)
				default:
					return k.Score(angle)
				}
			}
		}}
	best := make([]gridfit.Seed, len(marks))
	parallel.Do(len(marks), func(i int) { best[i] = seeder.Best(i) })
	seeds := slices.DeleteFunc(best, func(s gridfit.Seed) bool { return s.Votes < leastSeed })
	slices.SortStableFunc(seeds, func(a, b gridfit.Seed) int { return cmp.Compare(b.Votes, a.Votes) })
	return seeds
}

// sameSet reports whether two candidates may be letters of one set, at a scale and in a direction.
func sameSet(m, k *candidate.Candidate, by Footprint, angle int) bool {
	return m.Dark == k.Dark && geom.Similar(by.Size(m), by.Size(k), mostSizeRatio) && k.Letter[angle] >= candidate.LeastProbability*candidate.BarWorth
}

// explains reports whether the seed is a part of the lattice.
func (l *Lattice) explains(s *gridfit.Seed) bool {
	for p, i := range l.Cells {
		if i == s.At {
			u, v := l.step(p, 0, 1), l.step(p, 1, 0)
			return sameStep(s.U, u, v) && sameStep(s.V, u, v)
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
	return blob.UpperMedian(pitches)
}

// mostWide is how many places a lattice has along each axis, at most.
const mostWide = 24

// LeastPerspective is the number of candidates that determine a homography; fewer determine an affine map only.
const LeastPerspective = 10

// grow extends a seed to all candidates that continue its steps.
func grow(marks []candidate.Candidate, g *pointgrid.Grid, s gridfit.Seed) *Lattice {
	l := &Lattice{Lattice: s.Lattice(g), Candidates: marks, letterSize: footprintOf(s.U, s.V).Size(&marks[s.At])}
	growth := gridfit.Growth{Points: g, Wide: mostWide, Fits: func(_ *gridfit.Lattice, from, to engine.Place) func(j int) bool {
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
	return blob.UpperMedian(sizes)
}

// Footprint is that of a place.
func (l *Lattice) Footprint(p engine.Place) Footprint {
	row, col := float64(p.Row), float64(p.Col)
	return footprintOf(geom.Sub(l.Point(row, col+0.5), l.Point(row, col-0.5)), geom.Sub(l.Point(row+0.5, col), l.Point(row-0.5, col)))
}

// stepOff is how far a step may lie off another to be the same, a share of its length. Hand-set; a half would meet the next one.
const stepOff = 0.3
