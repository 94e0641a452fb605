package follow

import (
	"maps"
	"slices"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
	"tilewatch/engine/reading"
)

// Told takes what a person says happened, and goes on from there: the camera does not contradict it. A start begins another
// game; what lies on the table then counts once it has changed. A play that is taken back by a challenge or an undo is not told
// again while its tiles still lie there.
func (f *Follower) Told(e nabit.Event) nabit.Answer {
	if e.Type == nabit.Start {
		return f.restart(e)
	}
	if !f.begun && len(f.players) > 0 {
		f.startGame()
	}
	before := f.board()
	a := f.accept(e)
	if a.OK {
		f.told = true
		f.adopt(before)
	}
	return a
}

// restart begins the game that a person describes.
func (f *Follower) restart(e nabit.Event) nabit.Answer {
	game := nabit.New(f.words)
	a := game.Apply(e)
	if !a.OK {
		return a
	}
	lying := f.board()
	*f = *New(e.Players, f.words, f.opts)
	f.accept(e)
	f.begun, f.told, f.leftover = true, true, lying
	f.start = f.game.Board()
	if len(f.start) > 0 {
		f.leftover = nil
	}
	return a
}

// isLeftover tells whether the observation still shows the board of the game before, which a person has ended.
func (f *Follower) isLeftover(obs engine.Observation) bool {
	if len(f.leftover) == 0 {
		return false
	}
	if anyTile(obs) && !match(obs, f.leftover, nil, len(f.leftover)/2+1).contradicts {
		f.key = story{}.key() // nothing new: it need not be read again and again
		f.agreed++
		return true
	}
	f.leftover = nil
	return false
}

// adopt takes the turns from the game, as a person's event has left them. Those that are gone from the game may lie on the table
// still.
func (f *Follower) adopt(before engine.Board) {
	state := f.game.State()
	p := &past{start: f.start, banked: map[engine.Color]int{}}
	p.replay(state)
	old := f.turns
	for i := range min(len(old), len(p.turns)) {
		if same := &p.turns[i]; sameTurn(old[i], *same) {
			same.confidence, same.told, same.provisional, same.doubted = old[i].confidence, old[i].told, old[i].provisional, old[i].doubted
		}
	}
	if n := len(p.turns); len(old) > n && slices.EqualFunc(old[:n], p.turns, sameTurn) {
		for _, gone := range old[n:] {
			gone.ghost = true
			p.turns = append(p.turns, gone)
		}
	}
	f.turns = p.turns
	maps.Copy(f.banks.known, p.banked)
	if state.Next != engine.NoColor {
		f.awaited = state.Next
	}
	f.pin(before)
	f.window, f.since, f.asked, f.key, f.agreed = newWindow(), f.now, true, "", 0
}

func sameTurn(a, b turn) bool {
	return a.number == b.number && a.play.Color == b.play.Color && slices.Equal(a.play.Placements, b.play.Placements)
}

// unghost puts a play back into the game that a person took back, but that was played on: so it stood after all.
func (f *Follower) unghost() {
	for i := range f.turns {
		if t := &f.turns[i]; t.ghost {
			t.ghost = false
			if a := f.apply(nabit.Event{Type: nabit.Played, Player: t.play.Color, Placements: t.play.Placements}); a.OK {
				t.number = a.Turn
			}
		}
	}
}

// haunted tells whether the tile at the place is of a play that a person took back.
func (f *Follower) haunted(at engine.Place) bool {
	last := f.last()
	return last != nil && last.ghost && slices.ContainsFunc(last.play.Placements, func(t nabit.Placement) bool { return t.Place == at })
}

// Confirm says that a person agrees with what was told of the turn of that number; 0: of the last one.
func (f *Follower) Confirm(number int) {
	f.asked = true
	t := f.last()
	if number > 0 {
		t = f.numbered(number)
	}
	if t != nil {
		t.provisional, t.doubted, t.confidence = false, false, 1
	}
}

// Doubted tells whether some tiles of the turn of that number are in doubt still.
func (f *Follower) Doubted(number int) bool {
	t := f.numbered(number)
	return t != nil && t.provisional && t.doubted
}

// numbered is the turn of that number that stands; nil if none does.
func (f *Follower) numbered(number int) *turn {
	for i := range f.turns {
		if t := &f.turns[i]; t.number == number && !t.ghost {
			return t
		}
	}
	return nil
}

// TakingBack is who still has to take tiles back, of a play that was challenged or undone; NoColor: nobody.
func (f *Follower) TakingBack() engine.Color {
	if last := f.last(); last != nil && last.ghost {
		return last.play.Color
	}
	return engine.NoColor
}

// FixStart changes a stack of the board that the game began with, which no turn laid: a cell of height 0 takes it away. False: it
// is none of those.
func (f *Follower) FixStart(at engine.Place, c engine.Cell) bool {
	if _, there := f.start[at]; !there {
		return false
	}
	before := f.board()
	f.start = maps.Clone(f.start)
	if f.start[at] = c; c.Height == 0 {
		delete(f.start, at)
	}
	board := f.start
	for i := range f.turns {
		t := &f.turns[i]
		t.before, t.after = board, nabit.Place(board, t.play)
		board = t.after
	}
	f.rebuild()
	f.told = true
	f.pin(before)
	f.window, f.since, f.asked, f.key, f.agreed = newWindow(), f.now, true, "", 0
	return true
}

// Readings are the likeliest ways to read the top tile at the place by everything that was seen of it, the best first, three at
// least; none if nothing was seen.
func (f *Follower) Readings(at engine.Place) []reading.Face {
	c, there := f.board()[at]
	if !there || f.window.count == 0 {
		return nil
	}
	v := f.window.view()
	var out []reading.Face
	for _, face := range f.facesOf(v, at, c) { // a blank is one face, whatever it stands for
		if face.Blank && slices.ContainsFunc(out, func(o reading.Face) bool { return o.Blank }) {
			continue
		}
		if face.Blank && c.Blank {
			face.Letter = c.Letter
		}
		out = append(out, face)
	}
	return withFurther(out, v.looks[at].letter[0])
}

// leastReadings is how many readings are told, though all but the first are as good as impossible.
const leastReadings = 3

// withFurther adds the next likeliest letters by the picture alone.
func withFurther(faces []reading.Face, seen letters) []reading.Face {
	for len(faces) < leastReadings {
		best := -1
		for i := range engine.BlankIndex {
			known := slices.ContainsFunc(faces, func(o reading.Face) bool { return !o.Blank && o.Letter == engine.Letter('A'+i) })
			if !known && (best < 0 || seen[i] > seen[best]) {
				best = i
			}
		}
		faces = append(faces, reading.Face{Letter: engine.Letter('A' + best), Score: min(seen[best], -faceless)})
	}
	return faces
}

// faceless is below what any reading worth trying scores, nats.
const faceless = 7

// Where are the outlines of the stacks in the newest picture in which they were seen. The map is the caller's.
func (f *Follower) Where() map[engine.Place]engine.Quad { return maps.Clone(f.at) }

// Racks are the players' rows of loose tiles in the newest picture. The slice is the caller's; its tiles are not to be changed.
func (f *Follower) Racks() []engine.Rack { return slices.Clone(f.newest.Racks) }

// GoOn takes up the remembered game of that name without waiting for the table to show it: a person went on with it. False: none
// is remembered by that name any more.
func (f *Follower) GoOn(name string) bool {
	for _, p := range f.pasts {
		if p.name == name {
			f.takeUp(p)
			f.told = true
			return true
		}
	}
	return false
}

// Begun tells whether there is a game to which something can happen.
func (f *Follower) Begun() bool { return f.begun }

// Start is the board before the first turn.
func (f *Follower) Start() []nabit.BoardCell { return nabit.BoardCells(f.start) }

// Steps are as nabit.Game's.
func (f *Follower) Steps() (undo, redo *nabit.Event, events int) { return f.game.Steps() }
