package tabit

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Picture is what a picture card shows. The zero Picture is a card that lies face down.
type Picture uint8

// The pictures, in the order of the score table.
const (
	FaceDown Picture = iota
	Moon
	Star
	Tree
)

// Pictures are all there are.
var Pictures = [...]Picture{Moon, Star, Tree}

var pictureNames = [...]string{"", "moon", "star", "tree"}

func (p Picture) String() string { return pictureNames[p%Picture(len(pictureNames))] }

// word is the picture's name in letter cards.
func (p Picture) word() string { return strings.ToUpper(p.String()) }

// MarshalJSON writes the name, or null for face down.
func (p Picture) MarshalJSON() ([]byte, error) {
	if p == FaceDown {
		return []byte("null"), nil
	}
	return json.Marshal(p.String())
}

// UnmarshalJSON reads a name in any case, or null.
func (p *Picture) UnmarshalJSON(data []byte) error {
	var name *string
	if err := json.Unmarshal(data, &name); err != nil {
		return fmt.Errorf(`a picture card is "moon", "star", "tree", or null if face down, not %.40s`, data)
	}
	if name == nil {
		*p = FaceDown
		return nil
	}
	i := slices.Index(pictureNames[1:], strings.ToLower(*name))
	if i < 0 {
		return fmt.Errorf(`no picture card shows %.40q: use "moon", "star", "tree", or null if face down`, *name)
	}
	*p = Picture(i + 1)
	return nil
}

// Letter is what a letter card shows, A to Z. The zero Letter is a card that lies face down.
type Letter byte

func (l Letter) String() string {
	if l == 0 {
		return ""
	}
	return string(rune(l))
}

// MarshalJSON writes the letter, or null for face down.
func (l Letter) MarshalJSON() ([]byte, error) {
	if l == 0 {
		return []byte("null"), nil
	}
	return json.Marshal(l.String())
}

// UnmarshalJSON reads a letter in either case, or null.
func (l *Letter) UnmarshalJSON(data []byte) error {
	var text *string
	if err := json.Unmarshal(data, &text); err != nil {
		return fmt.Errorf(`a letter card is a text like "M", or null if face down, not %.40s`, data)
	}
	if text == nil {
		*l = 0
		return nil
	}
	upper := strings.ToUpper(*text)
	if len(upper) != 1 || upper[0] < 'A' || upper[0] > 'Z' {
		return fmt.Errorf(`no letter card shows %.40q: use one letter, A to Z, or null if face down`, *text)
	}
	*l = Letter(upper[0])
	return nil
}

// each is how many letter cards, and how many picture cards, lie before each player.
const each = 4

// Spread is the eight cards of one player on the board, each kind from the player's left to the right.
type Spread struct {
	Letters  [each]Letter  `json:"letters"`
	Pictures [each]Picture `json:"pictures"`
}

// Down is how many of the eight lie face down.
func (s Spread) Down() int {
	n := 0
	for i := range each {
		if s.Letters[i] == 0 {
			n++
		}
		if s.Pictures[i] == FaceDown {
			n++
		}
	}
	return n
}

// count is how many of the pictures show p.
func (s Spread) count(p Picture) int {
	n := 0
	for _, q := range s.Pictures {
		if q == p {
			n++
		}
	}
	return n
}

// spells reports whether the four letters make the word: in any order of the boxes, or only as they lie.
func (s Spread) spells(word string, inOrder bool) bool {
	if len(word) != each {
		return false
	}
	have, want := s.Letters, [each]Letter{}
	for i := range want {
		want[i] = Letter(word[i])
	}
	if !inOrder {
		slices.Sort(have[:])
		slices.Sort(want[:])
	}
	return have == want
}

func (s Spread) String() string {
	var letters, pictures []string
	for i := range each {
		letters = append(letters, orDash(s.Letters[i].String()))
		pictures = append(pictures, orDash(s.Pictures[i].String()))
	}
	return strings.Join(letters, "") + " " + strings.Join(pictures, " ")
}

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}
