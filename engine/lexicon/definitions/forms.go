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
	for _, e := range endings[part] {
		if stem, ok := strings.CutSuffix(word, e[0]); ok && len(stem) > 0 {
			if base := stem + e[1]; base != word && !slices.Contains(bases, base) {
				bases = append(bases, base)
			}
		}
	}
	return bases
}
