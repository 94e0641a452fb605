package vision

import (
	"cmp"
	"math"
	"slices"

	"tilewatch/engine"
)

const (
	othersFinished = 2    // of the same structure: where poses differ, only the end shows which is right
	placesFinished = 4    // of other places
	nudgeTilt      = 0.03 // radians by which a table is tilted to see whether that explains more
	nudgeRounds    = 3
)

// finishBest finishes the best structure. If its pose does not settle, or its edges are not seen well, other beginnings are finished,
// too, and the one that explains most wins. Where levels and a tilt of the table are easily mistaken for each other, tables tilted a
// little in all directions are tried as well.
func (f *finder) finishBest(found []structure) *structure {
	best := found[0].clone()
	f.finish(&best)
	first := best.explained()
	others, anew := f.otherwise(&best, found)
	bothAtOnce(func() { f.each(others, f.finish) }, func() { anew = f.finishLikely(anew) })
	best = bestOf(best, append(others, anew...))
	if sunk, ok := f.sunk(&best); ok && best.explained() != first {
		best = bestOf(best, f.each([]structure{sunk}, f.finish)) // one side of the structure, a tile too low, may have won over all of it
	}
	if best.explained() > first+nudgeGain && !best.atRest() {
		best = bestOf(best, f.finishLikely(f.begunAnew(&best)))
	}
	best = f.ofAnyThickness(best)
	if best.settled(&found[0]) || len(best.cells) < 2 {
		return &best
	}
	nudged := false
	for range nudgeRounds {
		next := bestOf(best, f.each(best.nudged(), f.nudge))
		if next.explained() < best.explained()+nudgeGain {
			break
		}
		best, nudged = next, true
	}
	if nudged {
		f.complete(&best)
	}
	return &best
}

// otherwise are other beginnings than that of which the best structure came, as far as its end gives reason to doubt it: others, and the
// same one begun anew.
func (f *finder) otherwise(best *structure, found []structure) (others, anew []structure) {
	if sunk, ok := f.sunk(best); ok {
		others = append(others, sunk)
	}
	if !best.settled(&found[0]) {
		others = append(others, rivalsOf(found)...)
	}
	if best.atRest() && len(best.cells) >= len(found[0].cells) {
		return others, nil
	}
	if leveled, ok := best.leveled(); ok {
		others = append(others, leveled)
	}
	anew, likely := f.begunLikely(&found[0], math.Inf(-1))
	if reversed, ok := found[0].reversed(); ok {
		if more, _ := f.begunLikely(&reversed, likely-anewLess); len(more) > 0 || len(anew) == 0 {
			anew = append(append(anew, reversed), more...)
		}
	}
	return others, anew
}

// rivalsOf are structures that may be what the first was taken for: some of the same one under other poses, and the best of each other
// place, for only when poses are at their best tiles that touch are told from those that are set in a loose line.
func rivalsOf(found []structure) []structure {
	var others []structure
	same := 0
	elsewhere := []*structure{&found[0]}
	for i := range found[1:] {
		other := &found[1+i]
		switch holds := func(s *structure) bool { return s.holds(other) }; {
		case holds(&found[0]):
			if same++; same <= othersFinished {
				others = append(others, other.clone())
			}
		case len(elsewhere) <= placesFinished && !slices.ContainsFunc(elsewhere, holds):
			elsewhere = append(elsewhere, other)
			others = append(others, other.clone())
		}
	}
	return others
}

// reversed is the structure on the table that looks nearly the same from far away: tilted as much the other way. False if a camera
// hardly sees it so.
func (s *structure) reversed() (structure, bool) {
	middle := s.spaceMiddle()
	view := middle.unit()
	mirrored := func(v vec3) vec3 { return v.add(view.scale(-2 * v.dot(view))) }
	c := s.clone()
	c.x, c.y = mirrored(s.x), mirrored(s.y)
	c.z = c.x.cross(c.y)
	c.table = c.z
	c.t = c.t.add(middle.add(c.spaceMiddle().scale(-1)))
	return c, c.known == nil && c.z[2] > math.Cos(tiltMax)
}

// bestOf is the structure that explains most. Of lines that may be racks and lie apart it is the one whose tiles touch: that all of its
// edges lie where they should tells more than how many tiles there are, but for two that may be any of a rack's.
func bestOf(best structure, others []structure) structure {
	for i := range others {
		o := &others[i]
		better := o.explained()-o.looseness() > best.explained()-best.looseness()
		if min(len(o.cells), len(best.cells)) > 2 && o.mayBeRack() && best.mayBeRack() && !o.holds(&best) && !best.holds(o) {
			better = o.touching() > best.touching()
		}
		if better {
			best = *o
		}
	}
	return best
}

// each does the same to all structures, and returns them.
func (r *raster) each(all []structure, do func(*structure)) []structure {
	onAllCores(len(all), func(i int) { do(&all[i]) })
	return all
}

// grow goes out from the cells known: every neighbor that looks like a tile joins. Then color judges the faces without letters, and of the
// places that claim one face the likeliest has it.
func (f *finder) grow(j *judge, s *structure) {
	g := f.outward(j, s, f.past.cloth.discount)
	s.judgeBlanks(g.kept, g.weak, g.faint)
	s.oneFaceEach(g.kept, nil)
	s.keep(&g)
}

// finish brings pose and stacks to their best.
func (f *finder) finish(s *structure) {
	rough := s.clone()
	f.approach(s)
	f.conclude(s, &rough)
}

// likelyFinished is how many of several beginnings are finished.
const likelyFinished = 4

// finishLikely finishes those of several beginnings that explain most when they come near to their best.
func (f *finder) finishLikely(all []structure) []structure {
	type begun struct{ near, rough structure }
	tries := make([]begun, len(all))
	onAllCores(len(all), func(i int) {
		tries[i] = begun{all[i], all[i].clone()}
		f.approach(&tries[i].near)
		tries[i].near.edges = tries[i].near.edgeLikelihood()
	})
	slices.SortStableFunc(tries, func(a, b begun) int { return cmp.Compare(b.near.explained(), a.near.explained()) })
	ends := make([]structure, min(len(tries), likelyFinished))
	onAllCores(len(ends), func(i int) {
		ends[i] = tries[i].near
		f.conclude(&ends[i], &tries[i].rough)
	})
	return ends
}

// conclude brings pose and stacks to their best from near; rough is what it was begun with.
func (f *finder) conclude(s, rough *structure) {
	f.fitBorders(s, narrowLocator(), tableHold)
	f.level(s, 1)
	f.fitBorders(s, narrowLocator(), tableHold)
	f.growClosely(s)
	if len(s.cells) < 2 {
		*s = structure{pose: rough.pose, cells: rough.cells, marks: rough.marks}
		f.grow(coarseJudge(), s)
		return
	}
	s.ground()
	f.complete(s)
}

// complete fits the pose to all cells, and looks for all of them.
func (f *finder) complete(s *structure) {
	f.fitBorders(s, narrowLocator(), tableHold)
	f.growClosely(s)
	f.hearRivals(s, nil)
	f.peek(s)
	s.edges = s.edgeLikelihood()
}

// nudged are copies of the structure under tables tilted a little in four directions.
func (s *structure) nudged() []structure {
	var all []structure
	middle := s.spaceMiddle()
	for _, turn := range []vec3{s.x.scale(nudgeTilt), s.x.scale(-nudgeTilt), s.y.scale(nudgeTilt), s.y.scale(-nudgeTilt)} {
		c := s.clone()
		c.pose = s.pose.moved(motion{turn[0], turn[1], turn[2]}, middle)
		all = append(all, c)
	}
	return all
}

// sunk is the structure with the table a tile lower, if faces are seen where they would lie in the table: then what was taken for the
// first level may be the second.
func (r *raster) sunk(s *structure) (structure, bool) {
	low := map[engine.Place]bool{}
	for at, level := range s.cells {
		if level == 1 {
			if score, inside := r.inTable(s, at); inside && score > s.evidence[at].height[0] {
				low[at] = true
			}
		}
	}
	for _, at := range s.cells.rim() {
		if score, inside := r.inTable(s, at); inside && score > surely && score > s.evidence[at].tile {
			low[at] = true
		}
	}
	c := s.clone()
	c.pose.t = s.pose.t.add(s.pose.z.scale(s.thickness))
	for at, level := range s.cells {
		c.cells[at] = min(level+1, engine.MaxHeight)
	}
	for at := range low {
		c.cells[at] = 1
	}
	return c, len(low) > 0
}

// inTable is how much like a tile's face it looks where one would lie in the table.
func (r *raster) inTable(s *structure, at engine.Place) (score float64, inside bool) {
	v := r.viewClosely(&s.pose, at, 0)
	return fineJudge().score(v.features()), v.inside
}
