package lattice

import (
	"cmp"
	"math"
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/blob"
	"tilewatch/vision/geom"
	"tilewatch/vision/gridfit"
	"tilewatch/vision/parallel"
	"tilewatch/vision/pointgrid"
)

// Limits of a seed.
const (
	leastRatio = 0.45 // of a letter's height to its width
	rowsReach  = 1.9  // of the reach along a tier: neighbors in other tiers
)

// Seed is a hypothesis of a lattice: two neighbors in a tier and one in the tier below or above.
type Seed struct {
	Quarter
	gridfit.Seed
}

// points are the seed's candidates.
func (s *Seed) points() [3]int { return [3]int{s.At, s.Next, s.Third} }

// similar reports whether two seeds have about the same steps.
func (s *Seed) similar(o *Seed) bool {
	near := sameWay * geom.Length(s.U)
	return geom.Dist(s.U, o.U) < near && geom.Dist(s.V, o.V) < near
}

// upsideDown is the same lattice read from its other side.
func (s Seed) upsideDown() Seed {
	s.Quarter = s.opposite()
	s.U, s.V = geom.Scale(s.U, -1), geom.Scale(s.V, -1)
	s.At, s.Next = s.Next, s.At
	s.Beside = Node{Col: 2}.Sub(s.Beside)
	return s
}

// Cloths have hundreds of candidates that make fine lattices, with more votes than letters have. So each candidate is read under its seeds with most votes,
// and under those with the usual pitch as well.
const (
	looksPerMark = 2
	UsualPitch   = 1.75 // from tile to tile, in the letter's height
	oddPitch     = 5.0  // votes that a distance e times as long or as short costs
	Lettered     = 0.3
	crowded      = 200 // candidates: from so many on, only those that look like letters seed lattices
)

// priority orders the seeds of a candidate: votes, minus a penalty for an unusual pitch.
func (s *Seed) priority(m *blob.Blob) float64 {
	return s.Votes - oddPitch*math.Abs(math.Log(geom.Length(s.U)/(UsualPitch*s.High(m))))
}

// letters are how likely each candidate is a letter, upright and upside down in a quarter: as it stands straight if that is plain, else under the best of its
// best seeds.
func letters(marks []blob.Blob, q Quarter, seeds []Seed, stance *stance, g *Classifier) (upright, flipped []float64) {
	of := make([][]*Seed, len(marks))
	for i := range seeds {
		for _, m := range seeds[i].points() {
			of[m] = append(of[m], &seeds[i])
		}
	}
	for m, mine := range of {
		most := slices.Clone(mine[:min(len(mine), looksPerMark)])
		slices.SortStableFunc(mine, func(a, b *Seed) int { return cmp.Compare(b.priority(&marks[m]), a.priority(&marks[m])) })
		of[m] = append(most, distinctSeeds(mine)...)
	}
	upright, flipped = make([]float64, len(marks)), make([]float64, len(marks))
	parallel.Do(len(marks), func(m int) {
		if upright[m], flipped[m] = stance.straight[m][q], stance.straight[m][q.opposite()]; max(upright[m], flipped[m]) > surelyStraight {
			return
		}
		for _, s := range of[m] {
			sure := g.EitherWay(m, s)
			if upright[m], flipped[m] = max(upright[m], sure[0]), max(flipped[m], sure[1]); max(upright[m], flipped[m]) > Lettered {
				return
			}
		}
	})
	return upright, flipped
}

// distinctSeeds are the first few seeds that differ from all before.
func distinctSeeds(all []*Seed) []*Seed {
	var kept []*Seed
	for _, s := range all {
		if !slices.ContainsFunc(kept, s.similar) {
			if kept = append(kept, s); len(kept) == looksPerMark {
				break
			}
		}
	}
	return kept
}

// Quad is about where a candidate's face lies under the seed.
func (s *Seed) Quad(m *blob.Blob) (q engine.Quad) {
	x, y := geom.Scale(s.U, FaceSide), geom.Scale(s.V, FaceSide/UsualRise)
	for i, c := range [4][2]float64{{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}} {
		q[i] = geom.Add(m.At, geom.Add(geom.Scale(x, c[0]+LetterLeft), geom.Scale(y, c[1]+LetterLeft)))
	}
	return q
}

// SeedAt are the steps at a point of the lattice, in tiles and rows.
func (l *Lattice) SeedAt(x, y float64) *Seed {
	at := l.Map.At(x, y)
	return &Seed{Seed: gridfit.Seed{U: geom.Sub(l.Map.At(x+1, y), at), V: geom.Sub(l.Map.At(x, y+1), at)}}
}

// findSeeds are the seeds with the most votes whose tiers run right or down in the picture, as the quarter says. Letters on them stand upright or upside down.
func findSeeds(marks []blob.Blob, index *pointgrid.Grid, q Quarter, possible func(m int) bool) []Seed {
	set := func(i int) func(j int) bool { return func(j int) bool { return q.SameSet(&marks[i], &marks[j]) } }
	seeder := gridfit.Seeder{Points: index, Triangular: true, Gap: 2,
		Beside: func(i int) (float64, func(j int) bool) {
			same := set(i)
			return rowsReach * furthest * q.High(&marks[i]), func(j int) bool { return same(j) && possible(j) }
		},
		Along: func(i, j int) bool {
			d, high := geom.Sub(marks[j].At, marks[i].At), q.High(&marks[i])
			return geom.Length(d) > nearestStep*high && geom.Length(d) < furthest*high && math.Abs(q.turn(d)) < mostTurn
		},
		Worth: func(i int, _, _ engine.Point) func(j int) float64 {
			same := set(i)
			return func(j int) float64 {
				if same(j) {
					return 1
				}
				return 0
			}
		}}
	var seeds []Seed
	for a := range marks {
		if m := &marks[a]; q.High(m) < leastRatio*q.Wide(m) || !possible(a) { // wider than any letter
			continue
		}
		var mine []Seed
		seeder.Each(a, func(s *gridfit.Seed) { mine = append(mine, Seed{q, *s}) })
		slices.SortStableFunc(mine, byVotes)
		seeds = append(seeds, mine[:min(len(mine), mostSeeds)]...)
	}
	slices.SortStableFunc(seeds, byVotes)
	return seeds
}

// byVotes orders seeds by votes, and those with as many by their candidates: the larger ones come first.
func byVotes(a, b Seed) int {
	return cmp.Or(cmp.Compare(b.Votes, a.Votes), cmp.Compare(a.At, b.At), cmp.Compare(a.Next, b.Next), cmp.Compare(a.Third, b.Third))
}
