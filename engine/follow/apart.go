package follow

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
)

// Difference is a place where the table at rest shows something else than the record, and no turn explains it. A zero Cell is no
// tile.
type Difference struct {
	engine.Place
	Recorded engine.Cell `json:"recorded,omitzero"`
	Seen     engine.Cell `json:"seen,omitzero"`
}

const (
	// apartAfter is how long a table must lie still before it is told that it differs from the record; one of which a tile is only not
	// reported, for glare hides tiles for a while, is told after unreportedAfter.
	apartAfter, unreportedAfter = 4 * time.Second, 12 * time.Second
	// apartLooks are so many looks at least.
	apartLooks = 6
	// surelyOther is the log-likelihood below which a tile's color is not the recorded one.
	surelyOther = -5.0
	// worthOffering is the least chance of an explanation that is offered all the same.
	worthOffering = 0.02
	// surelyNone is the log-likelihood ratio below which no tile lies there.
	surelyNone = -2.5
)

// Differences are the places where reality and record have parted, by row and column: none while all is well, or not settled yet, or
// a person said that the record is right.
func (f *Follower) Differences() []Difference { return slices.Clone(f.differs) }

// part looks for places where the table shows for long what the record does not explain, and asks about them once.
func (f *Follower) part() []Line {
	lying := f.now - f.since
	if f.key != (story{}).key() || f.window.count < apartLooks || lying < apartAfter || f.moves.seen > 0 {
		if f.window.count < apartLooks {
			f.differs = nil
		}
		return nil
	}
	v := f.window.view()
	was := f.differs
	f.differs = slices.DeleteFunc(f.differences(v, lying >= unreportedAfter), func(d Difference) bool { return f.kept[d.Place] == d })
	if len(f.differs) == 0 || slices.Equal(f.differs, was) || f.asked {
		return nil
	}
	f.asked = true
	stories := f.stories(v)
	l := f.line(Unclear)
	l.Question, l.Differs, l.Confidence = "the table differs from the record at "+placesOf(f.differs)+": what lies there?", f.differs, round(sureness(stories))
	sums := chances(stories)
	l.Candidates = candidates(slices.DeleteFunc(stories, func(s story) bool { return s.nothing() || sums[s.key()] < worthOffering }), sums)
	return []Line{l}
}

// placesOf names the places, a few at most.
func placesOf(differs []Difference) string {
	var names []string
	for _, d := range differs[:min(len(differs), 4)] {
		names = append(names, fmt.Sprintf("row %d, column %d", d.Row, d.Col))
	}
	if more := len(differs) - len(names); more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	return strings.Join(names, "; ")
}

// differences are the places at which the view shows surely something else than the board. With patience, a tile that is not reported
// where it could be seen counts as gone.
func (f *Follower) differences(v view, patience bool) []Difference {
	board, out := f.board(), []Difference(nil)
	places := map[engine.Place]bool{}
	for p := range board {
		places[p] = true
	}
	for p := range v.looks {
		places[p] = true
	}
	for p := range places {
		told, m := board[p], v.looks[p]
		if f.haunted(p) {
			continue
		}
		switch {
		case told.Height == 0:
			if m.share > 0.5 && m.tile > knownGap && m.clear() == 1 && beside(board, p) {
				out = append(out, Difference{Place: p, Seen: f.seen(m, told)})
			}
		case hidden(p, board, f.bare()[p]):
		case m.share > 0.5 && m.tile < surelyNone, patience && (m.share < 0.1 || m.tile < 0):
			out = append(out, Difference{Place: p, Recorded: told})
		case m.share > 0.5 && m.tile > 0 && m.clear() == 1 && m.colorOf(told.Color) < surelyOther:
			out = append(out, Difference{p, told, f.seen(m, told)})
		}
	}
	slices.SortFunc(out, func(a, b Difference) int { return engine.ComparePlaces(a.Place, b.Place) })
	return out
}

// beside tells whether the place is linked to the board.
func beside(b engine.Board, p engine.Place) bool {
	near := p.Neighbors()
	return slices.ContainsFunc(near[:], func(n engine.Place) bool { return b[n].Height > 0 })
}

// seen is the likeliest tile that the look shows, on top of what is told to lie there if its color is another.
func (f *Follower) seen(m mean, told engine.Cell) engine.Cell {
	c := engine.Cell{Color: f.player(m), Height: max(1, told.Height)}
	if face := most(m.read[:]); face == engine.BlankIndex {
		c.Letter, c.Blank = engine.Unsettled, true
	} else {
		c.Letter = engine.Letter('A' + face)
	}
	if told.Height > 0 && c.Color != told.Color && told.Height < engine.MaxHeight && m.tiles[told.Height] > m.tiles[told.Height-1] {
		c.Height++
	}
	return c
}

// player is the color among those that play that the look likes best.
func (f *Follower) player(m mean) engine.Color {
	return slices.MaxFunc(f.colors(), func(a, b engine.Color) int { return cmp.Compare(m.colorOf(a), m.colorOf(b)) })
}

// KeepRecord says that the record is right where the table seems to show something else: that is not told again while it looks the
// same.
func (f *Follower) KeepRecord() {
	for _, d := range f.differs {
		f.kept[d.Place] = d
	}
	f.differs = nil
}

// astrayAfter is how long a table at rest must show nothing of the board before it is missed.
const astrayAfter = 6 * time.Second

// Astray tells whether the board has not been found for long, though the table lies still: it was put away, or the camera does not
// look at it any more.
func (f *Follower) Astray() bool {
	return f.contradictions >= settledAfter && f.now-f.contradictedFrom >= astrayAfter
}

// Lies tells whether the newest observation shows tiles that a game can go on from.
func (f *Follower) Lies() bool { return anyTile(f.newest) }

// StartHere makes the board that lies on the table the record's. Tiles that no turn explains are told as laid in missed turns, one
// for each color; turns whose tiles are gone or differ are corrected. Where nothing of the board is found again, a new game begins
// from what lies there, with the same players, names, rules and banks. False: there is nothing to go on from.
func (f *Follower) StartHere() bool {
	if f.contradictions > 0 {
		return f.startAnew()
	}
	if f.window.count == 0 {
		return false
	}
	differs := f.differences(f.window.view(), true)
	if len(differs) == 0 {
		differs = f.differs
	}
	f.give(differs)
	f.differs, f.told = nil, true
	f.pins, f.kept = pins{}, map[engine.Place]Difference{}
	f.window, f.since, f.asked, f.key, f.agreed = newWindow(), f.now, false, "", 0
	return true
}

// startAnew forgets the board, so that the next pictures tell what lies there: that begins another game, of the same players.
func (f *Follower) startAnew() bool {
	if !f.Lies() {
		return false
	}
	f.start, f.turns, f.belief, f.open, f.at, f.awaited = engine.Board{}, nil, belief{}, inView{}, map[engine.Place]engine.Quad{}, engine.NoColor
	f.contradictions, f.name, f.recorded, f.begun, f.upright = 0, "", false, false, 1
	f.draft, f.window, f.key, f.agreed, f.asked = nil, newWindow(), "", 0, false
	f.pins, f.kept, f.differs = pins{}, map[engine.Place]Difference{}, nil
	return true
}

// give makes the record have what is seen at those places.
func (f *Follower) give(differs []Difference) {
	laid := map[engine.Color][]nabit.Placement{}
	for _, d := range differs {
		on := d.Recorded
		switch {
		case d.Seen.Height == 0:
			f.clear(d.Place)
			continue
		case d.Seen.Height == on.Height: // another tile in its stead
			f.clearTop(d.Place)
		}
		laid[d.Seen.Color] = append(laid[d.Seen.Color], nabit.Placement{Place: d.Place, Letter: d.Seen.Letter, Blank: d.Seen.Blank})
	}
	for range engine.PlayerColors {
		color := f.nextOf(laid)
		if placements := laid[color]; len(placements) > 0 {
			f.accept(nabit.Event{Type: nabit.Played, Player: color, Placements: placements, Seen: true, Missed: true})
			delete(laid, color)
			f.retake()
		}
	}
}

// nextOf is the color among those that have tiles which is to move first.
func (f *Follower) nextOf(laid map[engine.Color][]nabit.Placement) engine.Color {
	next := f.game.State().Next
	for range engine.PlayerColors {
		if len(laid[next]) > 0 {
			return next
		}
		next = f.nextTo(next)
	}
	for _, c := range engine.PlayerColors {
		if len(laid[c]) > 0 {
			return c
		}
	}
	return engine.NoColor
}

// clear takes the whole stack at the place out of the record.
func (f *Follower) clear(at engine.Place) {
	for f.board()[at].Height > 0 {
		if !f.clearTop(at) {
			return
		}
	}
}

// clearTop takes the top tile at the place out of the turn that laid it, or out of the board that the game began with; false if it is
// in neither.
func (f *Follower) clearTop(at engine.Place) bool {
	for i := len(f.turns) - 1; i >= 0; i-- {
		t := f.turns[i]
		k := slices.IndexFunc(t.play.Placements, func(p nabit.Placement) bool { return p.Place == at })
		if k < 0 || t.ghost {
			continue
		}
		left := append([]nabit.Placement{}, slices.Delete(slices.Clone(t.play.Placements), k, k+1)...)
		a := f.accept(nabit.Event{Type: nabit.Corrected, Turn: t.number, Placements: left, Seen: true})
		f.retake()
		return a.OK
	}
	return f.FixStart(at, engine.Cell{})
}

// retake takes the turns from the game's record.
func (f *Follower) retake() {
	p := &past{start: f.start, banked: map[engine.Color]int{}}
	p.replay(f.game.State())
	f.turns = p.turns
	f.awaited = f.game.State().Next
}
