package text

import (
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

var place = regexp.MustCompile(`\{[a-z]+\}`)

// places are the names in braces of a sentence, each once. A sentence of a plural form may leave out its number: "one tile".
func places(key, sentence string) []string {
	found := place.FindAllString(sentence, -1)
	if key != plain(key) {
		found = slices.DeleteFunc(found, func(name string) bool { return name == "{n}" })
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// plain is the key without the end that names a plural form.
func plain(key string) string {
	for _, end := range forms {
		if rest, ok := strings.CutSuffix(key, end); ok {
			return rest
		}
	}
	return key
}

func TestEveryLanguageSaysEverything(t *testing.T) {
	first := Langs()[0]
	for _, other := range Langs()[1:] {
		for _, key := range first.Keys() {
			if !other.Has(key) && key == plain(key) {
				t.Errorf("%s lacks %q", other.Lang, key)
			}
		}
		for _, key := range other.Keys() {
			of := key
			if !first.Has(of) {
				of = plain(key)
			}
			if !first.Has(of) {
				t.Errorf("%s has %q, which %s lacks", other.Lang, key, first.Lang)
				continue
			}
			if want, got := places(key, first.says[of]), places(key, other.says[key]); !slices.Equal(want, got) {
				t.Errorf("%s: %q has the places %v, not %v", other.Lang, key, got, want)
			}
		}
	}
}

// TestEveryPluralFormIsThere looks at all numbers to 200, among which each language has all forms of whole numbers but those of millions.
// A form that stands for several numbers, such as French's for 0 and 1, must name the number.
func TestEveryPluralFormIsThere(t *testing.T) {
	first := Langs()[0]
	for _, key := range first.Keys() {
		if plain(key) == key {
			continue
		}
		for _, lang := range Langs() {
			numbers := map[string]int{}
			for n := range 201 {
				numbers[lang.formOf(n)]++
			}
			for end, many := range numbers {
				sentence, ok := lang.says[plain(key)+end]
				if !ok {
					t.Errorf("%s lacks %q", lang.Lang, plain(key)+end)
				} else if many > 1 && strings.Contains(lang.says[plain(key)], "{n}") && !strings.Contains(sentence, "{n}") {
					t.Errorf("%s: %q stands for %d numbers and does not say which", lang.Lang, plain(key)+end, many)
				}
			}
		}
	}
}

func TestEachFolderIsALanguage(t *testing.T) {
	folders, err := fs.ReadDir(files, ".")
	if err != nil {
		t.Fatal(err)
	}
	if len(folders) != len(Langs()) || Langs()[0].Lang != Default {
		t.Errorf("%d folders, %d languages, %q first", len(folders), len(Langs()), Langs()[0].Lang)
	}
	names := map[string]string{}
	for _, lang := range Langs() {
		if other, twice := names[lang.Name]; twice || lang.Name == "language" {
			t.Errorf("%s calls itself %q, and so does %q", lang.Lang, lang.Name, other)
		}
		names[lang.Name] = lang.Lang
		if got := For(lang.Lang); got != lang {
			t.Errorf("asked for %s, got %s", lang.Lang, got.Lang)
		}
	}
}

func TestSay(t *testing.T) {
	texts := &Texts{Lang: "en", tag: For("en").tag, says: map[string]string{"and": "and", "and.i": "and", "words": "{n} words", "words.one": "{n} word", "plays": "{who} plays {what}"}}
	for _, c := range []struct{ name, got, want string }{
		{"places are filled in", texts.Say("plays", "who", "Ana", "what", "{who}"), "Ana plays {who}"},
		{"one has its own sentence", texts.Say("words", "n", 1), "1 word"},
		{"so has minus one", texts.Say("words", "n", -1), "-1 word"},
		{"several have the plain one", texts.Say("words", "n", 2), "2 words"},
		{"so has a number that is a text", texts.Say("words", "n", "1"), "1 words"},
		{"a missing key is seen", texts.Say("gone"), "gone"},
		{"lists are joined as people do", texts.List([]string{"A", "B", "C"}), "A, B and C"},
		{"and in Spanish before an i", For("es").List([]string{"Ana", "Inés"}), "Ana e Inés"},
		{"a decimal point", For("en").Decimal(1234.5, 1, 1), "1,234.5"},
		{"a decimal comma", For("es").Decimal(0.5, 0, 2), "0,5"},
		{"no decimals where none are needed", For("es").Decimal(3, 0, 2), "3"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.got != c.want {
				t.Errorf("got %q, want %q", c.got, c.want)
			}
		})
	}
	if got := texts.Under("w")["ords.one"]; got != "{n} word" {
		t.Errorf("under w: %q", got)
	}
}

// TestPluralsFollowTheLanguage has forms of a language that no folder holds: no code knows of any.
func TestPluralsFollowTheLanguage(t *testing.T) {
	for n, want := range map[int]string{1: "1 słowo", 2: "2 słowa", 5: "5 słów", 22: "22 słowa"} {
		polish := &Texts{Lang: "pl", tag: language.Polish, says: map[string]string{"w.one": "{n} słowo", "w.few": "{n} słowa", "w.many": "{n} słów", "w": "{n} słowa"}}
		if got := polish.Say("w", "n", n); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
	if len(forms) != int(plural.Many) {
		t.Errorf("%d forms have ends of keys", len(forms))
	}
}

func TestTheLanguageIsTheReaders(t *testing.T) {
	for header, want := range map[string]string{
		"es-MX,es;q=0.9,en;q=0.8": "es", "zh-CN,zh;q=0.9,es;q=0.5,en;q=0.4": "es", "zh": "en", "": "en", "en;q=0.1,es;q=0.2": "es", ";;q=x": "en",
	} {
		if got := For(header).Lang; got != want {
			t.Errorf("%q: %s, want %s", header, got, want)
		}
	}
}
