package follow

import (
	"tilewatch/engine/nabit/follow/evidence"
	"tilewatch/engine/nabit/follow/hypothesis"
)

// leastFlushed is how many pictures, and how many in a row that agree, an ending window needs to be heard. Hand-set.
const leastFlushed = 2

// heardAfter is how many pictures an ending window needs to be heard: one is enough where the next shows another turn.
func (f *Follower) heardAfter() int {
	if f.single() {
		return 1
	}
	return leastFlushed
}

// flush accepts what an ending window leaves undecided, if it is likely enough.
func (f *Follower) flush() []Line {
	if least := f.heardAfter(); f.rest.window.Count < float64(least) || f.nothingNew() || f.rest.agreed < least {
		return nil
	}
	v := f.rest.window.View()
	hypotheses := f.state().Explain(v)
	tiles := hypothesis.Posterior(hypotheses)
	if hypotheses[0].Nothing() || tiles < leastSure {
		return nil
	}
	sure := f.posterior(v, hypotheses)
	if len(f.board()) == 0 && sure < leastSure { // no game has begun, and this is unlikely to begin one
		return nil
	}
	if tiles < littleDoubt {
		return f.acceptInDoubt(hypotheses[0], sure)
	}
	return f.accept(hypotheses[0], sure, sure < littleDoubt)
}

// changed reports whether the sighting cannot show the same table as the window.
func (f *Follower) changed(s evidence.Sighting) (changed bool) {
	if f.rest.window.Count == 0 {
		return false
	}
	f.missed, changed = s.Changed(f.rest.window.View(), f.missed)
	return changed
}

// asBefore reports whether the sighting shows the believed board and nothing new: neither a turn, nor what may become one.
func (f *Follower) asBefore(s evidence.Sighting) bool {
	return f.nothingNew() && !s.ShowsNew(f.board(), f.rest.window.View()) && f.state().Explain(s.View())[0].Nothing()
}

// nextWindow ends the window of a table that may have changed. It accepts what the old window leaves undecided if the new sighting
// bears it out.
func (f *Follower) nextWindow(s evidence.Sighting) []Line {
	var lines []Line
	if f.rest.window.Count >= float64(f.heardAfter()) && !f.nothingNew() && (f.rest.agreed >= wellSeen || f.state().BorneOut(s.View(), f.explain()[0])) {
		lines = f.flush()
	}
	f.belief.Learn(f.rest.window, f.board())
	f.open.Learn(f.rest.window, f.board())
	f.beginWindow(false)
	f.differs = nil
	return lines
}
