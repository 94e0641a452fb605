package dabble

import (
	"slices"
	"strings"
)

// AllWords is a Dictionary that can name all its words.
type AllWords interface {
	Dictionary
	All(yield func(word string) bool)
}

// Builder finds what could have been built of a player's tiles.
type Builder struct {
	words [Tiers][]candidate
	list  Dictionary
}

// candidate is a word with the letters that it takes.
type candidate struct {
	text  string
	tiles bag
}

// bag counts tiles: A to Z, then Ñ, the apostrophe, and blanks.
type bag [29]int8

const blanks = 28

// NewBuilder knows the words of a list that a rack has room for.
func NewBuilder(list AllWords) *Builder {
	b := &Builder{list: list}
	list.All(func(word string) bool {
		tiles, ok := bagOf(strings.Split(word, ""))
		if n := len([]rune(word)); ok && n >= Shortest && n <= Longest {
			b.words[n-Shortest] = append(b.words[n-Shortest], candidate{word, tiles})
		}
		return true
	})
	return b
}

func bagOf(letters []string) (tiles bag, ok bool) {
	for _, l := range letters {
		switch {
		case len(l) == 1 && l[0] >= 'A' && l[0] <= 'Z':
			tiles[l[0]-'A']++
		case l == "Ñ":
			tiles[26]++
		case l == Apostrophe:
			tiles[27]++
		case l == Blank:
			tiles[blanks]++
		default:
			return tiles, false // RR and LL: two letters on one tile
		}
	}
	return tiles, true
}

// without are the tiles that a word leaves; false if they do not suffice. Blanks stand for what is missing, but for an apostrophe.
func (t bag) without(word bag) (left bag, ok bool) {
	for i := range word[:blanks] {
		if t[i] -= word[i]; t[i] >= 0 {
			continue
		}
		if t[blanks] += t[i]; t[blanks] < 0 || i == 27 {
			return t, false
		}
		t[i] = 0
	}
	return t, true
}

// built is a rack that is being filled, from the longest tier to the shortest.
type built struct {
	words  [Tiers]string
	left   bag
	count  int // words
	points int
}

// beam is how many racks are filled side by side, and widest how many words are tried on each: the search is a beam search, so that
// its result is the best found, not the best there is.
const beam, widest = 80, 400

// Best are the best five words found of these tiles: as many words as possible, and of those the most points.
func (b *Builder) Best(tiles []Tile) Rack {
	var letters []string
	values := map[string]int{}
	for _, t := range tiles {
		letters = append(letters, t.Letter)
		values[t.Letter] = t.Value
	}
	all, ok := bagOf(letters)
	if !ok {
		return NewRack([Tiers][]Tile{}, tiles, b.list)
	}
	racks := []built{{left: all}}
	for tier := Tiers - 1; tier >= 0; tier-- {
		racks = b.fill(racks, tier, all, values)
	}
	var spelled [Tiers][]Tile
	left := all
	for tier, word := range racks[0].words {
		spelled[tier] = left.lay(word, values)
	}
	return NewRack(spelled, nil, b.list)
}

// fill puts a word on a tier of each rack, in every way that is worth it, and keeps the best.
func (b *Builder) fill(racks []built, tier int, all bag, values map[string]int) []built {
	words := b.fitting(tier, all, values)
	next := slices.Clone(racks) // the tier may stay empty
	for _, r := range racks {
		for _, w := range words {
			if left, ok := r.left.without(w.tiles); ok {
				r := built{r.words, left, r.count + 1, r.points + w.worth(r.left, values)}
				r.words[tier] = w.text
				next = append(next, r)
			}
		}
	}
	slices.SortStableFunc(next, func(a, b built) int {
		if a.count != b.count {
			return b.count - a.count
		}
		return b.points - a.points
	})
	return next[:min(len(next), beam)]
}

// fitting are the tier's words that the tiles suffice for, those of the most points first.
func (b *Builder) fitting(tier int, all bag, values map[string]int) []candidate {
	var words []candidate
	for _, w := range b.words[tier] {
		if _, ok := all.without(w.tiles); ok {
			words = append(words, w)
		}
	}
	slices.SortStableFunc(words, func(x, y candidate) int { return y.worth(all, values) - x.worth(all, values) })
	return words[:min(len(words), widest)]
}

// worth is what a word counts, laid of these tiles.
func (w candidate) worth(of bag, values map[string]int) int { // of is a copy
	sum := 0
	for _, tile := range of.lay(w.text, values) {
		sum += tile.Value
	}
	if w.tiles[27] > 0 {
		sum *= 2
	}
	return sum
}

// lay takes a word's tiles out of the bag; a blank is laid for what is missing.
func (t *bag) lay(word string, values map[string]int) []Tile {
	var laid []Tile
	for _, letter := range strings.Split(word, "") {
		one, _ := bagOf([]string{letter})
		i := slices.Index(one[:], 1)
		switch {
		case i < 0:
		case t[i] > 0:
			t[i]--
			laid = append(laid, Tile{Letter: letter, Value: values[letter]})
		default:
			t[blanks]--
			laid = append(laid, Tile{Letter: Blank, As: letter})
		}
	}
	return laid
}
