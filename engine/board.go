package engine

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"slices"
)

// MaxHeight is the tallest stack the game allows on the board.
const MaxHeight = 5

// Letter is what shows on a tile: 'A' to 'Z', or Unsettled for a blank whose letter nobody has named yet.
// The zero value means no letter.
type Letter byte

// Unsettled is the letter of a blank that could stand for several.
const Unsettled Letter = '?'

func (l Letter) String() string {
	if l == 0 {
		return ""
	}
	return string(rune(l))
}

// MarshalText writes the letter as one character.
func (l Letter) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// UnmarshalText reads one character, A to Z in either case, or "?".
func (l *Letter) UnmarshalText(text []byte) error {
	if len(text) == 1 {
		switch b := text[0]; {
		case b >= 'A' && b <= 'Z' || b == '?':
			*l = Letter(b)
			return nil
		case b >= 'a' && b <= 'z':
			*l = Letter(b - 'a' + 'A')
			return nil
		}
	}
	return fmt.Errorf("not a letter: %q (one of A to Z, or ? for an unsettled blank)", text)
}

// Place is a lattice place: rows grow downwards, columns rightwards, with the letters upright. Both may be
// negative: the origin is the caller's.
type Place struct {
	Row int `json:"row"`
	Col int `json:"col"`
}

// Add is the place d rows and columns further.
func (p Place) Add(d Place) Place { return Place{p.Row + d.Row, p.Col + d.Col} }

// Sub is the step from q to p.
func (p Place) Sub(q Place) Place { return Place{p.Row - q.Row, p.Col - q.Col} }

// Turn is the place after the lattice is turned clockwise about the origin by so many quarter turns.
func (p Place) Turn(quarters int) Place {
	switch ((quarters % 4) + 4) % 4 {
	case 1:
		return Place{p.Col, -p.Row}
	case 2:
		return Place{-p.Row, -p.Col}
	case 3:
		return Place{-p.Col, p.Row}
	}
	return p
}

// Neighbors are the four orthogonally adjacent places.
func (p Place) Neighbors() [4]Place {
	return [4]Place{{p.Row - 1, p.Col}, {p.Row, p.Col + 1}, {p.Row + 1, p.Col}, {p.Row, p.Col - 1}}
}

// ComparePlaces orders places by row, then column.
func ComparePlaces(a, b Place) int {
	return cmp.Or(cmp.Compare(a.Row, b.Row), cmp.Compare(a.Col, b.Col))
}

// Cell is one stack as it is seen from above: the top tile and how many tiles there are. The zero value is an
// empty place.
type Cell struct {
	Letter Letter `json:"letter"`
	Blank  bool   `json:"blank,omitempty"`
	Color  Color  `json:"color"`
	Height int    `json:"height"` // tiles in the stack, 1 to MaxHeight
}

// Board is every stack of the linked structure.
type Board map[Place]Cell

// Places are the occupied places, by row, then column.
func (b Board) Places() []Place {
	places := make([]Place, 0, len(b))
	for p := range b {
		places = append(places, p)
	}
	slices.SortFunc(places, ComparePlaces)
	return places
}

// Bounds are the smallest and largest row and column; both zero for an empty board.
func (b Board) Bounds() (low, high Place) { return Bounds(maps.Keys(b)) }

// Bounds are the smallest and largest row and column of places; both zero if there are none.
func Bounds(places iter.Seq[Place]) (low, high Place) {
	first := true
	for p := range places {
		if first {
			low, high, first = p, p, false
		}
		low = Place{min(low.Row, p.Row), min(low.Col, p.Col)}
		high = Place{max(high.Row, p.Row), max(high.Col, p.Col)}
	}
	return low, high
}

// Direction is how a word runs.
type Direction uint8

// Across runs left to right, Down runs top to bottom.
const (
	Across Direction = iota
	Down
)

// Step is the move from one letter of a word to the next.
func (d Direction) Step() Place {
	if d == Down {
		return Place{1, 0}
	}
	return Place{0, 1}
}

func (d Direction) String() string {
	if d == Down {
		return "down"
	}
	return "across"
}

// MarshalText writes "across" or "down".
func (d Direction) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText reads "across" or "down".
func (d *Direction) UnmarshalText(text []byte) error {
	switch string(text) {
	case "across":
		*d = Across
	case "down":
		*d = Down
	default:
		return fmt.Errorf("no such direction %q: use across or down", text)
	}
	return nil
}

// Word is a maximal run of two or more cells, read from the top tiles.
type Word struct {
	Text      string    `json:"text"` // one character a cell; ? for an unsettled blank
	Place               // of the first letter
	Direction Direction `json:"direction"`
}

// Places are the word's cells from first to last.
func (w Word) Places() []Place {
	places := make([]Place, len(w.Text))
	p := w.Place
	for i := range places {
		places[i], p = p, p.Add(w.Direction.Step())
	}
	return places
}
