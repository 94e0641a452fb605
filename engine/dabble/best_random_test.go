package dabble

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tilewatch/engine/lexicon"
)

// anyLetters are so many of these tiles.
func anyLetters(r *rand.Rand, n int, of ...string) (letters []string) {
	for range n {
		letters = append(letters, oneOf(r, of...))
	}
	return letters
}

// anyTiles are some tiles of few kinds, so that words have letters in common; one kind is worth much.
func anyTiles(r *rand.Rand) (tiles []Tile) {
	values := Values{"A": r.IntN(12), "B": 1 + r.IntN(3), "C": r.IntN(3), "Ñ": 8, "LL": 8, "L": 1}
	for _, l := range anyLetters(r, 2+r.IntN(14), "A", "B", "B", "C", "C", "L", "LL", "Ñ", "'", "'", "?") {
		tiles = append(tiles, Tile{Letter: l, Value: values[l]})
	}
	return tiles
}

// anyWords are a few words of the same letters, of all lengths that a rack has room for.
func anyWords(r *rand.Rand) *lexicon.Lexicon {
	var words []string
	for n := range 4 + r.IntN(25) {
		words = append(words, strings.Join(anyLetters(r, Shortest+n%Tiers, "A", "A", "B", "B", "C", "L", "L", "Ñ", "'"), ""))
	}
	return lexicon.New("any", words)
}

// naive tries each word on each tier, tile by tile, with and without blanks.
type naive struct {
	list   *lexicon.Lexicon
	all    []string
	words  int
	points int
}

func (n *naive) try(tiers [Tiers][]Tile, tier int, left []Tile) {
	if tier == Tiers {
		r := NewRack(tiers, nil, n.list)
		if words := len(r.Words()); words > n.words || words == n.words && r.Points > n.points {
			n.words, n.points = words, r.Points
		}
		return
	}
	n.try(tiers, tier+1, left)
	for _, w := range n.all {
		n.lay(tiers, tier, left, w)
	}
}

// lay puts what is left of a word on the tier.
func (n *naive) lay(tiers [Tiers][]Tile, tier int, left []Tile, word string) {
	if word == "" {
		if len(tiers[tier]) == tier+Shortest {
			n.try(tiers, tier+1, left)
		}
		return
	}
	tried := map[string]bool{}
	for i, t := range left {
		if tried[t.Letter] {
			continue
		}
		tried[t.Letter] = true
		rest, fits := strings.CutPrefix(word, t.Letter)
		if t.Letter == Blank && word[0] != '\'' {
			t.As = string([]rune(word)[:1])
			rest, fits = strings.CutPrefix(word, t.As)
		}
		if fits && len(tiers[tier]) < tier+Shortest {
			with := tiers
			with[tier] = append(slices.Clone(tiers[tier]), t)
			n.lay(with, tier, slices.Delete(slices.Clone(left), i, i+1), rest)
		}
	}
}

func TestNoRackIsBetterThanTheBest(t *testing.T) {
	const racks = 300
	var built [Tiers + 1]int
	for seed := range racks {
		r := rand.New(rand.NewPCG(uint64(seed), 77))
		list, tiles := anyWords(r), anyTiles(r)
		n := naive{list: list, all: slices.Collect(list.All)}
		n.try([Tiers][]Tile{}, 0, tiles)
		best := NewBuilder(list).Best(tiles)
		if words := len(best.Words()); words != n.words || best.Points != n.points {
			t.Fatalf("seed %d, tiles %v of %v: %v for %d points, want %d words for %d", seed, tiles, n.all, best.Words(), best.Points, n.words, n.points)
		}
		if !within(tiles, best) {
			t.Fatalf("seed %d: %v are not the tiles %v", seed, best.tiles(), tiles)
		}
		built[n.words]++
	}
	for words, n := range built[:Tiers] {
		if n == 0 {
			t.Errorf("no rack has %d words: the generator is too narrow", words)
		}
	}
}

// within reports whether the rack is built of the tiles.
func within(tiles []Tile, r Rack) bool {
	left := slices.Clone(tiles)
	for _, used := range r.tiles() {
		used.As = ""
		i := slices.Index(left, used)
		if i < 0 {
			return false
		}
		left = slices.Delete(left, i, i+1)
	}
	return true
}

// shuffled are twenty tiles that make five words of the list, of which so many are turned to blanks.
func shuffled(r *rand.Rand, words [Tiers][]string, blank int) (tiles []Tile) {
	var letters []string
	for _, of := range words {
		letters = append(letters, strings.Split(oneOf(r, of...), "")...)
	}
	r.Shuffle(len(letters), func(i, j int) { letters[i], letters[j] = letters[j], letters[i] })
	for i, l := range letters {
		if i < blank && l != Apostrophe {
			l = Blank
		}
		tiles = append(tiles, Tile{Letter: l, Value: usual[l]})
	}
	return tiles
}

func wordsOf(list *lexicon.Lexicon) (words [Tiers][]string) {
	for w := range list.All {
		if n := len(w) - Shortest; n >= 0 && n < Tiers {
			words[n] = append(words[n], w)
		}
	}
	return words
}

func TestFiveWordsAreFoundWhereThereAre(t *testing.T) {
	list, err := lexicon.OpenFor("dabble", "")
	if err != nil {
		t.Fatal(err)
	}
	builder, words := NewBuilder(list), wordsOf(list)
	for seed := range 60 {
		r := rand.New(rand.NewPCG(uint64(seed), 4))
		tiles := shuffled(r, words, seed%3)
		if best := builder.Best(tiles); !best.Complete {
			t.Errorf("seed %d: %v of %v, which are five words", seed, best.Words(), tiles)
		}
	}
}

func BenchmarkBest(b *testing.B) {
	list, err := lexicon.OpenFor("dabble", "")
	if err != nil {
		b.Fatal(err)
	}
	builder, words := NewBuilder(list), wordsOf(list)
	for _, blank := range []int{0, 1, 2, 4} {
		b.Run(fmt.Sprintf("blanks=%d", blank), func(b *testing.B) {
			r := rand.New(rand.NewPCG(1, 1))
			for b.Loop() {
				builder.Best(shuffled(r, words, blank))
			}
		})
	}
}
