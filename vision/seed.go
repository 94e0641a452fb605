package vision

import (
	"cmp"
	"math"
	"slices"

	"tilewatch/calibration"
	"tilewatch/engine"
)

const (
	seedsGrown = 7 // structures grown from the best lattices
	// spreadAccepted is the log-likelihood ratio from which a neighbor joins while the pose is still rough.
	spreadAccepted = -1.0
)

// structures grows structures from the lattices that spots form, best first.
func (r *raster) structures(cam *calibration.Camera, marks []mark, sz sizes) []structure {
	all := marks
	marks = onePerSpot(marks)
	var turns []edgeTurns
	for _, m := range marks {
		turns = append(turns, turnsAround(r, m))
	}
	var field spotField
	for i, t := range findPlanes(cam, turns) {
		f := r.findSpots(&t, turns, marks, sz, sizeLike(&field, &t))
		// The planes come with the likelier first, and the judge forgives a wrong one.
		f.score *= 1 - 0.06*float64(i)
		if f.score > field.score {
			field = f
		}
	}
	if len(field.spots) == 0 {
		return nil
	}
	field.marks = all
	r.polishSpots(&field)
	if len(field.spots) == 0 {
		return nil
	}
	r.refinePlane(&field)
	var grown []structure
	for _, s := range r.linked(field) {
		if len(grown) == seedsGrown {
			break
		}
		if slices.ContainsFunc(grown, func(g structure) bool { return g.holds(&s) }) {
			continue
		}
		r.spread(&s, coarseJudge())
		if len(s.cells) > 1 {
			grown = append(grown, s)
		}
	}
	grown = withoutRacks(grown)
	slices.SortStableFunc(grown, func(a, b structure) int { return cmp.Compare(b.score, a.score) })
	return grown
}

// linked are the lattices that the spots form, with poses fitted to them, best first.
func (r *raster) linked(field spotField) []structure {
	var all []structure
	for _, share := range field.pitches() {
		f := field
		f.pitch *= share
		for _, g := range newLinker(&f).lattices() {
			if s := r.fromLattice(&f, &g); len(s.cells) > 1 {
				all = append(all, s)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b structure) int { return cmp.Compare(b.score, a.score) })
	return all
}

// withoutRacks leaves out what is a rack, and lowers the score of what may be one: one line of at most six tiles of one color.
// Racks lie around the structure, so of several such lines only one in the middle of the others is a word.
func withoutRacks(all []structure) []structure {
	var kept []structure
	for i := range all {
		s := &all[i]
		if s.mayBeRack() {
			var others []engine.Point
			for k := range all {
				if k != i && !all[k].holds(s) {
					others = append(others, all[k].middle())
				}
			}
			off := offMiddle(s.middle(), others)
			if len(others) == 2 && off > 1.3 || len(others) > 2 && off > rimShare {
				continue
			}
			s.score *= 0.6 / (1 + off)
		}
		kept = append(kept, *s)
	}
	return kept
}

// rimShare is how far from the middle of the others a line lies at least, in their own mean distance from it, if it is one
// of those that lie around.
const rimShare = 0.8

// offMiddle is how far a point lies from the middle of others, in their mean distance from it; 0 if there are none.
func offMiddle(p engine.Point, others []engine.Point) float64 {
	var middle engine.Point
	for _, o := range others {
		middle.X += o.X / float64(len(others))
		middle.Y += o.Y / float64(len(others))
	}
	spread := 0.0
	for _, o := range others {
		spread += dist(o, middle) / float64(len(others))
	}
	if spread < 1 {
		return 0
	}
	return dist(p, middle) / spread
}

// middle of the structure's faces in the picture.
func (s *structure) middle() engine.Point {
	var sum engine.Point
	for at, level := range s.cells {
		q := s.pose.pixel(float64(at.Col), float64(at.Row), float64(level))
		sum.X += q.X / float64(len(s.cells))
		sum.Y += q.Y / float64(len(s.cells))
	}
	return sum
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

// fromLattice fits a pose to a lattice's faces and keeps those that still look like tiles.
func (r *raster) fromLattice(f *spotField, g *lattice) structure {
	first := f.spots[g.nodes[0].spot]
	s := structure{pose: f.poseAt(first.at, first.turn), cells: stacks{}, marks: f.marks}
	scale := s.pose.scale(engine.Place{})
	var sights []sight
	for _, n := range g.nodes {
		sights = append(sights, sight{
			col: float64(n.place.Col), row: float64(n.place.Row), level: float64(n.level),
			at: f.spots[n.spot].mark.at, weight: 1 / (letterSlip * scale),
		})
	}
	s.pose.fitPoints(sights)
	for i, n := range g.nodes {
		s.cells[n.place] = int(sights[i].level)
	}
	j := coarseJudge()
	r.polish(&s, j, allMoves, 0.06, 1)
	for at, level := range s.cells {
		v := r.view(&s.pose, at, float64(level))
		score := j.score(v.features())
		if !v.inside || score < -1.5 {
			delete(s.cells, at)
			continue
		}
		s.score += likely(score)
	}
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
