package dabble

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// AllWords is a Dictionary that can name all its words.
type AllWords interface {
	Dictionary
	All(yield func(word string) bool)
}

// Builder finds what could have been built of a player's tiles.
type Builder struct {
	words [Tiers][]candidate // of words of the same tiles, the first
	list  Dictionary
}

// NewBuilder knows the words of a list that a rack has room for.
func NewBuilder(list AllWords) *Builder {
	b := &Builder{list: list}
	known := map[bag]bool{}
	list.All(func(word string) bool {
		if utf8.RuneCountInString(word)-strings.Count(word, "LL")-strings.Count(word, "RR") > Longest {
			return true
		}
		for _, letters := range spellings(word, Longest) {
			c, ok := newCandidate(word, letters)
			if ok && len(letters) >= Shortest && !known[c.tiles] {
				known[c.tiles] = true
				b.words[len(letters)-Shortest] = append(b.words[len(letters)-Shortest], c)
			}
		}
		return true
	})
	return b
}

// spellings are the ways to lay a word with at most so many tiles: LL and RR may be one tile each, or two.
func spellings(word string, most int) (ways [][]string) {
	if word == "" {
		return [][]string{nil}
	}
	if most == 0 {
		return nil
	}
	_, first := utf8.DecodeRuneInString(word)
	for _, n := range []int{first, 2 * first} {
		if n > first && (len(word) < n || kindOf(word[:n]) < 0 || first > 1) {
			continue
		}
		for _, rest := range spellings(word[n:], most-1) {
			ways = append(ways, append([]string{word[:n]}, rest...))
		}
	}
	return ways
}

// Best are the best words that can be built of these tiles: as many words as possible, and of those the most points. The search is exact.
func (b *Builder) Best(tiles []Tile) Rack {
	s := search{values: make([]int, len(bag{}))}
	for _, t := range tiles {
		kind := kindOf(t.Letter)
		if kind < 0 {
			return NewRack([Tiers][]Tile{}, tiles, b.list)
		}
		s.all[kind]++
		s.values[kind] = t.Value
	}
	s.run(b)
	return NewRack(s.lay(s.best), nil, b.list)
}

// candidate is a word as so many tiles spell it: PERRO is five tiles, or four with RR.
type candidate struct {
	text  string
	tiles bag
	kinds uint32 // a bit for each kind of its tiles
}

func newCandidate(word string, letters []string) (c candidate, ok bool) {
	c.text = word
	for _, l := range letters {
		kind := kindOf(l)
		if kind < 0 || kind == blanks {
			return c, false
		}
		c.tiles[kind]++
		c.kinds |= 1 << kind
	}
	return c, true
}

func (c *candidate) has(kind int) bool { return c.kinds&(1<<kind) != 0 }

// letters are the tiles in order.
func (c *candidate) letters() []string {
	for _, way := range spellings(c.text, Longest) {
		if same, _ := newCandidate(c.text, way); same.tiles == c.tiles {
			return way
		}
	}
	return nil
}

// bag counts tiles by kind: A to Z, then those below.
type bag [31]int8

const (
	enye = 26 + iota
	doubleL
	doubleR
	apostrophes
	blanks
)

// kindOf is a tile's place in a bag; -1 of what is no tile.
func kindOf(letter string) int {
	if len(letter) == 1 && letter[0] >= 'A' && letter[0] <= 'Z' {
		return int(letter[0] - 'A')
	}
	if i := slices.Index([]string{"Ñ", "LL", "RR", Apostrophe, Blank}, letter); i >= 0 {
		return enye + i
	}
	return -1
}

// declared reports whether a blank may stand for such a tile: for any letter, but for none of the others.
func declared(kind int) bool { return kind <= enye }

// without are the tiles that a word leaves; false if they do not suffice. Blanks stand for the letters that are missing.
func (t bag) without(word *candidate) (left bag, ok bool) {
	for i := range word.tiles[:blanks] {
		if t[i] -= word.tiles[i]; t[i] >= 0 {
			continue
		}
		if t[blanks] += t[i]; t[blanks] < 0 || !declared(i) {
			return t, false
		}
		t[i] = 0
	}
	return t, true
}

// kinds has a bit for each kind of tile that is there, but for the blank.
func (t *bag) kinds() (kinds uint32) {
	for i := range t[:blanks] {
		if t[i] > 0 {
			kinds |= 1 << i
		}
	}
	return kinds
}

func (t *bag) count() (n int) {
	for _, of := range t {
		n += int(of)
	}
	return n
}

// take lays a tile of the letter; a blank for one that is missing.
func (t *bag) take(letter string, values []int) Tile {
	kind := kindOf(letter)
	if t[kind] == 0 {
		t[blanks]--
		return Tile{Letter: Blank, As: letter}
	}
	t[kind]--
	return Tile{Letter: letter, Value: values[kind]}
}
