package main

import (
	"fmt"
	"os"
	"strings"
)

// spanishHeadwords are the words of a large dictionary that Debian's word list has, and the plurals of its nouns and adjectives; it has no
// other forms.
func spanishHeadwords(in inputs) (all [][]string, err error) {
	text, err := os.ReadFile(in.spanish)
	if err != nil {
		return nil, fmt.Errorf("install the package wspanish or give -spanish: %w", err)
	}
	for _, w := range strings.Fields(string(text)) {
		all = append(all, []string{w, spanishPlural(w)})
	}
	return all, nil
}

// verbal are the endings of adverbs and verbs, which have no plural.
var verbal = []string{"mente", "ar", "er", "ir", "arse", "erse", "irse"}

// bare takes the accent off a last syllable, which the plural's further syllable makes the last but one.
var bare = strings.NewReplacer("ás", "as", "án", "an", "én", "en", "ín", "in", "ón", "on", "ún", "un")

// spanishPlural is the plural of a noun or adjective by the regular rule; empty if the word is likely none.
func spanishPlural(w string) string {
	for _, ending := range verbal {
		if strings.HasSuffix(w, ending) {
			return ""
		}
	}
	n := len(w)
	switch {
	case n < 4:
		return ""
	case strings.ContainsAny(w[n-1:], "aeo"):
		return w + "s"
	case w[n-1] == 'z':
		return w[:n-1] + "ces"
	case strings.ContainsAny(w[n-1:], "dlnr"):
		return w[:max(0, n-3)] + bare.Replace(w[max(0, n-3):]) + "es"
	}
	return ""
}
