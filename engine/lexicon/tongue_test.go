package lexicon

import (
	"slices"
	"strings"
	"testing"
)

func TestAListIsForTheGamesThatCanSpellIt(t *testing.T) {
	nabit, dabble := NamesFor("nabit"), NamesFor("dabble")
	if slices.Contains(nabit, "dabble") || slices.Contains(nabit, "spanish") || !slices.Contains(nabit, "spanish-n") || !slices.Contains(nabit, "french") {
		t.Errorf("for NAB-IT! there are %v", nabit)
	}
	if !slices.Equal(dabble, Names()) {
		t.Errorf("for DABBLE there are %v", dabble)
	}
	for _, test := range []struct{ game, language, want string }{{"nabit", "de", "german"}, {"nabit", "fr", "french"}, {"nabit", "es", "spanish-n"}, {"dabble", "es", "spanish"},
		{"nabit", "en", "english"}, {"nabit", "it", "english"}, {"dabble", "en", "dabble"}, {"nabit", "de-AT", "german"}} {
		if got := Suggested(test.game, test.language); got != test.want {
			t.Errorf("%s in %s is played with %s, want %s", test.game, test.language, got, test.want)
		}
	}
}

func TestTheLanguageOfAList(t *testing.T) {
	for text, want := range map[string]string{"tame\ncat\ndog\nzyzzy": "en", "hund\nkatze\nkühe\nhäuser\nbäume": "", "= german\n+ zyx": "de", "+ zyx": "en"} {
		l, err := LoadFor("nabit", strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if l.Language() != want || l.With([]string{"QXZ"}).Language() != want {
			t.Errorf("%q is in %q", text, l.Language())
		}
	}
	if l, err := LoadFor("nabit", strings.NewReader("= german\n+ Häusle")); err != nil || !l.Has("HAEUSLE") {
		t.Errorf("%v, error %v: a list's changes are spelled as the list is", l, err)
	}
	var none *Lexicon
	if none.Language() != "" {
		t.Error("no list has a language")
	}
}
