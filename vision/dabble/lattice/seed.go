package lattice

import (
	"cmp"
	"math"
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/blob"
	"tilewatch/vision/geom"
	"tilewatch/vision/gridfit"
	"tilewatch/vision/homography"
	"tilewatch/vision/parallel"
	"tilewatch/vision/pointgrid"
)

// Limits of a seed.
const (
	leastRatio = 0.45 // of a letter's height to its width
	leastSine  = 0.75 // of the angle between a tier and the way to the next
	rowsReach  = 1.9  // of the reach along a tier: neighbors in other tiers
)

// pair are candidates that may be neighbors in a tier.
type pair struct{ a, b int }

// Seed is a hypothesis of a lattice: two neighbors in a tier and one in the tier below or above.
type Seed struct {
	Quarter
	pair
	c             int
	second, third Node         // of b and c; a is 0, 0
	E1, E2        engine.Point // a tile to the right, a row down
	votes         float64
}

// similar reports whether two seeds have about the same steps.
func (s *Seed) similar(o *Seed) bool {
	near := sameWay * math.Hypot(s.E1.X, s.E1.Y)
	return geom.Dist(s.E1, o.E1) < near && geom.Dist(s.E2, o.E2) < near
}

// upsideDown is the same lattice read from its other side.
func (s Seed) upsideDown() Seed {
	s.Quarter = s.opposite()
	s.E1, s.E2 = geom.Scale(s.E1, -1), geom.Scale(s.E2, -1)
	s.second, s.third = Node{}.Sub(s.second), Node{}.Sub(s.third)
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
	return s.votes - oddPitch*math.Abs(math.Log(math.Hypot(s.E1.X, s.E1.Y)/(UsualPitch*s.High(m))))
}

// letters are how likely each candidate is a letter, upright and upside down in a quarter: as it stands straight if that is plain, else under the best of its
// best seeds.
func letters(marks []blob.Blob, q Quarter, seeds []Seed, stance *stance, g *Classifier) (upright, flipped []float64) {
	of := make([][]*Seed, len(marks))
	for i := range seeds {
		for _, m := range [3]int{seeds[i].a, seeds[i].b, seeds[i].c} {
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
	x, y := geom.Scale(s.E1, FaceSide), geom.Scale(s.E2, FaceSide/UsualRise)
	for i, c := range [4][2]float64{{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}} {
		q[i] = geom.Add(m.At, geom.Add(geom.Scale(x, c[0]+LetterLeft), geom.Scale(y, c[1]+LetterLeft)))
	}
	return q
}

// SeedAt are the steps at a point of the lattice, in tiles and rows.
func (l *Lattice) SeedAt(x, y float64) *Seed {
	at := l.Map.At(x, y)
	return &Seed{E1: geom.Sub(l.Map.At(x+1, y), at), E2: geom.Sub(l.Map.At(x, y+1), at)}
}

// findSeeds are the seeds with the most votes whose tiers run right or down in the picture, as the quarter says. Letters on them stand upright or upside down.
func findSeeds(marks []blob.Blob, index *pointgrid.Grid, q Quarter, possible func(m int) bool) []Seed {
	var seeds []Seed
	for a := range marks {
		m := &marks[a]
		high := q.High(m)
		if high < leastRatio*q.Wide(m) || !possible(a) { // wider than any letter
			continue
		}
		reach := furthest * high
		var right, beside []int
		index.Near(m.At, rowsReach*reach, func(b int) {
			if b == a || !q.SameSet(m, &marks[b]) || !possible(b) {
				return
			}
			d := geom.Sub(marks[b].At, m.At)
			if long := math.Hypot(d.X, d.Y); long > nearestStep*high && long < reach && math.Abs(q.turn(d)) < mostTurn {
				right = append(right, b)
			}
			beside = append(beside, b)
		})
		var mine []Seed
		for _, b := range right {
			mine = append(mine, seedsOf(marks, q, pair{a, b}, beside, index)...)
		}
		slices.SortStableFunc(mine, byVotes)
		seeds = append(seeds, mine[:min(len(mine), mostSeeds)]...)
	}
	slices.SortStableFunc(seeds, byVotes)
	return seeds
}

func byVotes(a, b Seed) int { return cmp.Compare(b.votes, a.votes) }

// seedsOf are the seeds that begin with a pair.
func seedsOf(marks []blob.Blob, q Quarter, p pair, beside []int, index *pointgrid.Grid) []Seed {
	var seeds []Seed
	E1 := geom.Sub(marks[p.b].At, marks[p.a].At)
	one := math.Hypot(E1.X, E1.Y)
	for _, c := range beside {
		v := geom.Sub(marks[c].At, marks[p.a].At)
		for _, third := range [4]Node{{Row: 1, Col: -1}, {Row: 1, Col: 1}, {Row: -1, Col: -1}, {Row: -1, Col: 1}} {
			E2 := geom.Scale(geom.Sub(v, geom.Scale(E1, float64(third.Col)/2)), float64(third.Row))
			two := math.Hypot(E2.X, E2.Y)
			cross := (E1.X*E2.Y - E1.Y*E2.X) / (one * max(two, 1e-9))
			if c == p.b || two < rowStep*one || two > rowReach*one || cross < leastSine {
				continue
			}
			s := Seed{Quarter: q, pair: p, c: c, second: Node{Col: 2}, third: third, E1: E1, E2: E2}
			s.votes = s.vote(marks, index)
			seeds = append(seeds, s)
		}
	}
	return seeds
}

// vote counts the candidates that lie where the seed expects some.
func (s *Seed) vote(marks []blob.Blob, index *pointgrid.Grid) float64 {
	first := &marks[s.a]
	l := gridfit.Lattice{Triangular: true, Map: homography.Affine(first.At, s.E1, s.E2)}
	return l.Votes(index, 2, func(m int) float64 {
		if s.SameSet(first, &marks[m]) {
			return 1
		}
		return 0
	})
}
