// Package definitions says in a few words what a word means, for after a challenge: never before the verdict, which
// the word list alone gives. The texts are WordNet's, packed by the program in definitions/build; its notice is in
// NOTICE. They stay packed in memory, and a question unpacks only the few kilobytes it needs.
package definitions

import (
	_ "embed" // the index
	"slices"
	"strings"
	"sync"
)

// Part is a part of speech.
type Part string

// The parts of speech that WordNet has.
const (
	Noun      Part = "noun"
	Verb      Part = "verb"
	Adjective Part = "adjective"
	Adverb    Part = "adverb"
)

type part struct {
	letter byte
	part   Part
}

// parts are the parts in the order in which senses are listed, each with its letter in the index.
var parts = []part{{'n', Noun}, {'v', Verb}, {'a', Adjective}, {'r', Adverb}}

// Sense is one meaning of a word.
type Sense struct {
	Word string `json:"word"` // in upper case: the word itself, or what it is a form of or made of
	Part Part   `json:"part"`
	Text string `json:"text"`
}

//go:generate go run ./build

// Notice says where the definitions come from, with the license; it goes wherever they go.
//
//go:embed NOTICE
var Notice string

//go:embed wordnet.defs
var packed []byte

// index is opened at the first question. Being compiled in, it cannot fail at run time: a test reads all of it.
var index = sync.OnceValue(func() *Index {
	x, err := Open(packed)
	if err != nil {
		panic("definitions: " + err.Error())
	}
	return x
})

// Headwords are the words that have a definition, in lower case and in order. They are all of WordNet's that are one word of the letters
// a to z and no name.
func Headwords() []string {
	words, err := index().headwords()
	if err != nil {
		panic("definitions: " + err.Error())
	}
	return words
}

// Irregular reports whether the word in lower case is an irregular form of another.
func Irregular(word string) bool {
	return slices.ContainsFunc(parts, func(p part) bool { return index().irregular[string(p.letter)+word] != nil })
}

// Define is what the word means, in either case: the commonest senses of each part of speech, first the word's own,
// then those of the words it is a form of (TAMED: TAME), or else of the word it is made of (CYCLER: CYCLE). None if
// WordNet does not know it, as happens with good words too.
func Define(word string) []Sense {
	senses, err := index().Define(word)
	if err != nil {
		panic("definitions: " + err.Error())
	}
	return senses
}

// Explain reports whether words of that language, such as "en", are explained: no definition is of a word that only looks the same.
func Explain(language string) bool { return language == "en" }

// Forms is Define without the words that the word is made of: what it means itself, or what it is a form of.
func Forms(word string) []Sense {
	senses, err := index().forms(strings.ToLower(word))
	if err != nil {
		panic("definitions: " + err.Error())
	}
	return senses
}

// Define is Define of this index. An error means that it is damaged.
func (x *Index) Define(word string) ([]Sense, error) {
	word = strings.ToLower(word)
	senses, err := x.forms(word)
	if err != nil || senses != nil {
		return senses, err
	}
	for _, base := range derivations(word) {
		if senses, err = x.senses(base.Word, base.Part); err != nil || senses != nil {
			return senses, err
		}
	}
	return nil, nil
}

// forms are the senses of the word itself, then those of the words that it is a form of.
func (x *Index) forms(word string) ([]Sense, error) {
	senses, err := x.senses(word, "")
	if err != nil {
		return nil, err
	}
	for _, p := range parts {
		for _, base := range x.bases(word, p.letter) {
			more, err := x.senses(base, p.part)
			if err != nil {
				return nil, err
			}
			senses = append(senses, more...)
		}
	}
	return senses, nil
}

// senses are those of the word itself; of one part of speech, if one is given.
func (x *Index) senses(word string, only Part) ([]Sense, error) {
	record, err := x.find(word)
	if err != nil || record == "" {
		return nil, err
	}
	var senses []Sense
	for _, p := range parts {
		for text := range strings.SplitSeq(record, "\t") {
			if (only == "" || only == p.part) && len(text) > 1 && text[0] == p.letter {
				senses = append(senses, Sense{strings.ToUpper(word), p.part, text[1:]})
			}
		}
	}
	return senses, nil
}
