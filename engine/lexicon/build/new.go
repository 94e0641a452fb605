package main

import (
	_ "embed" // the new words
	"fmt"
	"slices"
	"strings"
)

//go:embed new.txt
var newText string

// A newWord is one that no source has, with the forms that a rule makes.
type newWord struct {
	word  string   // in lower case
	forms []string // with the word itself
}

// parseNew reads lines "noun word word", "verb word" and "word word"; "#" begins a remark.
func parseNew(text string) (all []newWord, err error) {
	for n, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		fields := strings.Fields(line)
		for i := 1; i < len(fields); i++ {
			w := newWord{fields[i], []string{fields[i]}}
			switch fields[0] {
			case "noun":
				w.forms = append(w.forms, plurals(w.word)[0])
			case "verb":
				w.forms = append(w.forms, plurals(w.word)[0], ended(w.word, "ed")[0], ended(w.word, "ing")[0])
			case "word":
			default:
				return nil, fmt.Errorf("new words, line %d: begins with %q: use noun, verb or word", n+1, fields[0])
			}
			all = append(all, w)
		}
	}
	return all, nil
}

// checkedNew are the new words, each of which the usual list would lack.
func checkedNew(text string, from sources) ([]newWord, error) {
	news, err := parseNew(text)
	if err != nil {
		return nil, err
	}
	taken := map[string]bool{}
	for _, w := range recipes[0].choose(from) {
		taken[w] = true
	}
	return news, superfluous(news, taken)
}

// superfluous is an error if the words are in the list already, or are there twice.
func superfluous(news []newWord, taken map[string]bool) error {
	seen := map[string]bool{}
	var had []string
	for _, w := range news {
		fresh := false
		for _, form := range w.forms {
			fresh = fresh || !taken[strings.ToUpper(form)] && !seen[form]
			seen[form] = true
		}
		if !fresh && !slices.Contains(had, w.word) {
			had = append(had, w.word)
		}
	}
	if len(had) > 0 {
		return fmt.Errorf("new words that the list has already: remove %s", strings.Join(had, " "))
	}
	return nil
}
