package lexicon

import (
	_ "embed" // the built-in lists
	"slices"
	"strings"
	"sync"
)

//go:generate go run ./build

//go:embed english.words
var bothSpellings []byte

//go:embed american.words
var americanSpelling []byte

//go:embed british.words
var britishSpelling []byte

//go:embed large.words
var large []byte

//go:embed dabble.words
var dabble []byte

//go:embed french.words
var french []byte

//go:embed spanish.words
var spanish []byte

//go:embed spanish-n.words
var spanishN []byte

// Notice says what the built-in lists are made from, with the licenses of that; it goes wherever the lists go.
//
//go:embed NOTICE
var Notice string

// DefaultName is what the built-in list of NAB-IT! is called: American and British spellings.
const DefaultName = "english"

// builtIn are the built-in lists, decoded when they are first asked for. Being compiled in, they cannot fail at run
// time: a test decodes them.
var builtIn = map[string]func() *Lexicon{
	DefaultName: sync.OnceValue(decoded(bothSpellings)),
	"american":  sync.OnceValue(decoded(americanSpelling)),
	"british":   sync.OnceValue(decoded(britishSpelling)),
	"large":     sync.OnceValue(decoded(large)),
	"dabble":    sync.OnceValue(decoded(dabble)),
	"french":    sync.OnceValue(decoded(french)),
	"spanish":   sync.OnceValue(decoded(spanish)),
	"spanish-n": sync.OnceValue(decoded(spanishN)),
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

// SpanishWords are the built-in list for DABBLE in Spanish, whose tiles have an Ñ.
func SpanishWords() *Lexicon { return builtIn["spanish"]() }

// Names are the names of the lists that come with the program: english has American and British spellings, american and british one of
// them, large rare words too, and dabble what DABBLE allows: contractions, and archaic, slang and foreign words, of two to six letters;
// german writes Ä as AE and german-a as A; spanish has Ñ and spanish-n N for it. english-all is english with the words that the others, but
// for large, leave out for children.
func Names() []string {
	return []string{DefaultName, "american", "british", "large", "dabble", "french", "german", "german-a", "spanish", "spanish-n", AllWords}
}

// With are the lists of words in that language, such as "de", that have the word; not nil. What english-all has more, large has too.
func With(language, word string) []string {
	return slices.DeleteFunc(Names(), func(name string) bool {
		if tongueOf(name).code != language || name == AllWords {
			return true
		}
		l, err := OpenBuiltIn(name)
		return err != nil || !l.Has(word)
	})
}

// Beside are the built-in lists in which people look for a word that a list lacks, that list first, if it is built in.
func Beside(list string) []string {
	switch {
	case tongueOf(list).code != english:
		return []string{list}
	case slices.Contains([]string{"american", "british", "dabble", AllWords}, list):
		return []string{list, DefaultName, "large"}
	}
	return []string{DefaultName, "large"}
}

// base is the list that a name is of which a game keeps, "german + 2".
func base(name string) string {
	list, _, _ := strings.Cut(strings.TrimPrefix(name, "changed "), " ")
	return list
}

// Apart reports whether the list of that name, as Recorded, has two letters for one with an umlaut.
func Apart(name string) bool { return tongueOf(base(name)).umlauts }

// Recorded is the list of that name, as a game keeps the name of the list that judged it ("german + 2"), without its changes; the other list if
// it is a file's, or is not there.
func Recorded(name string, other *Lexicon) *Lexicon {
	if l, err := OpenBuiltIn(base(name)); err == nil {
		return l
	}
	return other
}

// fits reports whether what a game is played with can spell the list's words: dabble has none of more than six letters, and spanish an Ñ.
func fits(list, game string) bool {
	return game == "dabble" || list != "dabble" && !tongueOf(list).enye
}

// NamesFor are the lists for a game that are there.
func NamesFor(game string) []string {
	return slices.DeleteFunc(Names(), func(list string) bool { return !fits(list, game) || !isThere(list) })
}

// Suggested is the list for a game whose players read that language ("de", "pt-BR").
func Suggested(game, language string) string {
	code, _, _ := strings.Cut(language, "-")
	for _, list := range NamesFor(game) {
		if code != english && tongueOf(list).code == code {
			return list
		}
	}
	return NameFor(game)
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
