package follow

import (
	"time"

	"tilewatch/engine"
	"tilewatch/engine/game"
	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/follow/evidence"
	"tilewatch/engine/nabit/follow/hypothesis"
	"tilewatch/engine/nabit/follow/record"
)

// How long the table must contradict the first turns before the follower gives them up, and a board without turns. Hand-set;
// TestABoardThatIsNotThereIsGivenUp exercises them.
const stubborn, unproven = 3 * time.Second, time.Second

// Disturbed says that a hand or something else moved since the last observation: the table may have changed.
func (f *Follower) Disturbed() { f.disturbed = true }

// Sparse says whether pictures come so rarely that the next one may show the next turn already: then one picture counts as two of a quick
// camera, and two equal ones settle the table.
func (f *Follower) Sparse(sparse bool) { f.sparse = sparse }

// Photo says whether the next observation is of a photo that somebody took of a table at rest: it is all there will be of that table, so
// what it leaves open is reported as it is, with a question.
func (f *Follower) Photo(photo bool) { f.photo = photo }

// looks is how many observations in a row the newest one counts as; its evidence counts once.
func (f *Follower) looks() int { return game.Moment{Photo: f.photo, Sparse: f.sparse}.Looks() }

// lain is how long the table has lain as it does.
func (f *Follower) lain() time.Duration {
	if f.photo {
		return f.opts.Patience
	}
	return f.now - f.rest.since
}

// single reports whether one observation is all there may be of a table.
func (f *Follower) single() bool { return f.sparse || f.photo }

// Observe takes the next observation of a table at rest and returns what it settles. The follower counts an observation that fits
// nothing, and ignores it.
func (f *Follower) Observe(obs engine.Observation) []Line {
	gap := f.arrive(obs)
	if f.isLeftover(obs) {
		f.counts.Ignored++
		return nil
	}
	if f.counts.Observations == 1 {
		f.game.Banks.Begin(obs.Banks)
	}
	var lines []Line
	if len(f.pasts) > 0 {
		lines = f.recall(obs)
	}
	if len(f.board()) == 0 {
		lines, again := f.observeFirst(obs, gap)
		if again {
			lines = append(lines, f.Observe(obs)...)
		}
		lines = append(lines, f.countBanks(obs)...)
		if len(f.board()) > 0 {
			f.pasts = nil // another game has begun
		}
		return lines
	}
	return append(lines, f.observeKnown(obs, gap)...)
}

// arrive counts the observation, and reports whether the table may have changed since the last one.
func (f *Follower) arrive(obs engine.Observation) (gap bool) {
	gap = f.disturbed || !f.sparse && obs.Time-f.now > f.opts.Gap // whoever moves between two pictures of a slow camera disturbs the second
	f.disturbed = false
	if f.rested += f.looks(); gap {
		f.rested = f.looks()
		f.windows++
		f.touched = f.touched || f.counts.Observations > 0
		f.untouched = false
	}
	if !f.over() {
		f.compared = 0
	}
	f.looked = f.now
	f.frame, f.now, f.newest = obs.Frame, obs.Time, obs
	f.counts.Observations++
	f.sees(obs)
	f.rack = false
	return gap
}

// observeKnown takes an observation of a table whose board is known.
func (f *Follower) observeKnown(obs engine.Observation, gap bool) []Line {
	s, ok := f.locate(obs)
	if !ok {
		return f.contradicted(obs)
	}
	f.contradictions = 0
	s = f.pins.Apply(s)
	var lines []Line
	if f.changed(s) || gap && !f.asBefore(s) {
		lines = append(lines, f.nextWindow(s)...)
	}
	f.rest.window.Add(s)
	lines = append(lines, f.reorient()...)
	lines = append(lines, f.trackStructure(s)...)
	lines = append(lines, f.decide()...)
	lines = append(lines, f.findDifferences()...)
	f.incomplete = !s.Shows(f.board())
	return append(lines, f.countBanks(obs)...)
}

// isLeftover reports whether the observation still shows the board of the game before, which a person has ended.
func (f *Follower) isLeftover(obs engine.Observation) bool {
	if len(f.leftover) == 0 {
		return false
	}
	if evidence.AnyTile(obs) && !evidence.Register(obs, f.leftover, nil, len(f.leftover)/2+1).Contradicts {
		f.rest.key = hypothesis.NothingKey // it need not be read again and again
		f.rest.agreed++
		return true
	}
	f.leftover = nil
	return false
}

// contradicted counts an observation that shows nothing of the believed board: a hand, a bag, another table. If that
// lasts and almost nothing was played, the belief is wrong.
func (f *Follower) contradicted(obs engine.Observation) []Line {
	f.counts.Ignored++
	if f.contradictions == 0 {
		f.contradictedFrom = f.now
	}
	f.contradictions += f.looks()
	patience := stubborn
	if len(f.game.Turns) == 0 {
		patience = unproven
	}
	if f.now-f.contradictedFrom < patience || f.contradictions < settledAfter || len(f.game.Turns) > record.MostBack || !f.Lies() {
		return nil // where no tile lies, somebody may have turned the camera away
	}
	lines := f.giveUp()
	first, _ := f.observeFirst(obs, false)
	return append(lines, first...)
}

// giveUp forgets a board that is not there and that almost nothing was played on.
func (f *Follower) giveUp() []Line {
	var lines []Line
	for len(f.game.Turns) > 0 {
		lines = append(lines, f.withdraw(leastSure))
	}
	f.game.Start, f.game.Awaited, f.contradictions = engine.Board{}, engine.NoColor, 0
	f.belief, f.open, f.at = evidence.Belief{}, evidence.Unoccluded{}, map[engine.Place]engine.Quad{}
	f.game.Rebuild()
	f.emptied()
	f.game.Begun = false // the table may show a running game
	return lines
}

// Finish ends the watch at that frame and sums up. It first reports as provisional what the last observations show but have not
// settled.
func (f *Follower) Finish(frame int, now time.Duration) []Line {
	f.frame, f.now = frame, now
	lines := f.flush()
	f.counts.Turns = len(f.game.Turns)
	f.counts.Provisional = 0
	for _, t := range f.game.Turns {
		if t.Provisional {
			f.counts.Provisional++
		}
	}
	l, counts := f.withBoard(f.line(Summary)), f.counts
	l.Counts, l.Winners = &counts, nabit.Winners(l.Scores)
	return append(lines, l)
}
