package vision

import (
	"maps"

	"tilewatch/engine"
)

// Stack is a stack of which more is known than a picture shows.
type Stack struct {
	Quad   engine.Quad // its top face where it was seen last
	Height int
}

// Expect tells the tracker which stacks lie there by all that was seen before and by the rules, as far as they have not moved. Seen from
// straight above, tiles on one side that are all a level too high look like a table that tilts; the tracker hears the record before
// it believes that.
func (t *Tracker) Expect(stacks []Stack) { t.expected = stacks }

// recorded are the heights that are expected of the structure's cells, and of the places where cells lay before.
func (t *Tracker) recorded(s *structure) stacks {
	heights, places := stacks{}, t.known.places() // in order: what is seen must be the same in every run
	for _, e := range t.expected {
		q := e.Quad
		middle := engine.Point{X: (q[0].X + q[1].X + q[2].X + q[3].X) / 4, Y: (q[0].Y + q[1].Y + q[2].Y + q[3].Y) / 4}
		near := func(at engine.Place, level int) bool {
			return level > 0 && dist(middle, s.pose.pixel(float64(at.Col), float64(at.Row), float64(level))) < sameStack*s.pose.scale(at)
		}
		for _, at := range places {
			if near(at, s.cells[at]) || s.cells[at] == 0 && near(at, e.Height) {
				heights[at] = e.Height
				break
			}
		}
	}
	return heights
}

// differs is in how many stacks the structure differs from the record: that are higher or lower, or that should be seen and are not.
func (s *structure) differs(recorded stacks) (n int) {
	for at, level := range recorded {
		if seen := s.cells[at]; seen > 0 && seen != level || seen == 0 && s.inSight(at, level) {
			n++
		}
	}
	return n
}

// inSight says whether enough is seen of a face past the stacks before it.
func (s *structure) inSight(at engine.Place, level int) bool {
	hides := s.coverOf(at, level)
	return hides.visible(1) > leastInSight
}

const leastInSight = 0.4

// sameStack is how near faces lie that are one stack's, in pitches; one more tile moves its face by less.
const sameStack = 0.4

// asRecorded is the structure under the pose that goes with the heights recorded, if that explains the picture better: a record that is
// out of date does not.
func (r *raster) asRecorded(s *structure, recorded, known stacks) *structure {
	differ := s.differs(recorded)
	if differ == 0 {
		return s
	}
	own, other := s.clone(), s.clone()
	before := maps.Clone(known)
	maps.Copy(before, recorded)
	own.before, other.before = before, before
	own.edges = own.edgeLikelihood()
	for at, level := range recorded {
		if other.cells[at] > 0 {
			other.cells[at] = level
		}
	}
	fine := fineJudge()
	r.fitBorders(&other, wideLocator(), tableHold)
	r.fitBorders(&other, narrowLocator(), tableHold)
	r.survey(&other, fine, known)
	r.fitBorders(&other, narrowLocator(), tableHold)
	r.survey(&other, fine, known)
	r.hearRivals(&other, known)
	r.peek(&other)
	other.edges = other.edgeLikelihood()
	if other.differs(recorded) < differ && len(other.cells) >= len(s.cells) && other.explained() > own.explained() {
		return &other
	}
	return s
}
