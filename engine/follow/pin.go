package follow

import (
	"tilewatch/engine"
	"tilewatch/engine/nabit"
)

// pin is what a person said of the tile at a place, against what the camera reads there. It holds while the camera goes on
// reading that: another tile in its place looks different.
type pin struct {
	reads [2]int // indices of letters that the camera reads, wrongly; unread: what it reads next
	is    int    // index of the letter that it is; -1: there is no tile
	color int    // index of the color that the camera sees
}

// unread is in place of a letter, or color, that the camera is still to read.
const unread = -1

// repin takes up what people said of tiles, in a game that goes on after a pause: what the camera reads of those places next is
// wrong, also where there is no tile at all.
func (f *Follower) repin() {
	board, game := f.board(), nabit.New(f.words)
	for _, e := range f.game.Events() {
		before := said(game, e)
		game.Apply(e) // it was accepted once
		if e.Type != nabit.Corrected && e.Type != nabit.Start || e.Seen {
			continue
		}
		told := before
		if e.Type == nabit.Corrected {
			told = append(told, e.Placements...)
		}
		for _, t := range told {
			c, there := board[t.Place]
			switch {
			case !there:
				f.pins[t.Place] = pin{[2]int{unread, unread}, none, unread}
			case c.Letter == t.Letter && c.Blank == t.Blank:
				f.pins[t.Place] = pin{[2]int{unread, unread}, index(c), unread}
			}
		}
	}
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
		p := pin{reads: [2]int{read, read}, is: -1, color: int(was.Color - engine.Red)}
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
			if p.is < 0 {
				delete(f.pins, at) // it has gone
			}
			continue
		}
		read := most(l.letter[0][:])
		if p.reads[0] == unread {
			p.reads, p.color = [2]int{read, read}, most(l.color[:])
			f.pins[at] = p
		}
		switch {
		case most(l.color[:]) != p.color || read != p.reads[0] && read != p.reads[1] && read != p.is:
			delete(f.pins, at) // another tile lies there now
		case p.is < 0:
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
