package main

import (
	_ "embed" // what is changed by hand
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"tilewatch/engine/lexicon"
	"tilewatch/engine/lexicon/build/hunspell"
)

// A tongue is a language whose lists are the words of a spelling dictionary.
type tongue struct {
	dictionary string   // its name
	packaged   string   // in this package of Debian
	lists      []string // one for each way to spell its words with tiles; see lexicon.SpelledBy
	changes    string   // by hand

	common    func(*hunspell.Dictionary, hunspell.Entry) bool // reports whether a stem is no name, abbreviation or part of a phrase
	headwords func(inputs) ([][]string, error)                // more words, each with its forms; nil: none
	folder    string                                          // where the lists go, seen from the others
}

//go:embed french.txt
var frenchText string

//go:embed spanish.txt
var spanishText string

//go:embed german.txt
var germanText string

var tongues = []tongue{
	{dictionary: "fr", packaged: "hunspell-fr-comprehensive", lists: []string{"french"}, changes: frenchText, common: commonFrench},
	{dictionary: "de_DE", packaged: "hunspell-de-de", lists: []string{"german", "german-a"}, changes: germanText, common: commonGerman, headwords: germanCompounds, folder: apart},
	{dictionary: "es_ES", packaged: "hunspell-es", lists: []string{"spanish", "spanish-n"}, changes: spanishText, common: lower, headwords: spanishHeadwords},
}

// apart is where lists lie that may not be part of the program, seen from the others.
const apart = "../../share/tilewatch/words"

// lower reports whether a stem has no capital: names have one.
func lower(_ *hunspell.Dictionary, e hunspell.Entry) bool { return e.Stem == strings.ToLower(e.Stem) }

// words are the words of the tongue as its sources write them.
func (t tongue) words(in inputs) ([]string, error) {
	d, err := hunspell.Open(filepath.Join(in.hunspell, t.dictionary))
	if err != nil {
		return nil, fmt.Errorf("install the package %s or give -hunspell: %w", t.packaged, err)
	}
	changed, err := parseChanges(t.changes)
	if err != nil {
		return nil, err
	}
	s := selection{d, t.common, map[string]*change{}, map[string]bool{}, map[string]bool{}, map[string]bool{}}
	for i := range changed {
		s.byHand[changed[i].word] = &changed[i]
	}
	for _, e := range d.Entries {
		var forms []string
		d.Words(e, func(word string) { forms = append(forms, word) })
		for _, w := range forms {
			s.seen[w] = true
		}
		s.take(e, forms)
	}
	if t.headwords != nil {
		more, err := t.headwords(in)
		if err != nil {
			return nil, err
		}
		for _, forms := range more {
			if !s.seen[forms[0]] {
				s.take(hunspell.Entry{Stem: forms[0], Grammar: []string{noted}}, forms)
			}
		}
	}
	for i, c := range changed {
		if c.add && !s.seen[c.word] { // no source has it
			s.taken[c.word], changed[i].used = true, true
		}
	}
	for w := range s.wrong {
		delete(s.taken, w)
	}
	return slices.Collect(maps.Keys(s.taken)), pointless(changed)
}

// selection is what has been chosen of a dictionary.
type selection struct {
	*hunspell.Dictionary
	common       func(*hunspell.Dictionary, hunspell.Entry) bool
	byHand       map[string]*change // by the stem that they are about
	seen         map[string]bool    // the forms of all entries, also of those that are left out
	taken, wrong map[string]bool
}

// noted marks an entry that is a word of a list, without flags. The shortest of a list are abbreviations and parts of phrases among others.
const (
	noted      = "noted"
	shortNoted = 3
)

// take takes the words of an entry, unless it is left out.
func (s *selection) take(e hunspell.Entry, forms []string) {
	common, c := s.common(s.Dictionary, e), s.byHand[e.Stem]
	if slices.Contains(e.Grammar, noted) {
		common = common && utf8.RuneCountInString(e.Stem) > shortNoted
	}
	if c != nil && c.add != common {
		common, c.used = c.add, true
	}
	to := s.taken
	if s.Marked(e, "FORBIDDENWORD") {
		to = s.wrong
	} else if !common {
		return
	}
	for _, word := range forms {
		if playable(word) && (c != nil || hasVowel(strings.ToLower(lexicon.Plain(word, false)))) {
			to[word] = true
		}
	}
}

// playable reports whether a word has letters alone, at least two, and no capital but for the first.
func playable(word string) bool {
	_, first := utf8.DecodeRuneInString(word)
	plain := lexicon.Plain(word, false)
	return word[first:] == strings.ToLower(word[first:]) && lexicon.Letters(plain) && len(plain) >= 2 && len(plain) <= lexicon.MaxLength
}

// build are the lists of the tongue.
func (t tongue) build(in inputs) (lists []*lexicon.Lexicon, err error) {
	words, err := t.words(in)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", t.lists[0], err)
	}
	for _, name := range t.lists {
		spelled := make([]string, len(words))
		for i, w := range words {
			spelled[i] = lexicon.SpelledBy(name, w)
		}
		lists = append(lists, lexicon.New(name, spelled))
	}
	return lists, nil
}
