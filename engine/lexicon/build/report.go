package main

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"

	"tilewatch/engine/lexicon"
	"tilewatch/engine/lexicon/definitions"
)

// The package's doc has two tables, each an indented block whose first line begins so.
const (
	sharesTable = "list"
	lackTable   = "lacking"
)

// rewrite puts the tables into the text of a Go file.
func rewrite(doc []byte, tables ...string) ([]byte, error) {
	for _, table := range tables {
		first, _, _ := strings.Cut(table, " ")
		begin := bytes.Index(doc, []byte("\n//\t"+first+" "))
		if begin < 0 {
			return nil, fmt.Errorf("the doc has no table that begins with %q", first)
		}
		begin++
		end := begin
		for bytes.HasPrefix(doc[end:], []byte("//\t")) {
			end += bytes.IndexByte(doc[end:], '\n') + 1
		}
		commented := "//\t" + strings.ReplaceAll(strings.TrimSuffix(table, "\n"), "\n", "\n//\t") + "\n"
		doc = slices.Concat(doc[:begin], []byte(commented), doc[end:])
	}
	return doc, nil
}

// figures are what the tables are made from.
type figures struct {
	headwords []string // WordNet's
	from      sources
	changes   []change
}

// report writes both tables into the file with the doc.
func report(file string, lists []*lexicon.Lexicon, in figures) error {
	doc, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	lacking, err := in.lacks(lists)
	if err != nil {
		return err
	}
	if doc, err = rewrite(doc, in.shares(lists), lacking); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return os.WriteFile(file, doc, 0o644)
}

// share is what part of the words something holds of; NaN% of none.
func share(words []string, holds func(string) bool) string {
	n := 0
	for _, w := range words {
		if holds(w) {
			n++
		}
	}
	return fmt.Sprintf("%.1f%%", 100*float64(n)/float64(len(words)))
}

// shareOfWordNet are precision and recall against WordNet: the share of the list's words that it knows, themselves or what they are a
// form of, and the share of its headwords, of those as long as the list has any, that the list has.
func (r recipe) shareOfWordNet(l *lexicon.Lexicon, headwords []string) (precision, recall string) {
	heads := map[string]bool{}
	for _, w := range headwords {
		heads[w] = true
	}
	known := func(word string) bool {
		word = strings.ToLower(word)
		return heads[word] || definitions.Irregular(word) || slices.ContainsFunc(definitions.Stems(word), func(w string) bool { return heads[w] })
	}
	return share(slices.Collect(l.All), known), share(r.fitting(headwords), l.Has)
}

// shareOfScowl are precision and recall against SCOWL's words of the recipe's spellings that a desk dictionary has.
func (r recipe) shareOfScowl(l *lexicon.Lexicon, from sources) (precision, recall string) {
	desks := map[string]bool{}
	var all []string
	for _, f := range from.files {
		if _, ok := r.spellings[f.spelling]; !ok || f.class != words || f.size > desk {
			continue
		}
		for _, w := range f.words {
			word := lexicon.Plain(w, false)
			if w == strings.ToLower(w) && len(word) > 1 && lexicon.Letters(word) && !desks[word] {
				desks[word] = true
				all = append(all, word)
			}
		}
	}
	return share(slices.Collect(l.All), func(word string) bool { return desks[word] }), share(r.fitting(all), l.Has)
}

func (r recipe) fitting(all []string) []string {
	return slices.DeleteFunc(slices.Clone(all), func(w string) bool { return len(w) > r.longest })
}

// row is the part of a list's row in the first table that needs no SCOWL.
func (in figures) row(r recipe, l *lexicon.Lexicon) string {
	precision, recall := r.shareOfWordNet(l, in.headwords)
	return fmt.Sprintf("%-10s%8d  %s%11s%9s", l.Name(), l.Len(), l.Hash(), precision, recall)
}

// shares are the first table: precision and recall of each list.
func (in figures) shares(lists []*lexicon.Lexicon) string {
	text := fmt.Sprintf("%-10s%8s  %-12s%20s%20s\n", sharesTable, "words", "hash", "WordNet", "SCOWL 70")
	text += fmt.Sprintf("%-10s%8s  %-12s%11s%9s%11s%9s\n", "", "", "", "precision", "recall", "precision", "recall")
	for i, l := range lists {
		precision, recall := recipes[i].shareOfScowl(l, in.from)
		text += fmt.Sprintf("%s%11s%9s\n", in.row(recipes[i], l), precision, recall)
	}
	return text
}

// A lack is a class of headwords that a list does not have.
type lack int

const (
	inLarge lack = iota
	numeral
	vowelless
	short
	byHand
	unexplained
)

// lackNames are the columns of the second table, as the doc explains them.
var lackNames = [unexplained]string{"in large", "numeral", "vowelless", "short", "by hand"}

// whyLacking is the class of a headword that a list does not have.
func whyLacking(word string, large *lexicon.Lexicon, changes []change) lack {
	switch {
	case large.Has(word):
		return inLarge
	case romanNumeral.MatchString(word):
		return numeral
	case !hasVowel(word):
		return vowelless
	case len(word) <= 3:
		return short
	case slices.ContainsFunc(changes, func(c change) bool { return !c.add && c.word == word }):
		return byHand
	}
	return unexplained
}

// lacks are the second table: how many of WordNet's headwords each list lacks, by class. A word that no class explains is an error.
func (in figures) lacks(lists []*lexicon.Lexicon) (string, error) {
	text := fmt.Sprintf("%-10s", lackTable)
	for _, name := range lackNames {
		text += fmt.Sprintf("%10s", name)
	}
	large := lists[slices.IndexFunc(lists, func(l *lexicon.Lexicon) bool { return l.Name() == "large" })]
	for i, l := range lists {
		var n [unexplained]int
		for _, w := range recipes[i].fitting(in.headwords) {
			if l.Has(w) {
				continue
			}
			class := whyLacking(w, large, in.changes)
			if class == unexplained {
				return "", fmt.Errorf("the list %s lacks %s, which WordNet has, for no reason", l.Name(), w)
			}
			n[class]++
		}
		text += fmt.Sprintf("\n%-10s", l.Name())
		for _, many := range n {
			text += fmt.Sprintf("%10d", many)
		}
	}
	return text + "\n", nil
}
