package main

import (
	"regexp"
	"strings"

	"tilewatch/engine/lexicon"
)

// sources are what the lists are made from.
type sources struct {
	files  []file
	known  map[string]bool // WordNet's words, as it writes them, and irregular forms
	common map[string]bool // SCOWL's words that a desk dictionary has
	names  map[string]bool // SCOWL's commonest proper names, in lower case
}

// commonNames are the sizes with most first names and places; beyond are all surnames of a census.
const commonNames = 50

func newSources(files []file, known map[string]bool) sources {
	s := sources{files, known, map[string]bool{}, map[string]bool{}}
	for _, f := range files {
		for _, w := range f.words {
			switch {
			case f.class == words && f.size <= desk:
				s.common[w] = true
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

// clipped reports whether an abbreviation has become a noun, as INTRO and TECH have: WordNet has it, and a desk dictionary its plural.
func (s sources) clipped(word string) bool {
	return len(word) > 2 && hasVowel(word) && s.known[word] && s.common[word+"s"]
}

var romanNumeral = regexp.MustCompile("^[ivxlc]+$")

// headword reports whether WordNet's word is one for the game even if SCOWL does not have it: its shortest are units and abbreviations.
func (s sources) headword(word string) bool {
	return len(word) > 3 && word == strings.ToLower(word) && lexicon.Letters(strings.ToUpper(word)) && hasVowel(word) &&
		!romanNumeral.MatchString(word)
}
