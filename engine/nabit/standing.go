package nabit

import "slices"

// Standing are the events that the game rests on now: the start, and what came after it without what was undone,
// corrected turns as they read by now. A new Game that is given them comes to the same position. An event that a
// correction has made illegal stands all the same, and is marked as Seen for that; one that has lost its ground is
// refused by the new game, and has no effect here either.
func (g *Game) Standing() []Event {
	var events []Event
	for i, n := range g.line {
		e := *n.event
		e.Placements = slices.Clone(e.Placements)
		if i > 0 && !e.Seen {
			j := g.judge(false)
			_, o := g.line[i-1].after.apply(e, j)
			e.Seen = o.refused(j) != nil
		}
		events = append(events, e)
	}
	return events
}
