package advice

import (
	"fmt"
	"math/bits"
	"strings"

	"tilewatch/engine"
	"tilewatch/engine/lexicon"
	"tilewatch/engine/nabit"
)

// Tile is one tile of a rack: the letters of its two sides, 'A' to 'Z'. A side that nobody has seen is 0, and is not
// played. A blank has no letters.
type Tile struct {
	Front, Back engine.Letter
	Blank       bool
}

// Rack is what a player holds: five tiles at most. Only one blank of a rack is ever played, since no player has two.
type Rack []Tile

// ParseRack reads tiles separated by spaces: "AE" has A on one side and E on the other, "A" or "A-" has a side that is
// not known, "?" is a blank.
func ParseRack(text string) (Rack, error) {
	var r Rack
	for _, field := range strings.Fields(text) {
		t, err := parseTile(strings.ToUpper(field))
		if err != nil {
			return nil, err
		}
		r = append(r, t)
	}
	return r, r.valid()
}

func parseTile(text string) (Tile, error) {
	switch strings.TrimSuffix(text, "?") {
	case "", "?":
		return Tile{Blank: true}, nil
	}
	sides := strings.TrimSuffix(text, "-")
	if len(sides) == 0 || len(sides) > 2 || !lexicon.Letters(sides) {
		return Tile{}, fmt.Errorf("no such tile %q: write both letters (AE), one (A), or ? for the blank", text)
	}
	t := Tile{Front: engine.Letter(sides[0])}
	if len(sides) == 2 {
		t.Back = engine.Letter(sides[1])
	}
	return t, nil
}

func (r Rack) valid() error {
	if len(r) > nabit.RackSize {
		return fmt.Errorf("a rack of %d tiles: at most %d", len(r), nabit.RackSize)
	}
	for _, t := range r {
		for _, l := range []engine.Letter{t.Front, t.Back} {
			if l != 0 && (l < 'A' || l > 'Z') {
				return fmt.Errorf("a tile of a rack shows %q: give a letter, A to Z, or 0 for a side not seen", l)
			}
		}
	}
	return nil
}

// String writes the rack as ParseRack reads it.
func (r Rack) String() string {
	names := make([]string, len(r))
	for i, t := range r {
		names[i] = t.Front.String() + t.Back.String()
		if t.Blank {
			names[i] = "?"
		}
	}
	return strings.Join(names, " ")
}

// hand is a rack made ready for searching. Two tiles may share a letter, so a letter laid does not say which tile is
// gone. Therefore the search carries held: the set of all subsets of the tiles that can have been used, bit n being
// the subset whose tiles are the bits of n. Each letter laid turns it into another; the empty set means that the
// letters cannot be laid from this rack. So every run of letters is tried exactly once, whatever tiles make it.
type hand struct {
	size     int
	tiles    [27]uint8         // the tiles that have the letter, by its number
	blank    uint8             // the blank's bit, or 0
	lettered lexicon.LetterSet // the letters of the tiles
	all      lexicon.LetterSet // what can be laid at all
}

type held uint32

const fullRack held = 1 // no tile used: only the empty subset

// without are, for each tile, the subsets that do not have it.
var without = [nabit.RackSize]held{0x55555555, 0x33333333, 0x0f0f0f0f, 0x00ff00ff, 0x0000ffff}

func newHand(r Rack) hand {
	h := hand{size: len(r)}
	for i, t := range r {
		if t.Blank {
			if h.blank == 0 {
				h.blank = 1 << i
				h.all = lexicon.AllLetters
			}
		}
		for _, l := range []engine.Letter{t.Front, t.Back} {
			if l != 0 {
				h.lettered |= lexicon.SetOf(byte(l))
				h.tiles[l-'A'+1] |= 1 << i
			}
		}
	}
	h.all |= h.lettered
	return h
}

// lay is the tiles held after one of them is laid; 0 if none is left.
func (from held) lay(tiles uint8) held {
	var to held
	for ; tiles != 0; tiles &= tiles - 1 {
		i := bits.TrailingZeros8(tiles)
		to |= from & without[i] << (1 << i)
	}
	return to
}
