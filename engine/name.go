package engine

import (
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// CleanName is a player's name as it is kept: composed (Unicode's NFC), without format characters, which nobody sees and which may turn
// a line around (category Cf: zero width, U+202E), and with single spaces between its words.
func CleanName(name string) string {
	shown := strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, name)
	return norm.NFC.String(strings.Join(strings.Fields(shown), " "))
}

// NameKey is the same for names that are one: equal once cleaned, whatever their case.
func NameKey(name string) string { return norm.NFC.String(cases.Fold().String(CleanName(name))) }

// SameName says whether both are one name.
func SameName(a, b string) bool { return NameKey(a) == NameKey(b) }

// LookAlike says whether two names that are not one look the same to people, because letters of another script stand for Latin ones.
func LookAlike(a, b string) bool { return !SameName(a, b) && looks(a) == looks(b) }

// looks is a name with each letter that looks Latin as that letter: a skeleton (Unicode Technical Standard 39), for Cyrillic and Greek.
func looks(name string) string {
	marked := norm.NFD.String(CleanName(name)) // in capitals only their shapes agree: В is no b
	return strings.ToUpper(strings.Map(func(r rune) rune {
		if latin, known := confusable[r]; known {
			return latin
		}
		return r
	}, marked))
}

// confusable are the letters of other scripts that are drawn like a Latin one, by Unicode's confusables.txt.
var confusable = pairs("" +
	"АAВBЕEЅSІIЈJКKМMНHОOРPСCТTУYХXԚQԜWаaеeѕsіiјjоoрpсcуyхxһhԛqԝwѵv" + // Cyrillic
	"ΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧXοoαaνvρpιiυuγy") // Greek

// pairs maps each first letter of two to the second.
func pairs(list string) map[rune]rune {
	all, letters := map[rune]rune{}, []rune(list)
	for i := 0; i+1 < len(letters); i += 2 {
		all[letters[i]] = letters[i+1]
	}
	return all
}
