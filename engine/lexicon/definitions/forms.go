package definitions

import (
	"slices"
	"strings"
)

// endings are how regular forms are made, by the letter of the part of speech: what to take off, and what to put there
// instead. They are the rules of WordNet's own morphology; its lists of exceptions hold the irregular forms.
var endings = map[byte][][2]string{
	'n': {{"s", ""}, {"ses", "s"}, {"xes", "x"}, {"zes", "z"}, {"ches", "ch"}, {"shes", "sh"}, {"men", "man"}, {"ies", "y"}},
	'v': {{"s", ""}, {"ies", "y"}, {"es", "e"}, {"es", ""}, {"ed", "e"}, {"ed", ""}, {"ing", "e"}, {"ing", ""}},
	'a': {{"er", ""}, {"est", ""}, {"er", "e"}, {"est", "e"}},
}

// bases are the words that the word may be a form of; not all of them are words.
func (x *Index) bases(word string, part byte) []string {
	bases := slices.Clone(x.irregular[string(part)+word])
	for _, base := range stemsOf(word, part) {
		if !slices.Contains(bases, base) {
			bases = append(bases, base)
		}
	}
	return bases
}

// stemsOf are what the word may be a regular form of, as that part of speech.
func stemsOf(word string, part byte) []string {
	var stems []string
	for _, e := range endings[part] {
		if stem, ok := strings.CutSuffix(word, e[0]); ok && len(stem) > 0 && stem+e[1] != word {
			stems = append(stems, stem+e[1])
		}
	}
	return stems
}

// Stems are what the word in lower case may be a regular form of, of whatever part of speech; not all of them are words.
func Stems(word string) []string {
	var stems []string
	for _, p := range parts {
		stems = append(stems, stemsOf(word, p.letter)...)
	}
	return stems
}

// derived are endings that make other words of a word, whose meaning follows from its own; WordNet lists only some of
// them. The part of speech is that of the base.
var derived = []struct {
	ending, instead string
	part            byte
}{
	{"er", "", 'v'}, {"er", "e", 'v'}, {"or", "", 'v'}, {"or", "e", 'v'},
	{"ly", "", 'a'}, {"ily", "y", 'a'}, {"ly", "le", 'a'}, {"ness", "", 'a'}, {"iness", "y", 'a'},
	{"able", "", 'v'}, {"able", "e", 'v'}, {"y", "", 'n'}, {"y", "e", 'n'},
}

// derivations are the words that the word, or its singular, may be made of, with their parts of speech.
func derivations(word string) []Sense {
	var bases []Sense
	for _, w := range []string{word, strings.TrimSuffix(word, "s")} {
		for _, d := range derived {
			stem, ok := strings.CutSuffix(w, d.ending)
			if !ok || len(stem) < 2 {
				continue
			}
			bases = append(bases, Sense{Word: stem + d.instead, Part: partOf(d.part)})
			if n := len(stem); d.instead == "" && stem[n-1] == stem[n-2] { // FLAGGER
				bases = append(bases, Sense{Word: stem[:n-1], Part: partOf(d.part)})
			}
		}
	}
	return bases
}

func partOf(letter byte) Part {
	for _, p := range parts {
		if p.letter == letter {
			return p.part
		}
	}
	return ""
}
