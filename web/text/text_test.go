package text

import (
	"regexp"
	"slices"
	"testing"
)

var place = regexp.MustCompile(`\{[a-z]+\}`)

func TestEveryLanguageSaysEverything(t *testing.T) {
	first := Langs()[0]
	for _, other := range Langs()[1:] {
		for _, key := range first.Keys() {
			if !other.Has(key) {
				t.Errorf("%s lacks %q", other.Lang, key)
				continue
			}
			want, got := place.FindAllString(first.says[key], -1), place.FindAllString(other.says[key], -1)
			slices.Sort(want)
			slices.Sort(got)
			if !slices.Equal(slices.Compact(want), slices.Compact(got)) {
				t.Errorf("%s: %q has the places %v, not %v", other.Lang, key, got, want)
			}
		}
		for _, key := range other.Keys() {
			if !first.Has(key) {
				t.Errorf("%s has %q, which %s lacks", other.Lang, key, first.Lang)
			}
		}
	}
}

func TestSay(t *testing.T) {
	texts := &Texts{Lang: "en", says: map[string]string{"and": "and", "words": "{n} words", "words.one": "{n} word", "plays": "{who} plays {what}"}}
	for _, c := range []struct{ name, got, want string }{
		{"places are filled in", texts.Say("plays", "who", "Ana", "what", "{who}"), "Ana plays {who}"},
		{"one has its own sentence", texts.Say("words", "n", 1), "1 word"},
		{"several have the plain one", texts.Say("words", "n", 2), "2 words"},
		{"a missing key is seen", texts.Say("gone"), "gone"},
		{"lists are joined as people do", texts.List([]string{"A", "B", "C"}), "A, B and C"},
		{"and in Spanish before an i", For("es").List([]string{"Ana", "Inés"}), "Ana e Inés"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.got != c.want {
				t.Errorf("got %q, want %q", c.got, c.want)
			}
		})
	}
}

func TestTheLanguageIsTheReaders(t *testing.T) {
	for header, want := range map[string]string{
		"es-MX,es;q=0.9,en;q=0.8": "es", "de-DE,de;q=0.9,es;q=0.5,en;q=0.4": "es", "fr": "en", "": "en", "en;q=0.1,es;q=0.2": "es", ";;q=x": "en",
	} {
		if got := Accepted(header).Lang; got != want {
			t.Errorf("%q: %s, want %s", header, got, want)
		}
	}
}
