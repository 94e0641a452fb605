package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"tilewatch/engine/lexicon/build/hunspell"
)

// commonGerman goes by the flags, as nouns have capitals, too: the dictionary gives a noun those of its plural and of its compounds, and a name
// or an abbreviation, if anything, that of a genitive.
func commonGerman(_ *hunspell.Dictionary, e hunspell.Entry) bool {
	if slices.Contains(e.Grammar, noted) {
		return !lower(nil, e) // all compounds of the word list are nouns; what it has in lower case are abbreviations
	}
	return lower(nil, e) || slices.ContainsFunc(e.Flags, func(flag string) bool { return flag != "S" })
}

// germanCompounds are the words of Debian's word list, each without other forms: the list is made from the same source as the spelling
// dictionary, and has 65,000 compounds with their forms that the dictionary leaves to a rule (BAHNHOF, BAHNHÖFE).
func germanCompounds(in inputs) (all [][]string, err error) {
	text, err := os.ReadFile(in.german)
	if err != nil {
		return nil, fmt.Errorf("install the package wngerman or give -german: %w", err)
	}
	for _, w := range strings.Fields(string(text)) {
		all = append(all, []string{w})
	}
	return all, nil
}
