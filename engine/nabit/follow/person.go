package follow

import (
	"tilewatch/engine"
	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/follow/evidence"
	"tilewatch/engine/nabit/follow/review"
)

// Enter takes what a person says happened, and goes on from there: the camera does not contradict it. A start begins another
// game; what lies on the table then counts once it has changed. A play that a challenge or an undo took back is not reported
// again while its tiles still lie there.
func (f *Follower) Enter(e nabit.Event) nabit.Answer {
	if e.Type == nabit.Start {
		return f.restart(e)
	}
	if !f.game.Begun && len(f.game.Players) > 0 {
		f.game.Begin()
	}
	if e.Type == nabit.Marked { // of the game as a whole: the board is as it was
		return f.game.Accept(e)
	}
	before := f.board()
	a := f.game.Accept(e)
	if a.OK {
		f.game.Described = true
		f.game.Adopt()
		f.agreeWithPerson(before)
	}
	return a
}

// agreeWithPerson begins a window on the board as a person's words left it. It pins what changed, and asks nothing about it.
func (f *Follower) agreeWithPerson(before engine.Board) {
	now := f.board()
	for _, at := range f.pins.Correct(before, now, f.rest.window) {
		f.belief.Forget(at, now[at].Height)
	}
	f.beginWindow(true)
}

// restart begins the game that a person describes.
func (f *Follower) restart(e nabit.Event) nabit.Answer {
	a := nabit.New(f.words).Apply(e)
	if !a.OK {
		return a
	}
	lying, named, renames := f.board(), f.named, f.renames
	*f = *New(e.Players, f.words, f.opts)
	f.named, f.renames = named, renames // the plastics are what they were
	f.game.Restart(e)
	if f.leftover = lying; len(f.game.Start) > 0 {
		f.leftover = nil
	}
	return a
}

// Confirm says that a person agrees with what the follower reported of the turn of that number; 0: of the last one.
func (f *Follower) Confirm(number int) {
	f.rest.asked = true
	t := f.game.Last()
	if number > 0 {
		t = f.game.Numbered(number)
	}
	if t != nil {
		t.Provisional, t.InDoubt, t.Confidence = false, false, 1
	}
}

// Doubted reports whether some tiles of the turn of that number are still in doubt.
func (f *Follower) Doubted(number int) bool {
	t := f.game.Numbered(number)
	return t != nil && t.Provisional && t.InDoubt
}

// FixStart changes a stack of the board that the game began with, which no turn laid; a cell of height 0 removes it. It reports whether
// the place has such a stack.
func (f *Follower) FixStart(at engine.Place, c engine.Cell) bool {
	before := f.board()
	if !f.game.FixStart(at, c) {
		return false
	}
	f.game.Rebuild()
	f.game.Described = true
	f.agreeWithPerson(before)
	return true
}

// StartHere makes the board that lies on the table the record's. It records tiles that no turn explains as laid in missed turns, one
// for each color, and corrects turns whose tiles are gone or differ. Where nothing of the board is found again, a new game begins
// from what lies there, with the same players, names, rules and banks. It reports whether there is anything to go on from.
func (f *Follower) StartHere() bool {
	if f.contradictions > 0 {
		return f.startOver()
	}
	if f.rest.window.Count == 0 {
		return false
	}
	differs := review.Differences(f.state(), f.rest.window.View(), true)
	if len(differs) == 0 {
		differs = f.differs
	}
	f.recordSeen(differs)
	f.differs, f.game.Described = nil, true
	f.pins, f.kept = evidence.Pins{}, map[engine.Place]Difference{}
	f.beginWindow(false)
	return true
}

// startOver forgets the board, so that the next pictures show what lies there: that begins another game, of the same players.
func (f *Follower) startOver() bool {
	if !f.Lies() {
		return false
	}
	f.game.Forget()
	f.belief, f.open, f.at = evidence.Belief{}, evidence.Unoccluded{}, map[engine.Place]engine.Quad{}
	f.contradictions, f.draft, f.upright = 0, nil, 1
	f.rest = rest{window: evidence.NewWindow(), since: f.rest.since}
	f.pins, f.kept, f.differs = evidence.Pins{}, map[engine.Place]Difference{}, nil
	return true
}

// recordSeen makes the record agree with what the table shows at those places.
func (f *Follower) recordSeen(differs []Difference) {
	laid := map[engine.Color][]nabit.Placement{}
	for _, d := range differs {
		switch {
		case d.Seen.Height == 0:
			f.clear(d.Place)
			continue
		case d.Seen.Height == d.Recorded.Height: // another tile in its place
			f.clearTop(d.Place)
		}
		laid[d.Seen.Color] = append(laid[d.Seen.Color], nabit.Placement{Place: d.Place, Letter: d.Seen.Letter, Blank: d.Seen.Blank})
	}
	f.game.LayMissed(laid)
}

// clear removes the whole stack at the place from the record.
func (f *Follower) clear(at engine.Place) {
	for f.board()[at].Height > 0 {
		if !f.clearTop(at) {
			return
		}
	}
}

// clearTop removes the top tile at the place from the turn that laid it, or from the board that the game began with; false if it is
// in neither.
func (f *Follower) clearTop(at engine.Place) bool {
	if found, ok := f.game.ClearTop(at); found {
		return ok
	}
	return f.FixStart(at, engine.Cell{})
}
