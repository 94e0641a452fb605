package main

import (
	"regexp"
	"slices"
	"strings"

	"tilewatch/engine/lexicon"
	"tilewatch/engine/lexicon/definitions"
)

// sources are what the lists are made from.
type sources struct {
	files  []file
	known  map[string]bool // WordNet's words, as it writes them, and irregular forms
	common map[string]bool // SCOWL's words that a desk dictionary has
	rare   map[string]bool // and those that only larger ones have, but for the very rarest
	names  map[string]bool // SCOWL's commonest proper names, in lower case

	sizes     map[string]int      // the smallest size in which SCOWL has a word, in any spelling
	irregular map[string][]string // WordNet's irregular forms of a word
	news      []newWord
}

// commonNames are the sizes with most first names and places; beyond are all surnames of a census.
const commonNames = 50

func newSources(files []file, known map[string]bool) sources {
	s := sources{files: files, known: known, common: map[string]bool{}, rare: map[string]bool{}, names: map[string]bool{}, sizes: map[string]int{}}
	for _, f := range files {
		for _, w := range f.words {
			if size, ok := s.sizes[w]; f.class == words && (!ok || f.size < size) {
				s.sizes[w] = f.size
			}
			switch {
			case f.class == words && f.size <= desk:
				s.common[w] = true
			case f.class == words && f.size <= rarest:
				s.rare[w] = true
			case f.class == properNames && f.size <= commonNames:
				s.names[strings.ToLower(lexicon.Plain(w, false))] = true
			}
		}
	}
	return s
}

// plainEndings distinguish a rare word from a name: by plurals and forms of verbs. JAMES is no form of JAM, nor OLIVER of OLIVE.
var plainEndings = [][2]string{{"s", ""}, {"ies", "y"}, {"ed", ""}, {"ed", "e"}, {"ing", ""}, {"ing", "e"}}

// name reports whether a rare word in lower case is a name or its plural: it is one of the commonest names, or WordNet writes it with a
// capital alone, and it is no form of another word.
func (s sources) name(word string) bool {
	if s.known[word] || s.common[word] {
		return false
	}
	for _, e := range plainEndings {
		stem, ok := strings.CutSuffix(word, e[0])
		if ok && (s.known[stem+e[1]] || s.common[stem+e[1]]) {
			return false
		}
	}
	for _, w := range []string{word, strings.TrimSuffix(word, "s")} {
		if s.names[w] || s.known[strings.ToUpper(w[:1])+w[1:]] {
			return true
		}
	}
	return false
}

// clipped reports whether an abbreviation has become a noun, as APP and TECH have: a desk dictionary has its plural.
func (s sources) clipped(word string) bool {
	return len(word) > 2 && hasVowel(word) && s.common[word+"s"]
}

// longestFragment is how long the words are among which abbreviations, names and fragments of phrases lie: CSCH, DORA, SITU.
const longestFragment = 5

// lonely reports whether only SCOWL's rarer lists have a short word, and nothing that is made of it or that it is made of.
func (s sources) lonely(size int, word string) bool {
	if size < desk || len(word) > longestFragment || s.known[word] {
		return false
	}
	has := func(w string) bool { return w != word && (s.known[w] || s.common[w] || s.rare[w]) }
	stems := append(definitions.Stems(word), strings.TrimSuffix(word, "y"), strings.TrimSuffix(word, "y")+"e")
	return !slices.ContainsFunc(slices.Concat(stems, plurals(word), ended(word, "ed"), ended(word, "er")), has)
}

var romanNumeral = regexp.MustCompile("^[ivxlc]+$")

// headword reports whether WordNet's word is one for the game even if SCOWL does not have it: its shortest are units and abbreviations.
func (s sources) headword(word string) bool {
	return len(word) > 3 && word == strings.ToLower(word) && lexicon.Letters(strings.ToUpper(word)) && hasVowel(word) &&
		!romanNumeral.MatchString(word)
}
