package follow

import (
	"slices"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
)

// pin is what a person said of the tile at a place, against what the camera reads there. It holds while the camera goes on
// reading that: another tile in its place looks different.
type pin struct {
	reads [2]int // indices of letters that the camera reads, wrongly; unread: what it reads next
	is    int    // index of the letter that it is, or none
	color int    // index of the color that the camera sees
	away  int    // pictures in a row that show nothing there
}

// unread is in place of a letter, or color, that the camera is still to read.
const unread = -1

// none is in place of a letter where there is no tile.
const none = -1

// repin takes up what people said of tiles, in a game that goes on after a pause: what the camera reads of those places next is
// wrong, also where there is no tile at all.
func (f *Follower) repin(events []nabit.Event) {
	board, game := f.board(), nabit.New(f.words)
	for _, e := range events {
		spoken := spokenOf(game, e)
		game.Apply(e) // it was accepted before
		for _, t := range spoken {
			c, there := board[t.Place]
			switch {
			case !there:
				f.pins[t.Place] = pin{reads: [2]int{unread, unread}, is: none, color: unread}
			case c.Letter == t.Letter && c.Blank == t.Blank:
				f.pins[t.Place] = pin{reads: [2]int{unread, unread}, is: index(c), color: unread}
			}
		}
	}
}

// spokenOf are the tiles that the event is about, if it is a person's correction: as they were told before, and as they are told by
// it. The board that a game began with is corrected by another start.
func spokenOf(game *nabit.Game, e nabit.Event) []nabit.Placement {
	switch {
	case e.Type == nabit.Corrected && !e.Seen:
		told := slices.Clone(e.Placements)
		for _, t := range game.State().Turns {
			if t.Number == e.Turn {
				told = append(told, t.Placements...)
			}
		}
		return told
	case e.Type == nabit.Start && len(game.Events()) > 0:
		return different(game.Standing()[0].Board, e.Board)
	}
	return nil
}

// different are the tiles that only one of the boards has.
func different(a, b []nabit.BoardCell) []nabit.Placement {
	var out []nabit.Placement
	for _, pair := range [2][2][]nabit.BoardCell{{a, b}, {b, a}} {
		for _, c := range pair[0] {
			if !slices.Contains(pair[1], c) {
				out = append(out, nabit.Placement{Place: c.Place, Letter: c.Letter, Blank: c.Blank})
			}
		}
	}
	return out
}

// pins are everybody's, by place on the game's lattice.
type pins map[engine.Place]pin

// index is the letter's place in a reading.
func index(c engine.Cell) int {
	if c.Blank || c.Letter < 'A' || c.Letter > 'Z' {
		return engine.BlankIndex
	}
	return int(c.Letter - 'A')
}

// pin notes where the board differs from what it was before a person spoke. What was learned of those tiles is forgotten.
func (f *Follower) pin(before engine.Board) {
	now := f.board()
	for at, was := range before {
		is, there := now[at]
		if there && is.Height > was.Height || there && is.Letter == was.Letter && is.Blank == was.Blank {
			continue
		}
		read := index(was)
		p := pin{reads: [2]int{read, read}, is: none, color: int(was.Color - engine.Red)}
		if seen, ok := f.window.sum[at]; ok {
			p.reads[1], p.color = most(seen.letter[0][:]), most(seen.color[:])
		}
		if there {
			p.is = index(is)
			delete(f.belief, tile{at, is.Height})
		}
		if earlier, pinned := f.pins[at]; pinned { // what the camera reads was changed to what it was told
			p.reads = earlier.reads
		}
		f.pins[at] = p
	}
}

// most is the index of the largest.
func most(v []float64) int {
	best := 0
	for i := range v {
		if v[i] > v[best] {
			best = i
		}
	}
	return best
}

// pinned makes the sighting say what people said, where the camera still reads what it read then.
func (f *Follower) pinned(s sighting) sighting {
	for at, p := range f.pins {
		l, seen := s.looks[at]
		if !seen || l.tile <= 0 {
			if p.away++; p.away >= settledAfter && p.is == none {
				delete(f.pins, at) // it has gone
			} else {
				f.pins[at] = p
			}
			continue
		}
		p.away = 0
		read := most(l.letter[0][:])
		switch { // one picture may be read otherwise than most
		case p.reads[0] == unread:
			p.reads[0], p.color = read, most(l.color[:])
		case p.reads[1] == unread && read != p.reads[0] && read != p.is:
			p.reads[1] = read
		}
		f.pins[at] = p
		switch {
		case most(l.color[:]) != p.color || read != p.reads[0] && read != p.reads[1] && read != p.is:
			delete(f.pins, at) // another tile lies there now
		case p.is == none:
			delete(s.looks, at)
		case read != p.is:
			l.letter[0][p.is], l.letter[0][read] = l.letter[0][read], l.letter[0][p.is]
			s.looks[at] = l
		}
	}
	return s
}

// turned are the pins on a lattice turned clockwise by so many quarter turns.
func (p pins) turned(quarters int) pins {
	out := make(pins, len(p))
	for at, one := range p {
		out[at.Turn(quarters)] = one
	}
	return out
}
