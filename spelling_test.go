package tilewatch_test

import (
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/golangci/misspell"
)

// unchecked begin the names of files whose words are not our English: other languages, word lists, what others wrote.
var unchecked = []string{"web/docs/de/", "web/docs/fr/", "web/docs/es/", "engine/lexicon/", "web/browsertest/testdata/", "testdata/", "CHANGELOG.md"}

// ourWords are spelled another way: units as in the International System of Units, licences as the packages' folder of them is called.
var ourWords = []string{"metre", "metres", "centimetre", "centimetres", "millimetre", "millimetres", "licence", "licences"}

// TestWordsAreSpelledRight looks for common misspellings, and for British spellings beside American ones, in Go's comments and in all other texts.
func TestWordsAreSpelledRight(t *testing.T) {
	speller := misspell.New()
	speller.AddRuleList(misspell.DictAmerican)
	speller.RemoveRule(ourWords)
	speller.Compile()
	if _, wrong := speller.Replace("the colour is definately grey"); len(wrong) != 2 {
		t.Fatalf("planted words: found %v", wrong)
	}
	for _, name := range tracked(t) {
		if slices.ContainsFunc(unchecked, func(begin string) bool { return strings.HasPrefix(name, begin) }) {
			continue
		}
		read := speller.Replace
		switch path.Ext(name) {
		case ".go":
			read = speller.ReplaceGo
		case ".md", ".js", ".css", ".html", ".py", ".sh":
		default:
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		_, wrong := read(string(text))
		for _, w := range wrong {
			t.Errorf("%s:%d: %q is spelled %q", name, w.Line, w.Original, w.Corrected)
		}
	}
}
