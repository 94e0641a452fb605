package dabble

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"tilewatch/engine"
	rules "tilewatch/engine/dabble"
	"tilewatch/vision/blob"
	"tilewatch/vision/geom"
	"tilewatch/vision/parallel"
)

// loose are the tiles in front of each rack; free is how many of each player's tiles are not on the rack.
func (s *scan) loose(racks []rack, free []int) [][]rules.SeenTile {
	found := make([][]rules.SeenTile, len(racks))
	all := s.plausible(racks)
	if len(all) == 0 {
		return found
	}
	slope := s.tableAngle(racks, all)
	readings := make([]looseReading, len(all))
	parallel.Do(len(all), func(i int) {
		k := &racks[all[i].rack]
		ways := s.orientations(k, all[i], slope)
		for n := range ways {
			s.centerOnEdges(&ways[n], blob.Luma(s.candidates[all[i].mark].Ground))
		}
		readings[i] = s.readLoose(k, all[i], ways)
	})
	read := nonMaximumSuppression(slices.DeleteFunc(readings, func(t looseReading) bool { return t.score <= leastSpotted }))
	s.assignToRacks(racks, read, free)
	tiles := make([]rules.SeenTile, len(read))
	parallel.Do(len(read), func(i int) { tiles[i] = s.looseTile(&racks[read[i].read], &read[i]) })
	for i, t := range read {
		found[t.rack] = append(found[t.rack], tiles[i])
	}
	return found
}

// nonMaximumSuppression keeps the best of readings that overlap.
func nonMaximumSuppression(all []looseReading) []looseReading {
	slices.SortStableFunc(all, func(a, b looseReading) int { return cmp.Compare(b.score, a.score) })
	var kept []looseReading
	for _, t := range all {
		if !slices.ContainsFunc(kept, func(o looseReading) bool { return overlap(&o.quad, &t.quad) }) {
			kept = append(kept, t)
		}
	}
	slices.SortStableFunc(kept, func(a, b looseReading) int { return cmp.Compare(a.quad[0].X, b.quad[0].X) })
	return kept
}

// overlap reports whether the middles of two tiles are nearer than half a side.
func overlap(a, b *engine.Quad) bool {
	return geom.Dist(geom.Middle(*a), geom.Middle(*b)) < geom.Dist(a[0], a[1])/2
}

// assignToRacks moves tiles between racks to racks with room: nobody has more tiles than a rack holds.
func (s *scan) assignToRacks(racks []rack, read []looseReading, free []int) {
	left := slices.Clone(free)
	for _, t := range read {
		left[t.rack]--
	}
	for range read {
		tile, to, least := -1, -1, math.Inf(1)
		for i, t := range read {
			if left[t.rack] >= 0 {
				continue
			}
			here, _ := s.inFrontOf(&racks[t.rack], t.mark)
			for r := range racks {
				if d, ok := s.inFrontOf(&racks[r], t.mark); ok && left[r] > 0 && d-here < least {
					tile, to, least = i, r, d-here
				}
			}
		}
		if tile < 0 {
			return
		}
		left[read[tile].rack]++
		left[to]--
		read[tile].rack = to
	}
}

// tableAngle is the angle between table and lattice for which the loose tiles look most like tiles: by how much of their edges is seen, and by how many
// can be read.
func (s *scan) tableAngle(racks []rack, all []looseCandidate) float64 {
	some := all[:min(len(all), angleTiles)]
	ways := make([][]looseTile, len(tableAngles)*len(some))
	parallel.Do(len(ways), func(i int) {
		c := some[i%len(some)]
		ways[i] = s.orientations(&racks[c.rack], c, tableAngles[i/len(some)]*math.Pi/180)
	})
	edges, order := make([]float64, len(tableAngles)), make([]int, len(tableAngles))
	for n := range tableAngles {
		order[n] = n
		for _, w := range ways[n*len(some) : (n+1)*len(some)] {
			if len(w) > 0 {
				edges[n] += w[0].edge
			}
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(edges[b], edges[a]) })
	best, most := 0, -1.0
	for _, n := range order {
		if edges[n]+float64(len(some)) < most { // however many can be read
			break
		}
		read := make([]float64, len(some))
		parallel.Do(len(some), func(i int) {
			if w := ways[n*len(some)+i]; len(w) > 0 && s.readLoose(&racks[some[i].rack], some[i], w[:1]).score > leastSpotted {
				read[i] = 1
			}
		})
		if worth := edges[n] + floats.Sum(read); worth > most {
			best, most = n, worth
		}
	}
	return tableAngles[best] * math.Pi / 180
}

// angleTiles is the number of tiles that determine the angle.
const angleTiles = 9

// plausible are the loose candidates that read as letters.
func (s *scan) plausible(racks []rack) []looseCandidate {
	all := s.looseCandidates(racks)
	likely := make([]bool, len(all))
	parallel.Do(len(all), func(i int) { likely[i] = s.isPlausible(&racks[all[i].rack], all[i]) })
	var kept []looseCandidate
	for i, c := range all {
		if likely[i] {
			kept = append(kept, c)
		}
	}
	return kept
}

// isPlausible reports whether a candidate reads as a letter for a steep rack, or for a flat one.
func (s *scan) isPlausible(k *rack, c looseCandidate) bool {
	for _, slope := range [2]float64{lowSlope, highSlope} {
		for _, l := range s.orientations(k, c, slope) {
			if _, ok := s.upright(k, &l); ok {
				return true
			}
		}
	}
	return false
}

// looseCandidates are the candidates that may be letters of loose tiles, each with the rack it lies before.
func (s *scan) looseCandidates(racks []rack) []looseCandidate {
	taken := map[int]bool{}
	for i := range racks {
		for _, m := range racks[i].Cells {
			taken[m] = true
		}
	}
	var all []looseCandidate
	for m := range s.candidates {
		if taken[m] {
			continue
		}
		best, least := -1, math.Inf(1)
		for i := range racks {
			if d, ok := s.inFrontOf(&racks[i], m); ok && d < least {
				best, least = i, d
			}
		}
		if best >= 0 && !s.onRack(racks, m) {
			all = append(all, looseCandidate{best, m})
		}
	}
	return all
}

// onRack reports whether the candidate lies at a place of a rack.
func (s *scan) onRack(racks []rack, m int) bool {
	return slices.ContainsFunc(racks, func(k rack) bool { return k.covers(s.candidates[m].At) })
}
