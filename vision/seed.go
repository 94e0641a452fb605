package vision

import (
	"cmp"
	"math"
	"slices"

	"tilewatch/engine"
)

const (
	seedsGrown = 6 // structures grown from the best lattices
	// spreadAccepted is the log-likelihood ratio from which a neighbor joins while the pose is still rough.
	spreadAccepted = 0.7
)

// structuresOn grows structures from the lattices that marks form on the planes, best first.
func (r *raster) structuresOn(planes []plane, marks []mark, sz sizes) []structure {
	var all []structure
	for i := range planes {
		l := newLinker(&planes[i], marks, sz.thickness/sz.pitch)
		for _, g := range l.lattices() {
			s := r.fromLattice(&planes[i], &g, marks, sz)
			if len(s.cells) > 1 {
				all = append(all, s)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b structure) int { return cmp.Compare(b.score, a.score) })
	var grown []structure
	for _, s := range all {
		if len(grown) == seedsGrown {
			break
		}
		if slices.ContainsFunc(grown, func(g structure) bool { return g.holds(&s) }) {
			continue
		}
		r.spread(&s, coarseJudge())
		grown = append(grown, s)
	}
	preferMiddle(grown)
	slices.SortStableFunc(grown, func(a, b structure) int { return cmp.Compare(b.score, a.score) })
	return grown
}

// preferMiddle lowers the score of what may be a rack: one line of at most five tiles of one color. Racks lie around
// the structure, so of several such lines the one in the middle of everything is the word.
func preferMiddle(all []structure) {
	var middle engine.Point
	n := 0.0
	for i := range all {
		for at, level := range all[i].cells {
			q := all[i].pose.pixel(float64(at.Col), float64(at.Row), float64(level))
			middle.X, middle.Y, n = middle.X+q.X, middle.Y+q.Y, n+1
		}
	}
	middle.X, middle.Y = middle.X/n, middle.Y/n
	for i := range all {
		s := &all[i]
		if !s.mayBeRack() {
			continue
		}
		var own engine.Point
		for at, level := range s.cells {
			q := s.pose.pixel(float64(at.Col), float64(at.Row), float64(level))
			own.X, own.Y = own.X+q.X/float64(len(s.cells)), own.Y+q.Y/float64(len(s.cells))
		}
		s.score *= 0.6 / (1 + dist(own, middle)/(4*s.pose.scale(engine.Place{})))
	}
}

// mayBeRack says whether all cells lie in one line, hold one tile each, and have one color.
func (s *structure) mayBeRack() bool {
	if len(s.cells) > 6 {
		return false
	}
	rows, cols := map[int]bool{}, map[int]bool{}
	var first [3]float64
	for at := range s.cells {
		rows[at.Row], cols[at.Col] = true, true
		e := s.evidence[at]
		c := chroma(e.view[e.best-1].plastic)
		if first == ([3]float64{}) {
			first = c
		}
		if math.Hypot(c[0]-first[0], c[1]-first[1]) > 0.09 {
			return false
		}
	}
	return len(rows) == 1 || len(cols) == 1
}

// fromLattice fits a pose to a lattice's marks and keeps those that are on tiles.
func (r *raster) fromLattice(t *plane, g *lattice, marks []mark, sz sizes) structure {
	s := structure{pose: poseOf(t, g.origin, g.u, sz), cells: stacks{}, marks: marks}
	var sights []sight
	for _, n := range g.nodes {
		sights = append(sights, sight{col: float64(n.place.Col), row: float64(n.place.Row), level: float64(n.level), at: marks[n.mark].at})
		s.cells[n.place] = n.level
	}
	scale := s.pose.scale(g.nodes[0].place)
	for i := range sights {
		sights[i].weight = 1 / (letterSlip * scale)
	}
	s.pose.fitPoints(sights)
	for i, n := range g.nodes {
		s.cells[n.place] = int(sights[i].level)
	}
	j := coarseJudge()
	r.polish(&s, j, allMoves, 0.06, 1)
	kept := stacks{}
	for at, level := range s.cells {
		v := r.view(&s.pose, at, float64(level))
		if !v.inside {
			continue
		}
		if score := j.score(v.features()); score > -1.5 {
			kept[at] = level
			s.score += min(score, 6)
		}
	}
	s.cells = kept
	return s
}

// holds says whether most of the other's faces lie on this structure's.
func (s *structure) holds(o *structure) bool {
	n := 0
	for at, level := range o.cells {
		q := o.pose.pixel(float64(at.Col), float64(at.Row), float64(level))
		reach := 0.35 * o.pose.scale(at)
		for place, l := range s.cells {
			if dist(q, s.pose.pixel(float64(place.Col), float64(place.Row), float64(l))) < reach {
				n++
				break
			}
		}
	}
	return 2*n > len(o.cells)
}

// spread adds ring after ring of neighbors that look like tiles, improving the pose after each.
func (r *raster) spread(s *structure, j *judge) {
	const rings = 12
	for range rings {
		before := len(s.cells)
		fresh := map[engine.Place]bool{}
		for at := range s.cells {
			for _, n := range at.Neighbors() {
				if s.cells[n] == 0 {
					fresh[n] = true
				}
			}
		}
		for at := range fresh {
			if e := r.look(j, &s.pose, at); e.tile > spreadAccepted {
				s.cells[at] = e.best
			}
		}
		if len(s.cells) == before || len(s.cells) > maxCells {
			break
		}
		s.fitLetters()
	}
	r.polish(s, j, allMoves, 0.04, 1)
	r.grow(j, s)
}
