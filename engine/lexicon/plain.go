package lexicon

import (
	"strings"
	"unicode"
)

// marked are the capitals of Latin-1 and its neighbors, each with the letters that stand for it, and the printer's apostrophe.
var marked = func() map[rune]string {
	plain := map[rune]string{'Æ': "AE", 'Œ': "OE", 'ß': "SS", 'ẞ': "SS", 'Þ': "TH", '’': "'"}
	for letter, with := range map[string]string{"A": "ÀÁÂÃÄÅĀĂĄ", "C": "ÇĆČ", "D": "ÐĎĐ", "E": "ÈÉÊËĒĘĚ", "G": "Ğ", "I": "ÌÍÎÏĪİ", "L": "Ł",
		"N": "ÑŃŇ", "O": "ÒÓÔÕÖØŌŐ", "R": "Ř", "S": "ŚŞŠ", "T": "Ť", "U": "ÙÚÛÜŪŮŰ", "Y": "ÝŸ", "Z": "ŹŻŽ"} {
		for _, r := range with {
			plain[r] = letter
		}
	}
	return plain
}()

// Plain is the word as tiles spell it: in upper case and without accents, CAFÉ as CAFE. Spanish tiles have an Ñ: keepEnye
// keeps it.
func Plain(word string, keepEnye bool) string {
	word = strings.ToUpper(word)
	if isASCII(word) {
		return word
	}
	word = strings.ReplaceAll(word, "N\u0303", "Ñ")
	var plain strings.Builder
	for _, r := range word {
		switch letter, ok := marked[r]; {
		case ok && !(keepEnye && r == 'Ñ'):
			plain.WriteString(letter)
		case !unicode.Is(unicode.Mn, r): // a mark that follows its letter
			plain.WriteRune(r)
		}
	}
	return plain.String()
}

func isASCII(word string) bool {
	return strings.IndexFunc(word, func(r rune) bool { return r > unicode.MaxASCII }) < 0
}

// twoLetters writes two letters for each one with an umlaut, which may be a letter and a mark.
var twoLetters = strings.NewReplacer("Ä", "AE", "Ö", "OE", "Ü", "UE", "A\u0308", "AE", "O\u0308", "OE", "U\u0308", "UE")
