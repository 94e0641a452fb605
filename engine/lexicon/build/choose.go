package main

import (
	"errors"
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

	largest  int  // words of four letters or more
	short    int  // words of two or three letters that WordNet does not confirm
	variant  int  // other spellings: beyond, they are oddities
	longest  int  // letters
	contract int  // contractions; 0 for none
	headword bool // WordNet's headwords too, and rarer words that it confirms
}

// everyday reports whether the list is for those who play now and then: it has no lonely words.
func (r recipe) everyday() bool { return !r.headword }

// family reports whether the list leaves out what is not fit for children.
func (r recipe) family() bool { return r.name != "large" }

var (
	american = map[string]int{"american": 0, "variant_1": 1, "variant_2": 2}
	british  = map[string]int{"british": 0, "british_z": 0, "british_variant_1": 1, "british_variant_2": 2}
	variants = map[string]int{"variant_3": 3}
)

// desk is the size of a large dictionary. What is rarer SCOWL has from lists that write names in lower case too.
const desk = 70

// recipes are the lists of the product, one or several for each game. DABBLE's racks have no tier for more than six
// letters; its rules allow contractions and every word that a dictionary labels archaic, slang or foreign.
var recipes = []recipe{
	{name: "english", spellings: both(american, british), largest: desk, short: rarest, variant: 60, longest: lexicon.MaxLength},
	{name: "american", spellings: both(american), largest: desk, short: rarest, variant: 60, longest: lexicon.MaxLength},
	{name: "british", spellings: both(british), largest: desk, short: rarest, variant: 60, longest: lexicon.MaxLength},
	{name: "large", spellings: both(american, british, variants), largest: 80, short: 80, variant: 80, longest: lexicon.MaxLength, headword: true},
	{name: "dabble", spellings: both(american, british, variants), largest: 80, short: rarest, variant: 80, longest: 6, contract: 80, headword: true},
}

// both are the spellings of all, with those that are the same everywhere.
func both(all ...map[string]int) map[string]int {
	spellings := map[string]int{"english": 0}
	for _, s := range all {
		maps.Copy(spellings, s)
	}
	return spellings
}

// choose are the words of the sources that belong in the list, as tiles spell them.
func (r recipe) choose(from sources) []string {
	taken := map[string]bool{}
	for _, f := range from.files {
		off, ok := r.spellings[f.spelling]
		if !ok {
			continue
		}
		for _, w := range f.words {
			if r.takesFrom(f, off, w, from) {
				taken[lexicon.Plain(w, false)] = true
			}
		}
	}
	if r.headword {
		for w := range from.known {
			if len(w) <= r.longest && from.headword(w) {
				taken[strings.ToUpper(w)] = true
			}
		}
	}
	for _, w := range from.news {
		for _, form := range w.forms {
			if len(form) <= r.longest {
				taken[strings.ToUpper(form)] = true
			}
		}
	}
	return slices.Collect(maps.Keys(taken))
}

// list is the whole list: the words chosen, with the changes by hand, and their forms.
func (r recipe) list(from sources, changes []change) *lexicon.Lexicon {
	taken := map[string]bool{}
	for _, w := range apply(r.name, r.choose(from), changes) {
		taken[w] = true
	}
	r.close(taken, from)
	if r.family() {
		for _, w := range lexicon.LeftOut() {
			delete(taken, w)
		}
	}
	return lexicon.New(r.name, apply(r.name, slices.Collect(maps.Keys(taken)), changes)) // what was removed is no form either
}

func (r recipe) takesFrom(f file, off int, word string, from sources) bool {
	switch f.class {
	case words:
		return r.takes(f.size, off, word, from)
	case contractions:
		return r.takesContraction(f.size, word)
	case abbreviations:
		return len(word) <= r.longest && from.clipped(word)
	}
	return false
}

// takes reports whether the word of a file of that size and spelling is one for the list.
func (r recipe) takes(size, off int, word string, from sources) bool {
	if word != strings.ToLower(word) {
		return false
	}
	word = strings.ToLower(lexicon.Plain(word, false))
	known := from.known
	switch {
	case !lexicon.Letters(strings.ToUpper(word)) || len(word) < 2 || len(word) > r.longest:
		return false // an apostrophe, or a letter's name
	case len(word) > 3 && size > r.largest && !(r.headword && confirmed(word, known)):
		return false
	case off > 0 && (size > r.variant || off > 1 && !known[word]):
		return false
	case size > rarest && len(word) < 4: // Roman numerals, initials
		return false
	case len(word) == 2:
		// SCOWL has "cs" and "kb" among its commonest words: plurals of letters and units.
		return hasVowel(word) && (size <= r.short || known[word])
	case len(word) == 3:
		return size <= r.short && (hasVowel(word) || size <= 60) || hasVowel(word) && confirmed(word, known)
	}
	return size <= desk && !(r.everyday() && from.lonely(size, word)) || size > desk && !from.name(word)
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
	list string // the names of those that it is for, with commas; "" for all
	add  bool
	word string
	used bool // it changed some list
}

// parseChanges reads lines "+ word word" and "- word", each for all lists or for those whose names begin it; "#" begins a remark.
func parseChanges(text string) ([]change, error) {
	var all []change
	for n, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		fields := strings.Fields(line)
		if len(fields) == 0 {
			continue
		}
		list := ""
		if first, _, _ := strings.Cut(fields[0], ","); slices.Contains(lexicon.Names(), first) {
			list, fields = fields[0], fields[1:]
		}
		if len(fields) == 0 || fields[0] != "+" && fields[0] != "-" {
			return nil, fmt.Errorf("changes, line %d: %q has no sign: use + or -", n+1, strings.TrimSpace(line))
		}
		for _, w := range fields[1:] {
			all = append(all, change{line: n + 1, list: list, add: fields[0] == "+", word: w})
		}
	}
	return all, nil
}

// apply changes the words of a list, and marks the changes that were of use.
func apply(list string, words []string, changes []change) []string {
	for n := range changes {
		c := &changes[n]
		if c.list != "" && !slices.Contains(strings.Split(c.list, ","), list) {
			continue
		}
		switch i := slices.Index(words, strings.ToUpper(c.word)); {
		case c.add && i < 0:
			words, c.used = append(words, strings.ToUpper(c.word)), true
		case !c.add && i >= 0:
			words, c.used = slices.Delete(words, i, i+1), true
		}
	}
	return words
}

// pointless is an error if changes changed no list: they have become superfluous.
func pointless(changes []change) error {
	var errs []error
	for _, c := range changes {
		if !c.used {
			errs = append(errs, fmt.Errorf("changes, line %d: %s changes nothing: remove it", c.line, c.word))
		}
	}
	return errors.Join(errs...)
}
