package dabble

import (
	"cmp"
	"math"
	"slices"

	"tilewatch/engine"
	rules "tilewatch/engine/dabble"
	"tilewatch/vision"
	"tilewatch/vision/blob"
	"tilewatch/vision/geom"
)

// loose are the tiles in front of each rack; free is how many of a player's tiles are not on each.
func (s *scan) loose(racks []rack, free []int) [][]rules.SeenTile {
	found := make([][]rules.SeenTile, len(racks))
	all := s.likeliest(racks)
	if len(all) == 0 {
		return found
	}
	slope := s.slope(racks, all)
	told := make([]spotted, len(all))
	vision.OnAllCores(len(all), func(i int) {
		k := &racks[all[i].rack]
		ways := s.lying(k, all[i], slope)
		for n := range ways {
			s.center(&ways[n], blob.Luma(s.marks[all[i].mark].Ground))
		}
		told[i] = s.tellLoose(k, all[i], ways)
	})
	read := apart(slices.DeleteFunc(told, func(t spotted) bool { return t.score <= leastSpotted }))
	s.share(racks, read, free)
	tiles := make([]rules.SeenTile, len(read))
	vision.OnAllCores(len(read), func(i int) { tiles[i] = s.looseTile(&racks[read[i].read], &read[i]) })
	for i, t := range read {
		found[t.rack] = append(found[t.rack], tiles[i])
	}
	return found
}

// apart keeps, of tiles that would lie on each other, the one that was read best.
func apart(all []spotted) []spotted {
	slices.SortStableFunc(all, func(a, b spotted) int { return cmp.Compare(b.score, a.score) })
	var kept []spotted
	for _, t := range all {
		if !slices.ContainsFunc(kept, func(o spotted) bool { return overlap(&o.quad, &t.quad) }) {
			kept = append(kept, t)
		}
	}
	slices.SortStableFunc(kept, func(a, b spotted) int { return cmp.Compare(a.quad[0].X, b.quad[0].X) })
	return kept
}

// overlap tells whether the middles of two tiles are nearer than half a side.
func overlap(a, b *engine.Quad) bool {
	return geom.Dist(middle(a), middle(b)) < geom.Dist(a[0], a[1])/2
}

func middle(q *engine.Quad) (p engine.Point) {
	for _, c := range q {
		p = geom.Add(p, geom.Scale(c, 0.25))
	}
	return p
}

// share gives tiles that lie between racks to those that have room: nobody has more tiles than a rack holds.
func (s *scan) share(racks []rack, read []spotted, free []int) {
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
			here, _ := s.before(&racks[t.rack], t.mark)
			for r := range racks {
				if d, ok := s.before(&racks[r], t.mark); ok && left[r] > 0 && d-here < least {
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

// slope is the angle between table and lattice under which the loose tiles look most like tiles: by how much of their edges is seen, and how many
// can be read.
func (s *scan) slope(racks []rack, all []candidate) float64 {
	some := all[:min(len(all), slopeTiles)]
	ways := make([][]looseTile, len(slopes)*len(some))
	vision.OnAllCores(len(ways), func(i int) {
		c := some[i%len(some)]
		ways[i] = s.lying(&racks[c.rack], c, slopes[i/len(some)]*math.Pi/180)
	})
	edges, order := make([]float64, len(slopes)), make([]int, len(slopes))
	for n := range slopes {
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
		vision.OnAllCores(len(some), func(i int) {
			if w := ways[n*len(some)+i]; len(w) > 0 && s.tellLoose(&racks[some[i].rack], some[i], w[:1]).score > leastSpotted {
				read[i] = 1
			}
		})
		if worth := edges[n] + sumOf(read); worth > most {
			best, most = n, worth
		}
	}
	return slopes[best] * math.Pi / 180
}

// slopeTiles is how many tiles are looked at to tell the slope.
const slopeTiles = 9

// likeliest are the candidates that read as letters.
func (s *scan) likeliest(racks []rack) []candidate {
	all := s.candidates(racks)
	likely := make([]bool, len(all))
	vision.OnAllCores(len(all), func(i int) { likely[i] = s.likely(&racks[all[i].rack], all[i]) })
	var kept []candidate
	for i, c := range all {
		if likely[i] {
			kept = append(kept, c)
		}
	}
	return kept
}

// likely tells whether a candidate reads as a letter if the rack is steep, or if it is not.
func (s *scan) likely(k *rack, c candidate) bool {
	for _, slope := range [2]float64{lowSlope, highSlope} {
		for _, l := range s.lying(k, c, slope) {
			if _, ok := s.upright(k, &l); ok {
				return true
			}
		}
	}
	return false
}

// candidates are the marks that may be letters of loose tiles, each with the rack it lies before.
func (s *scan) candidates(racks []rack) []candidate {
	taken := map[int]bool{}
	for i := range racks {
		for _, m := range racks[i].marks {
			taken[m] = true
		}
	}
	var all []candidate
	for m := range s.marks {
		if taken[m] {
			continue
		}
		best, least := -1, math.Inf(1)
		for i := range racks {
			if d, ok := s.before(&racks[i], m); ok && d < least {
				best, least = i, d
			}
		}
		if best >= 0 && !s.onRack(racks, m) {
			all = append(all, candidate{best, m})
		}
	}
	return all
}

// onRack tells whether the mark lies within some place of a rack.
func (s *scan) onRack(racks []rack, m int) bool {
	return slices.ContainsFunc(racks, func(k rack) bool { return k.covers(s.marks[m].At) })
}
