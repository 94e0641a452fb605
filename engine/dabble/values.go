package dabble

import (
	"fmt"
	"strings"
)

// Values are what the tiles are worth, by what Tile.Letter says. The rule sheet has no table: a set's own values are read from
// its tiles or entered.
type Values map[string]int

// usual are the values of most sets of letter tiles; they stand in until a set's own are known.
var usual = Values{
	"A": 1, "B": 3, "C": 3, "D": 2, "E": 1, "F": 4, "G": 2, "H": 4, "I": 1, "J": 8, "K": 5, "L": 1, "M": 3, "N": 1, "O": 1, "P": 3, "Q": 10,
	"R": 1, "S": 1, "T": 1, "U": 1, "V": 4, "W": 4, "X": 8, "Y": 4, "Z": 10, "Ñ": 8, "LL": 8, "RR": 8,
}

// check refuses values that no tile set prints.
func (v Values) check() error {
	for name, points := range v {
		if t, err := parseTile(strings.ToUpper(name)); err != nil || t.Letter == Blank || t.Letter == Apostrophe {
			return fmt.Errorf("values: %.20q is not a letter: blanks and apostrophes have no points", name)
		}
		if points < 0 || points > mostPoints {
			return fmt.Errorf("values: %s is worth %d: tiles are worth 0 to %d", name, points, mostPoints)
		}
	}
	return nil
}

// upper has the names in upper case.
func (v Values) upper() Values {
	u := Values{}
	for name, points := range v {
		u[strings.ToUpper(name)] = points
	}
	return u
}

// give sets a tile's value: the table's if it has one, else what was read from the tile, else the usual one.
func (v Values) give(t *Tile) {
	switch points, ok := v[t.Letter]; {
	case t.Letter == Blank || t.Letter == Apostrophe:
		t.Value, t.Known = 0, true
	case ok:
		t.Value, t.Known = points, true
	case !t.Known:
		t.Value = usual[t.Letter]
	}
}
