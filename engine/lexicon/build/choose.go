package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"tilewatch/engine/lexicon"
)

// A recipe says which of SCOWL's words make a list. SCOWL grades words by how common they are: 10 is the commonest
// thousand, 70 what a large dictionary holds, 80 with what only the largest do: archaic, slang and foreign words.
type recipe struct {
	name string
	// spellings are the categories taken, and how far off the main spelling each is: 1 nearly as common, 2 acceptable,
	// 3 seldom seen.
	spellings map[string]int

	largest  int // words of four letters or more
	short    int // words of two or three letters that WordNet does not confirm
	variant  int // other spellings: beyond, they are oddities
	longest  int // letters
	contract int // contractions; 0 for none
}

var (
	american = map[string]int{"american": 0, "variant_1": 1, "variant_2": 2}
	british  = map[string]int{"british": 0, "british_z": 0, "british_variant_1": 1, "british_variant_2": 2}
)

// recipes are the lists of the product, one or several for each game. DABBLE's racks have no tier for more than six
// letters; its rules allow contractions and every word that a dictionary labels archaic, slang or foreign.
var recipes = []recipe{
	{name: "english", spellings: both(american, british), largest: 70, short: 60, variant: 60, longest: lexicon.MaxLength},
	{name: "american", spellings: both(american), largest: 70, short: 60, variant: 60, longest: lexicon.MaxLength},
	{name: "british", spellings: both(british), largest: 70, short: 60, variant: 60, longest: lexicon.MaxLength},
	{name: "dabble", spellings: both(american, british, map[string]int{"variant_3": 3}), largest: 80, short: 70, variant: 80, longest: 6, contract: 80},
}

// both are the spellings of all, with those that are the same everywhere.
func both(all ...map[string]int) map[string]int {
	spellings := map[string]int{"english": 0}
	for _, s := range all {
		maps.Copy(spellings, s)
	}
	return spellings
}

// choose are the words of the files that belong in the list, in upper case; known are WordNet's.
func (r recipe) choose(files []file, known map[string]bool) []string {
	taken := map[string]bool{}
	for _, f := range files {
		off, ok := r.spellings[f.spelling]
		if !ok {
			continue
		}
		for _, w := range f.words {
			if f.contractions && r.takesContraction(f.size, w) || !f.contractions && r.takes(f.size, off, w, known) {
				taken[strings.ToUpper(w)] = true
			}
		}
	}
	return slices.Collect(maps.Keys(taken))
}

// takes reports whether the word of a file of that size and spelling is one for the list.
func (r recipe) takes(size, off int, word string, known map[string]bool) bool {
	switch {
	case word != strings.ToLower(word) || !lexicon.Letters(strings.ToUpper(word)) || len(word) < 2 || len(word) > r.longest:
		return false // not lower case, an accent or an apostrophe, or a letter's name
	case size > r.largest || off > 0 && (size > r.variant || off > 1 && !known[word]):
		return false
	case len(word) == 2:
		// SCOWL has "cs" and "kb" among its commonest words: plurals of letters and units.
		return hasVowel(word) && (size <= r.short || known[word])
	case len(word) == 3:
		return size <= r.short && (hasVowel(word) || size <= 60) || hasVowel(word) && confirmed(word, known)
	}
	return true
}

// confirmed reports whether WordNet has the word, or what it is the plural of.
func confirmed(word string, known map[string]bool) bool {
	stem, plural := strings.CutSuffix(word, "s")
	return known[word] || plural && hasVowel(stem) && known[stem]
}

// takesContraction keeps out those that are names: only I is always capitalized and no name.
func (r recipe) takesContraction(size int, word string) bool {
	plain := strings.ReplaceAll(word, "'", "")
	lower := plain == strings.ToLower(plain) || strings.HasPrefix(word, "I'")
	return size <= r.contract && len(word) <= r.longest && lower && lexicon.Letters(strings.ToUpper(plain)) && len(plain) < len(word)
}

func hasVowel(word string) bool { return strings.ContainsAny(word, "aeiouy") }

// A change is one word added to the lists by hand, or removed.
type change struct {
	line int
	add  bool
	word string // in upper case
	used bool   // it changed some list
}

// parseChanges reads lines "+ word word" and "- word"; "#" begins a remark.
func parseChanges(text string) ([]change, error) {
	var all []change
	for n, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		fields := strings.Fields(line)
		if len(fields) == 0 {
			continue
		}
		if fields[0] != "+" && fields[0] != "-" {
			return nil, fmt.Errorf("changes, line %d: begins with %q: use + or -", n+1, fields[0])
		}
		for _, w := range fields[1:] {
			all = append(all, change{line: n + 1, add: fields[0] == "+", word: strings.ToUpper(w)})
		}
	}
	return all, nil
}

// apply changes the words of a list, and marks the changes that were of use.
func apply(words []string, changes []change) []string {
	for n := range changes {
		c := &changes[n]
		switch i := slices.Index(words, c.word); {
		case c.add && i < 0:
			words, c.used = append(words, c.word), true
		case !c.add && i >= 0:
			words, c.used = slices.Delete(words, i, i+1), true
		}
	}
	return words
}

// pointless is an error if a change changed no list: it has become superfluous.
func pointless(changes []change) error {
	for _, c := range changes {
		if !c.used {
			return fmt.Errorf("changes, line %d: %s changes nothing: remove it", c.line, strings.ToLower(c.word))
		}
	}
	return nil
}
