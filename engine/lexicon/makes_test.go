package lexicon

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestMakesAgainstEveryWord holds the search for words of random tiles and patterns to a look at every word of the list.
func TestMakesAgainstEveryWord(t *testing.T) {
	for _, name := range []string{"english", "dabble", "spanish"} {
		l, err := Open(name)
		if err != nil {
			t.Fatal(err)
		}
		words := slices.Collect(l.All)
		if len(words) > 200_000 { // every word is looked at hundreds of times
			few := slices.DeleteFunc(words, func(w string) bool { return utf8.RuneCountInString(w) > 7 })
			l, words = New(name, few), few
		}
		random, total := rand.New(rand.NewPCG(77, 6)), 0
		for range 12 {
			letters := []rune(words[random.IntN(len(words))] + words[random.IntN(len(words))])
			random.Shuffle(len(letters), func(i, j int) { letters[i], letters[j] = letters[j], letters[i] })
			tiles := string(letters[:min(len(letters), 2+random.IntN(8))]) + strings.Repeat("?", random.IntN(3))
			pattern := []rune(words[random.IntN(len(words))])
			for i := range pattern {
				if random.IntN(3) > 0 {
					pattern[i] = '?'
				}
			}
			for _, p := range []string{"", string(pattern), strings.Repeat("?", len(pattern))} {
				var want []string
				for _, w := range words {
					if matches(w, p) && spells(tiles, w) {
						want = append(want, w)
					}
				}
				got := l.Makes(strings.ToLower(tiles), p)
				if !slices.IsSortedFunc(got, func(a, b string) int { return utf8.RuneCountInString(b) - utf8.RuneCountInString(a) }) {
					t.Errorf("%s: the words of %s of %q are not the longest first", name, tiles, p)
				}
				if slices.Sort(got); !slices.Equal(got, want) {
					t.Errorf("%s: %s of %q: %d words, want %d", name, tiles, p, len(got), len(want))
				}
				total += len(want)
			}
		}
		if total < 600 {
			t.Errorf("%s: only %d words", name, total)
		}
	}
}

// matches and spells are as plain as can be.
func matches(word, pattern string) bool {
	w, p := []rune(word), []rune(pattern)
	for i := range p {
		if len(w) != len(p) || p[i] != '?' && p[i] != w[i] {
			return false
		}
	}
	return true
}

func spells(tiles, word string) bool {
	blanks := strings.Count(tiles, "?")
	for _, letter := range word {
		if strings.ContainsRune(tiles, letter) {
			tiles = strings.Replace(tiles, string(letter), "", 1)
		} else {
			blanks--
		}
	}
	return blanks >= 0
}
