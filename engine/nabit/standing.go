package nabit

import "slices"

// Standing are the events that the game rests on now: the start, and what came after it without what was undone,
// corrected turns as they read by now. A new Game that is given them comes to the same position. An event that a
// correction has made illegal stands all the same, and is marked as Seen for that; one that has lost its ground is
// refused by the new game, and has no effect here either.
func (g *Game) Standing() []Event {
	var events []Event
	for _, n := range g.line {
		if n.event.Type != Corrected {
			e := *n.event
			e.Placements = slices.Clone(e.Placements)
			e.Seen = e.Seen || len(n.broken) > 0
			events = append(events, e)
		}
	}
	return events
}
