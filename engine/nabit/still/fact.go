package still

import (
	"fmt"
	"strconv"
	"strings"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
)

// Kind says what a fact is about.
type Kind string

// The kinds of facts.
const (
	TileFact   Kind = "tile"   // whether a tile lies at a place
	ColorFact  Kind = "color"  // whose a stack's top tile is
	HeightFact Kind = "height" // how many tiles a stack has
	BankFact   Kind = "bank"   // how many tiles a player has banked
)

// Fact is one thing about a table that a person can see at a glance.
type Fact struct {
	Kind  Kind
	Place engine.Place // of the stack; a bank has none
	Color engine.Color // of the bank; a stack has none
}

// String is the fact's key: "bank:green", "height:2,5".
func (f Fact) String() string {
	if f.Kind == BankFact {
		return fmt.Sprintf("%s:%s", f.Kind, f.Color)
	}
	return fmt.Sprintf("%s:%d,%d", f.Kind, f.Place.Row, f.Place.Col)
}

// value writes what the fact may be, as an answer has it.
func (f Fact) value(v int) string {
	switch f.Kind {
	case ColorFact:
		return engine.Color(v).String()
	case TileFact:
		return [...]string{"no", "yes"}[v]
	}
	return strconv.Itoa(v)
}

// parseBank reads "bank:COLOR=TILES".
func parseBank(text string) (Fix, error) {
	color, tiles, _ := strings.Cut(strings.TrimPrefix(text, string(BankFact)+":"), "=")
	c, err := engine.ParsePlayerColor(strings.TrimSpace(color))
	n, wrong := strconv.Atoi(strings.TrimSpace(tiles))
	if err != nil || wrong != nil || n < 0 || n >= nabit.TilesPerColor {
		return Fix{}, fmt.Errorf(`bad bank %q: write bank:COLOR=TILES with 0 to %d tiles, such as "bank:green=6"`, text, nabit.TilesPerColor-1)
	}
	return Fix{Bank: c, Tiles: n}, nil
}
