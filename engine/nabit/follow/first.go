package follow

import (
	"tilewatch/engine"
	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/follow/evidence"
	"tilewatch/engine/nabit/follow/hypothesis"
	"tilewatch/engine/reading"
)

// Hand-set; TestARunningGameIsJoined exercises them.
const (
	// runningPrior is the log-prior of a first picture that shows a game running already, against a first play.
	runningPrior = -6
	// suddenPrior is the same for a table that was seen empty.
	suddenPrior = -25
	// joinAfter is how many pictures the board of a running game is read from, however unsure it is.
	joinAfter = 4
)

// observeFirst gathers pictures while no board is known, and reports the first play or the board of a running game. again says that the
// observation comes after a first play that only its predecessors show, and must be observed again.
func (f *Follower) observeFirst(obs engine.Observation, gap bool) (lines []Line, again bool) {
	if !evidence.AnyTile(obs) {
		f.emptied()
		return nil, false
	}
	if gap && f.draft != nil {
		if lines := f.firstLaid(f.flush()); len(lines) > 0 {
			return lines, true
		}
	}
	s, same := f.sketch(obs)
	if gap || !same || f.changed(s) {
		f.beginWindow(false)
	}
	f.rest.window.Add(s)
	position := reading.Read(f.rest.window.View().Observation(), f.words)
	f.upright = position.Upright
	f.relay(position)
	if f.likeRack(position.Board) {
		f.game.Begin() // no structure lies there yet
		f.rack = len(position.Board) >= nabit.RackSize-1
		return nil, false
	}
	if f.running(position) {
		if !f.mayJoin(position) {
			return nil, false
		}
		return f.join(position), false
	}
	if !f.touched && !f.beginners(position.Board) { // nobody else can have played before the watch began
		return nil, false
	}
	return f.firstLaid(f.decide()), false
}

// likeRack reports whether the board looks like a player's rack: tiles of one color that do not lie as one word, or as many as a rack
// holds in a color that is not to begin. It may mistake a structure that small for a rack, and the other way round; the follower
// reports a first play of that kind together with the second.
func (f *Follower) likeRack(b engine.Board) bool {
	color := engine.NoColor
	for _, c := range b {
		if color != engine.NoColor && c.Color != color {
			return false
		}
		color = c.Color
	}
	words := nabit.Words(b)
	switch {
	case len(f.game.Players) > 0 && color != f.game.Players[0] && len(b) == nabit.RackSize:
		return true
	case f.words == nil:
		return false
	}
	return len(words) != 1 || len(words[0].Text) != len(b) || !reading.MayBeWord(f.words, words[0].Text)
}

// beginners reports whether all tiles may be those of the player who begins.
func (f *Follower) beginners(b engine.Board) bool {
	for _, c := range b {
		if len(f.game.Players) > 0 && c.Color != f.game.Players[0] {
			return false
		}
	}
	return true
}

// firstLaid notes where the first board lies once the lines report it.
func (f *Follower) firstLaid(lines []Line) []Line {
	if len(f.board()) > 0 {
		f.at, f.upright = f.draft.at, 1
	}
	return lines
}

// emptied notes a table without tiles.
func (f *Follower) emptied() {
	f.game.Begin()
	if f.draft != nil {
		f.rest.agreed = 0
	}
	f.draft, f.rest.window, f.rest.key = nil, evidence.NewWindow(), hypothesis.NothingKey
	f.rest.agreed++
}

// sketch registers the observation to the draft's lattice; false if it shows another table, which makes a new draft.
func (f *Follower) sketch(obs engine.Observation) (evidence.Sighting, bool) {
	if f.draft != nil {
		if s := evidence.Register(obs, f.draft.board, f.draft.at, len(f.draft.board)/2+1); !s.Contradicts {
			return s, true
		}
	}
	p := reading.Read(obs, f.words)
	f.draft = &draft{p.Board, quads(p)}
	return evidence.Laid(obs, p.Turn, p.Shift), false
}

func quads(p reading.Position) map[engine.Place]engine.Quad {
	at := make(map[engine.Place]engine.Quad, len(p.Cells))
	for _, c := range p.Cells {
		at[c.Place] = c.Quad
	}
	return at
}

// relay lays window and draft on the lattice of the position, which is upright and has its corner at 0, 0.
func (f *Follower) relay(p reading.Position) {
	f.rest.window = f.rest.window.Laid(p.Turn, p.Shift)
	f.draft = &draft{p.Board, quads(p)}
}

// running reports whether a game that was running already explains the board better than first plays do.
func (f *Follower) running(p reading.Position) bool {
	v := f.rest.window.View()
	prior := float64(runningPrior)
	if f.game.Begun {
		prior = suddenPrior
	}
	return f.state().Evidence(v, p.Board)+prior > f.state().Explain(v)[0].Score
}

// mayJoin reports whether the window shows the board of a running game surely enough; the surer it is, the fewer looks that takes.
func (f *Follower) mayJoin(p reading.Position) bool {
	sure := p.Upright
	for _, c := range p.Cells {
		sure *= c.Confidence
	}
	pictures := int(f.rest.window.Count)
	looks := pictures * f.looks()
	return f.photo || pictures >= joinAfter || looks >= noDoubtAfter && sure >= noDoubt || looks >= littleDoubtAfter && sure >= littleDoubt
}

// join starts from the board without a play.
func (f *Follower) join(p reading.Position) []Line {
	f.game.Start, f.at = p.Board, quads(p)
	f.game.Rebuild()
	f.rest.key, f.rest.agreed = hypothesis.NothingKey, 1
	l := f.withBoard(f.line(Joined))
	l.Warnings = p.Warnings
	return []Line{l}
}
