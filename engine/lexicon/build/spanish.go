package main

import (
	"fmt"
	"os"
	"strings"

	"tilewatch/engine/lexicon"
)

// readSpanish are the headwords for racks in Spanish play, in upper case: Debian's Spanish list has no names and no inflected forms.
func readSpanish(path string) ([]string, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("install the package wspanish or give -spanish: %w", err)
	}
	var words []string
	for _, w := range strings.Fields(string(text)) {
		word := lexicon.Plain(w, true)
		if w == strings.ToLower(w) && fitsRack(word) && hasVowel(strings.ToLower(word)) {
			words = append(words, word)
		}
	}
	return words, nil
}

// fitsRack reports whether a Spanish word fits on a tier, if LL and RR are one tile each where that helps.
func fitsRack(word string) bool {
	plain := strings.ReplaceAll(word, "Ñ", "N")
	letters := len(plain)
	tiles := letters - strings.Count(word, "LL") - strings.Count(word, "RR")
	return lexicon.Letters(plain) && letters >= 2 && tiles <= longestRack
}

// longestRack is how many tiles the longest tier of DABBLE's racks holds.
const longestRack = 6
