package advice

import (
	"fmt"
	"slices"

	"tilewatch/engine"
	"tilewatch/engine/lexicon"
	"tilewatch/engine/nabit"
)

// square is one place as a search along a line sees it.
type square struct {
	cross  lexicon.LetterSet // the letters that may be laid here: stack and crossing word allow them
	letter uint8             // the top letter's number, 1 to 26; 0 if empty
	height uint8
	color  engine.Color
	need   uint8 // tiles to be laid from here on along the line until one touches what lay there before
	flags  flags
}

type flags uint8

const (
	crossed flags = 1 << iota // a tile here has a neighbor across the line: it makes a crossing word
	touches                   // a tile here is joined to the structure by itself, on a stack or beside one
	runEnds                   // the last of two or more squares that stand in the line
)

// unsettled is the number of the letter of a blank that could stand for several.
const unsettled = 27

// maxSpan is how many places a structure may span: all tiles of four players in one line, and a little more.
const maxSpan = 4*nabit.TilesPerColor + 16

// grid is a board as lines of squares: the rows, or the columns. Around the structure it has a margin of empty
// squares as wide as a rack, since no play reaches farther.
type grid struct {
	direction engine.Direction
	origin    engine.Place // of line 0, square 0
	lines     int
	width     int // squares of a line
	squares   []square
}

func (g *grid) line(n int) []square { return g.squares[n*g.width : (n+1)*g.width] }

// place is where the square lies.
func (g *grid) place(line, pos int) engine.Place {
	if g.direction == engine.Across {
		return g.origin.Add(engine.Place{Row: line, Col: pos})
	}
	return g.origin.Add(engine.Place{Row: pos, Col: line})
}

// placement is the tile as the rules know it.
func (g *grid) placement(line int, t laid) nabit.Placement {
	return nabit.Placement{Place: g.place(line, int(t.pos)), Letter: engine.Letter('A' + t.letter - 1), Blank: t.blank,
		Height: int(g.line(line)[t.pos].height) + 1}
}

func (g *grid) clone() grid {
	c := *g
	c.squares = slices.Clone(g.squares)
	return c
}

// margin is how far a play can reach beyond the structure.
const margin = nabit.RackSize

// fill lays the board out; the two grids of a board are each other's columns.
func (g *grid) fill(b engine.Board, d engine.Direction) error {
	low, high := b.Bounds()
	rows, cols := high.Row-low.Row+1, high.Col-low.Col+1
	if rows > maxSpan || cols > maxSpan || rows < 1 || cols < 1 { // below 1: the numbers overflow
		return fmt.Errorf("the board reaches from %v to %v: linked tiles cannot reach that far", low, high)
	}
	g.direction, g.origin = d, low.Sub(engine.Place{Row: margin, Col: margin})
	g.lines, g.width = rows+2*margin, cols+2*margin
	if d == engine.Down {
		g.lines, g.width = g.width, g.lines
	}
	if n := g.lines * g.width; n > cap(g.squares) {
		g.squares = make([]square, n)
	} else {
		g.squares = g.squares[:n]
		clear(g.squares)
	}
	for p, c := range b {
		at := p.Sub(g.origin)
		if d == engine.Down {
			at = engine.Place{Row: at.Col, Col: at.Row}
		}
		s := &g.squares[at.Row*g.width+at.Col]
		s.letter, s.height, s.color = number(c.Letter), uint8(min(c.Height, engine.MaxHeight)), c.Color
	}
	return nil
}

// empty is the table before the first play: one line, where a play may begin at the origin alone.
func (g *grid) empty(letters lexicon.LetterSet) {
	*g = grid{direction: engine.Across, lines: 1, width: nabit.RackSize + 1, squares: g.squares[:0]}
	for i := range g.width {
		s := square{cross: letters, need: margin + 1}
		if i == 0 {
			s.need, s.flags = 1, touches
		}
		g.squares = append(g.squares, s)
	}
}

func number(l engine.Letter) uint8 {
	if l < 'A' || l > 'Z' {
		return unsettled
	}
	return uint8(l-'A') + 1
}

// mark sets the flags and needs of every line that a play can lie in.
func (g *grid) mark() {
	for n := 1; n+1 < g.lines; n++ {
		g.markLine(n)
	}
}

func (g *grid) markLine(n int) {
	line, above, below := g.line(n), g.line(n-1), g.line(n+1)
	need := uint8(margin + 1)
	for i := len(line) - 1; i >= 0; i-- {
		s := &line[i]
		if above[i].letter != 0 || below[i].letter != 0 {
			s.flags |= crossed | touches
		}
		if s.letter != 0 {
			s.flags |= touches
			if i > 0 && line[i-1].letter != 0 && line[i+1].letter == 0 {
				s.flags |= runEnds
			}
			need = 0
			continue
		}
		need = min(need+1, margin+1)
		if s.flags&touches != 0 {
			need = 1
		}
		s.need = need
	}
}

// reaches reports whether any play can lie in the line.
func reaches(line []square) bool {
	for i := range line {
		if line[i].flags&touches != 0 {
			return true
		}
	}
	return false
}
