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

// recorded are the heights that are expected of the structure's cells.
func (t *Tracker) recorded(s *structure) stacks {
	heights := stacks{}
	for at, level := range s.cells {
		middle, near := s.pose.pixel(float64(at.Col), float64(at.Row), float64(level)), sameStack*s.pose.scale(at)
		for _, e := range t.expected {
			q := e.Quad
			if dist(middle, engine.Point{X: (q[0].X + q[1].X + q[2].X + q[3].X) / 4, Y: (q[0].Y + q[1].Y + q[2].Y + q[3].Y) / 4}) < near {
				heights[at] = e.Height
				break
			}
		}
	}
	return heights
}

// sameStack is how near faces lie that are one stack's, in pitches; one more tile moves its face by less.
const sameStack = 0.4

// asRecorded is the structure under the pose that goes with the heights recorded, if that explains the picture better: a record that is
// out of date does not.
func (r *raster) asRecorded(s *structure, recorded, known stacks) *structure {
	differ := 0
	for at, level := range recorded {
		if s.cells[at] != level {
			differ++
		}
	}
	if differ < differingStacks {
		return s
	}
	own, other := s.clone(), s.clone()
	before := maps.Clone(known)
	maps.Copy(before, recorded)
	own.before, other.before = before, before
	own.edges = own.edgeLikelihood()
	maps.Copy(other.cells, recorded)
	fine := fineJudge()
	r.fitBorders(&other, wideLocator(), tableHold)
	r.fitBorders(&other, narrowLocator(), tableHold)
	r.survey(&other, fine, known)
	r.fitBorders(&other, narrowLocator(), tableHold)
	r.survey(&other, fine, known)
	r.hearRivals(&other, known)
	r.peek(&other)
	other.edges = other.edgeLikelihood()
	if len(other.cells) >= len(s.cells) && other.explained() > own.explained() {
		return &other
	}
	return s
}

// differingStacks is in how many stacks picture and record must differ: one is what is played most.
const differingStacks = 1
