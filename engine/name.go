package engine

import (
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// CleanName is a player's name as it is kept: composed (Unicode's NFC), without what nobody sees, which may turn a line around (U+202E) or
// make a name of nothing, without marks that pile up into other lines, and with single spaces between its words.
func CleanName(name string) string {
	marks := 0
	shown := strings.Map(func(r rune) rune {
		if marks++; !unicode.Is(unicode.M, r) {
			marks = 0
		}
		if invisible(r) || marks > mostMarks {
			return -1
		}
		return r
	}, norm.NFC.String(name))
	return norm.NFC.String(strings.Join(strings.Fields(shown), " "))
}

// mostMarks is how many marks one letter may have above what is composed; no living language writes more than three.
const mostMarks = 3

// invisible are format characters, the fillers of Hangul and others that no font draws (Unicode's Default_Ignorable_Code_Point), and the
// empty pattern of Braille. Variation selectors, which choose between two forms of a sign, stay.
func invisible(r rune) bool {
	return unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point) || r == '\u2800'
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
