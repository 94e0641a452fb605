package lexicon

import (
	"slices"
	"strings"
)

// A tongue is the language of some built-in lists, and how one of them spells what tiles lack.
type tongue struct {
	code    string // "de"
	enye    bool   // Ñ stays
	umlauts bool   // Ä is AE, not A
}

// tongues are those of the lists that are not in English.
var tongues = map[string]tongue{
	"french":    {code: "fr"},
	"german":    {code: "de", umlauts: true},
	"german-a":  {code: "de"},
	"spanish":   {code: "es", enye: true},
	"spanish-n": {code: "es"},
}

// english is the code of the lists that are in no other language.
const english = "en"

// tongueOf is the language of the list with that name.
func tongueOf(list string) tongue {
	if t, ok := tongues[list]; ok {
		return t
	}
	return tongue{code: english}
}

func (t tongue) spell(word string) string {
	word = strings.ToUpper(word)
	if t.umlauts {
		word = twoLetters.Replace(word)
	}
	return Plain(word, t.enye)
}

// Spelling is how the list of that name spells what tiles lack, such as "Ä = AE"; empty if there is but one way.
func Spelling(list string) string {
	switch t := tongueOf(list); {
	case t.umlauts:
		return "Ä = AE"
	case t.code == "de":
		return "Ä = A"
	case t.code == "es" && !t.enye:
		return "Ñ = N"
	}
	return ""
}

// SpelledBy is a word as the list of that name spells it.
func SpelledBy(list, word string) string { return tongueOf(list).spell(word) }

// Language is the code of the language that the words are in, such as "de"; empty if nobody knows, or there is no list.
func (l *Lexicon) Language() string {
	if l == nil {
		return ""
	}
	return l.tongue.code
}

// guessed is English for a list of one's own if a quarter of its words are in the usual list: of a tournament's that has half, and of lists in
// other languages it has less than a tenth.
func guessed(words []string) (t tongue) {
	known, asked := 0, 0
	for i := 0; i < len(words); i += max(1, len(words)/1000) {
		if asked++; Default().Has(words[i]) {
			known++
		}
	}
	if known*4 >= asked {
		t.code = english
	}
	return t
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
