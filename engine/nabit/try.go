package nabit

import "slices"

// Try answers what an event would bring, and how the game would stand after it; the game itself stays as it is. It refuses events that
// go back to earlier ones, and a start: those change more than the end of the game.
func (g *Game) Try(e Event) (Answer, State) {
	e = e.relevant()
	switch {
	case len(g.line) == 0:
		return refuse(badEvent("no game yet: send a start first")), State{}
	case slices.Contains([]Type{Start, Undone, Redone, Corrected}, e.Type):
		return refuse(badEvent("%s cannot be tried", e.Type)), State{}
	}
	j := g.judge(e.Seen)
	after, o := g.now().apply(e, j)
	if v := o.refused(j); v != nil {
		return g.refused(v, o), State{}
	}
	tried := *g
	tried.line = append(slices.Clip(g.line), entry{event: &e, after: after, broken: o.broken})
	return tried.answer(o), tried.State()
}
