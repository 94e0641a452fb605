package evidence

import (
	"tilewatch/engine"
)

// Pins are what people said about tiles that the camera misreads, by place on the game's lattice.
type Pins map[engine.Place]Pin

// A Pin holds while the camera reads what it read when the person spoke: another tile in that place looks different.
type Pin struct {
	reads [2]int // indices of letters that the camera reads wrongly; unread: whatever it reads next
	is    int    // index of the right letter, or none
	color int    // index of the color that the camera sees
	away  int    // pictures in a row that show nothing there
}

const (
	unread = -1 // in place of a letter, or color, that the camera is still to read
	none   = -1 // in place of a letter where there is no tile
	// goneAfter is how many pictures in a row without the thing that is no tile end its pin. Hand-set: as many as settle a table.
	goneAfter = 3
)

// Expect pins the cell before the camera has read it: whatever the camera reads next in that place is wrong.
func (p Pins) Expect(at engine.Place, c engine.Cell) {
	p[at] = Pin{reads: [2]int{unread, unread}, is: Face(c), color: unread}
}

// ExpectNone pins that no tile lies there before the camera has read the place.
func (p Pins) ExpectNone(at engine.Place) {
	p[at] = Pin{reads: [2]int{unread, unread}, is: none, color: unread}
}

// Correct pins the places where a person's words changed the board from before to after. It reads from the window what the camera
// sees there.
func (p Pins) Correct(before, after engine.Board, w *Window) (corrected []engine.Place) {
	for at, was := range before {
		is, there := after[at]
		if there && is.Height > was.Height || there && is.Letter == was.Letter && is.Blank == was.Blank {
			continue
		}
		read := Face(was)
		pin := Pin{reads: [2]int{read, read}, is: none, color: int(was.Color - engine.Red)}
		if seen, ok := w.sum[at]; ok {
			pin.reads[1], pin.color = Argmax(seen.Letter[0][:]), Argmax(seen.Color[:])
		}
		if there {
			pin.is = Face(is)
			corrected = append(corrected, at)
		}
		if earlier, pinned := p[at]; pinned { // the person corrects the correction; the camera's reading is the old one
			pin.reads = earlier.reads
		}
		p[at] = pin
	}
	return corrected
}

// Apply swaps what the camera misreads for what people said, in place, and drops the pins of tiles that are gone.
func (p Pins) Apply(s Sighting) Sighting {
	for at, pin := range p {
		l, seen := s.Looks[at]
		if !seen || l.Tile <= 0 {
			if pin.away++; pin.away >= goneAfter && pin.is == none {
				delete(p, at)
			} else {
				p[at] = pin
			}
			continue
		}
		pin.away = 0
		read := Argmax(l.Letter[0][:])
		switch { // one picture may read another letter than most do
		case pin.reads[0] == unread:
			pin.reads[0], pin.color = read, Argmax(l.Color[:])
		case pin.reads[1] == unread && read != pin.reads[0] && read != pin.is:
			pin.reads[1] = read
		}
		p[at] = pin
		switch {
		case Argmax(l.Color[:]) != pin.color || read != pin.reads[0] && read != pin.reads[1] && read != pin.is:
			delete(p, at) // another tile lies there now
		case pin.is == none:
			delete(s.Looks, at)
		case read != pin.is:
			l.Letter[0][pin.is], l.Letter[0][read] = l.Letter[0][read], l.Letter[0][pin.is]
			s.Looks[at] = l
		}
	}
	return s
}

// Turned returns the pins on a lattice turned clockwise by so many quarter turns.
func (p Pins) Turned(quarters int) Pins {
	out := make(Pins, len(p))
	for at, one := range p {
		out[at.Turn(quarters)] = one
	}
	return out
}
