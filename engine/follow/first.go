package follow

import (
	"strings"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
	"tilewatch/engine/reading"
)

// Until a board is known, pictures are gathered on the lattice of a draft: the first picture's reading.
type draft struct {
	board engine.Board
	at    map[engine.Place]engine.Quad
}

const (
	// runningPrior is how likely the first picture shows a game that was running already rather than a first play.
	runningPrior = -6
	// suddenPrior is the same for a table that was seen empty.
	suddenPrior = -25
	// joinAfter is how many pictures a running game's board is read from.
	joinAfter = 4
)

// observeFirst gathers pictures while no board is known, and tells the first play or the board of a running game.
func (f *Follower) observeFirst(obs engine.Observation, gap bool) []Line {
	if !anyTile(obs) {
		f.emptied()
		return nil
	}
	if gap && f.draft != nil {
		if lines := f.toldFirst(f.flush()); len(lines) > 0 {
			return append(lines, f.Observe(obs)...)
		}
	}
	s, same := f.sketch(obs)
	if gap || !same || f.changed(s) {
		f.window, f.since, f.asked, f.key, f.agreed = newWindow(), f.now, false, "", 0
	}
	f.window.add(s)
	position := reading.Read(f.window.view().observation(), f.words)
	f.upright = position.Upright
	f.relay(position)
	if f.likeRack(position.Board) {
		f.startGame() // no structure lies there yet
		f.rack = len(position.Board) >= nabit.RackSize-1
		return nil
	}
	v := f.window.view()
	if f.running(v, position) {
		if f.window.count < joinAfter {
			return nil
		}
		return f.join(position)
	}
	if !f.touched && !f.beginners(position.Board) { // nobody else can have played before the watch began
		return nil
	}
	return f.toldFirst(f.decide())
}

// likeRack tells whether the board looks like a player's rack: tiles of one color that do not lie as one word, or as
// many as a rack holds in a color that is not to begin. A structure that small may be taken for a rack, and the other
// way round; a first play of that kind is told together with the second.
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
	case len(f.players) > 0 && color != f.players[0] && len(b) == nabit.RackSize:
		return true
	case f.words == nil:
		return false
	}
	return len(words) != 1 || len(words[0].Text) != len(b) || !f.mayBeWord(words[0].Text)
}

// beginners tells whether all tiles may be those of the player who begins.
func (f *Follower) beginners(b engine.Board) bool {
	for _, c := range b {
		if len(f.players) > 0 && c.Color != f.players[0] {
			return false
		}
	}
	return true
}

// mayBeWord tells whether the text is a word, whatever its blank stands for.
func (f *Follower) mayBeWord(text string) bool {
	head, tail, blank := strings.Cut(text, "?")
	if !blank {
		return f.words.Has(text)
	}
	for l := 'A'; l <= 'Z'; l++ {
		if f.words.Has(head + string(l) + tail) {
			return true
		}
	}
	return false
}

// toldFirst notes where the first board lies once it is told.
func (f *Follower) toldFirst(lines []Line) []Line {
	if len(f.board()) > 0 {
		f.at, f.upright = f.draft.at, 1
	}
	return lines
}

func anyTile(obs engine.Observation) bool {
	for _, e := range obs.Cells {
		if e.Tile > 0 {
			return true
		}
	}
	return false
}

// emptied notes a table without tiles.
func (f *Follower) emptied() {
	f.startGame()
	if f.draft != nil {
		f.agreed = 0
	}
	f.draft, f.window, f.key = nil, newWindow(), story{}.key()
	f.agreed++
}

// sketch lays the observation on the draft's lattice; false if it shows another table, which makes a new draft.
func (f *Follower) sketch(obs engine.Observation) (sighting, bool) {
	if f.draft != nil {
		if s := match(obs, f.draft.board, f.draft.at, len(f.draft.board)/2+1); !s.contradicts {
			return s, true
		}
	}
	p := reading.Read(obs, f.words)
	f.draft = &draft{p.Board, quads(p)}
	return sighting{looks: lay(ownLooks(obs), p.Turn, p.Shift)}, false
}

func quads(p reading.Position) map[engine.Place]engine.Quad {
	at := make(map[engine.Place]engine.Quad, len(p.Cells))
	for _, c := range p.Cells {
		at[c.Place] = c.Quad
	}
	return at
}

// observation is the view as one picture would say it.
func (v view) observation() engine.Observation {
	var obs engine.Observation
	for p, m := range v.looks {
		e := engine.CellEvidence{Place: p, Quad: m.quad, Tile: m.tile, Visible: m.visible}
		for i := range e.Color {
			e.Color[i] = v.weight * m.color[i]
		}
		for i := range e.Height {
			e.Height[i] = v.weight * m.height[i]
		}
		for j := range e.Letter {
			for i := range e.Letter[j] {
				e.Letter[j][i] = v.weight * m.letter[j][i]
			}
		}
		if m.share < 0.5 {
			e.Tile = -tileBound
		}
		obs.Cells = append(obs.Cells, e)
	}
	return obs
}

// relay lays window and draft on the lattice of the position, which is upright and has its corner at 0, 0.
func (f *Follower) relay(p reading.Position) {
	f.window = f.window.laid(p.Turn, p.Shift)
	f.draft = &draft{p.Board, quads(p)}
}

// running tells whether the board read is better explained by a game that was running already than by first plays.
func (f *Follower) running(v view, p reading.Position) bool {
	t := f.teller(v)
	for place := range p.Board {
		t.places[place] = true
	}
	prior := float64(runningPrior)
	if f.begun {
		prior = suddenPrior
	}
	return t.evidence(p.Board)+prior > f.stories(v)[0].score
}

// join takes the board over without a play.
func (f *Follower) join(p reading.Position) []Line {
	f.start, f.at = p.Board, quads(p)
	f.rebuild()
	f.key, f.agreed = (story{}).key(), 1
	l := f.withBoard(f.line(Joined))
	l.Warnings = p.Warnings
	return []Line{l}
}
