package lexicon

import "strings"

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

// twoLetters writes two letters for each one with an umlaut, which may be a letter and a mark.
var twoLetters = strings.NewReplacer("Ä", "AE", "Ö", "OE", "Ü", "UE", "A\u0308", "AE", "O\u0308", "OE", "U\u0308", "UE")

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
