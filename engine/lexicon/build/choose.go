package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"tilewatch/engine/lexicon"
)

// SCOWL grades words by how common they are: 10 is the commonest thousand, 70 what a large dictionary holds.
const (
	largest        = 70 // words of four letters or more
	largestShort   = 60 // words of two or three letters that nothing else confirms
	largestVariant = 60 // other spellings: beyond, they are oddities
)

// choose are the words of the lists that a table would take, in upper case.
func choose(lists []list, known map[string]bool) []string {
	taken := map[string]bool{}
	for _, l := range lists {
		for _, w := range l.words {
			if l.takes(w, known[w]) {
				taken[strings.ToUpper(w)] = true
			}
		}
	}
	return slices.Collect(maps.Keys(taken))
}

// takes tells whether a word of the list is a word for the game; known is whether WordNet has it in lower case.
func (l list) takes(word string, known bool) bool {
	upper := strings.ToUpper(word)
	switch {
	case word != strings.ToLower(word) || !lexicon.Letters(upper) || len(word) < 2:
		return false // not lower case, an accent or an apostrophe, or a letter's name
	case l.variant && (l.size > largestVariant || l.second && !known):
		return false
	case len(word) == 2:
		// SCOWL has "cs" and "kb" among its commonest words: plurals of letters and units.
		return hasVowel(word) && (l.size <= largestShort || known)
	case len(word) == 3:
		return hasVowel(word) || l.size <= largestShort
	}
	return l.size <= largest
}

func hasVowel(word string) bool { return strings.ContainsAny(word, "aeiouy") }

// change adds and removes the words of a text of lines "+ word" and "- word"; "#" begins a remark. Adding what is
// there or removing what is not is an error: the change has become pointless.
func change(words []string, text string) ([]string, error) {
	for n, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		fields := strings.Fields(line)
		if len(fields) == 0 {
			continue
		}
		for _, w := range fields[1:] {
			i := slices.Index(words, strings.ToUpper(w))
			switch {
			case fields[0] == "+" && i < 0:
				words = append(words, strings.ToUpper(w))
			case fields[0] == "-" && i >= 0:
				words = slices.Delete(words, i, i+1)
			default:
				return nil, fmt.Errorf("changes, line %d: %s %s changes nothing: remove it", n+1, fields[0], w)
			}
		}
	}
	return words, nil
}
