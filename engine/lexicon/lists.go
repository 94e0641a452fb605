package lexicon

import (
	_ "embed" // the built-in lists
	"slices"
	"strings"
	"sync"
)

//go:generate go run ./build

//go:embed english.words
var english []byte

//go:embed american.words
var americanSpelling []byte

//go:embed british.words
var britishSpelling []byte

//go:embed large.words
var large []byte

//go:embed dabble.words
var dabble []byte

//go:embed spanish.words
var spanish []byte

// Notice says what the built-in lists are made from, with the licenses of that; it goes wherever the lists go.
//
//go:embed NOTICE
var Notice string

// DefaultName is what the built-in list of NAB-IT! is called: American and British spellings.
const DefaultName = "english"

// builtIn are the built-in lists, decoded when they are first asked for. Being compiled in, they cannot fail at run
// time: a test decodes them.
var builtIn = map[string]func() *Lexicon{
	DefaultName: sync.OnceValue(decoded(english)),
	"american":  sync.OnceValue(decoded(americanSpelling)),
	"british":   sync.OnceValue(decoded(britishSpelling)),
	"large":     sync.OnceValue(decoded(large)),
	"dabble":    sync.OnceValue(decoded(dabble)),
	"spanish":   sync.OnceValue(decoded(spanish)),
}

func init() { builtIn[AllWords] = sync.OnceValue(withAll) } // here, as it is made of another

func decoded(data []byte) func() *Lexicon {
	return func() *Lexicon {
		l, err := Decode(data)
		if err != nil {
			panic("lexicon: " + err.Error())
		}
		return l
	}
}

// Default is the built-in list called DefaultName.
func Default() *Lexicon { return builtIn[DefaultName]() }

// SpanishWords are the built-in list for DABBLE in Spanish: words of up to six tiles, where LL and RR are one tile each, without
// accents, but with Ñ.
func SpanishWords() *Lexicon { return builtIn["spanish"]() }

// Names are the names of the built-in lists: english has American and British spellings, american and british one of
// them, large rare words too, and dabble what DABBLE allows: contractions, and archaic, slang and foreign words, of two to six letters;
// spanish is for DABBLE too. english-all is english with the words that it and the others but large leave out for children.
func Names() []string {
	return []string{DefaultName, "american", "british", "large", "dabble", "spanish", AllWords}
}

// With are the built-in lists, of English words, that have the word; not nil. What english-all has more, large has too.
func With(word string) []string {
	return slices.DeleteFunc(Names(), func(name string) bool {
		return name == "spanish" || name == AllWords || !builtIn[name]().Has(word)
	})
}

// Beside are the built-in lists in which people look for a word that a list lacks, that list first, if it is built in.
func Beside(list string) []string {
	switch list {
	case "spanish":
		return []string{list}
	case "american", "british", "dabble", AllWords:
		return []string{list, DefaultName, "large"}
	}
	return []string{DefaultName, "large"}
}

// Choices says what can be given for a list.
func Choices() string {
	return strings.Join(Names(), ", ") + `, or a file with one word a line, or with lines "+ word" and "- word" that change the built-in list`
}

// NameFor is the name of the list a game is played with unless another is asked for.
func NameFor(game string) string {
	if slices.Contains(Names(), game) {
		return game
	}
	return DefaultName
}
