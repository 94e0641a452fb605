package main

import (
	"os"
	"slices"
	"strings"
	"testing"

	"tilewatch/engine/lexicon"
)

func open(t *testing.T, name string) *lexicon.Lexicon {
	t.Helper()
	l, err := lexicon.OpenBuiltIn(name)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// everyday are the 500 words of the exam.
func everyday(t *testing.T) (all []string) {
	t.Helper()
	text, err := os.ReadFile("testdata/everyday.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if !strings.HasPrefix(line, "#") {
			all = append(all, strings.ToUpper(strings.TrimSpace(line)))
		}
	}
	return all
}

func TestTheListsHaveEverydayWords(t *testing.T) {
	for list, want := range map[string]int{"english": 490, "american": 490, "british": 487, "large": 490} {
		l := open(t, list)
		lacks := slices.DeleteFunc(everyday(t), l.Has)
		if got := 500 - len(lacks); got < want {
			t.Errorf("%s has %d of 500 everyday words, want %d: it lacks %v", list, got, want, lacks)
		}
	}
}

// hasPlural reports whether a list has a regular plural of the word.
func hasPlural(l *lexicon.Lexicon, word string) bool {
	return slices.ContainsFunc(plurals(strings.ToLower(word)), l.Has)
}

func TestShortWordsHaveTheirPlurals(t *testing.T) {
	large := open(t, "large")
	for _, list := range []string{"english", "american", "british", "dabble"} {
		l := open(t, list)
		have, lack := 0, []string(nil)
		for w := range l.All {
			if list == "dabble" && len(plurals(strings.ToLower(w))[0]) > 6 {
				continue // no tier has room for it
			}
			if len(w) >= 3 && len(w) <= 5 && hasPlural(large, w) {
				have++
				if !hasPlural(l, w) {
					lack = append(lack, w)
				}
			}
		}
		if have < 5000 || len(lack)*100 > have {
			t.Errorf("%s lacks the plural of %d of %d words, want 1%%: %v", list, len(lack), have, lack)
		}
	}
}

func TestTheUsualListHasShortWords(t *testing.T) {
	large, usual := open(t, "large"), open(t, "english")
	for pattern, want := range map[string]float64{"??": .95, "???": .85} {
		all := large.Matches(pattern, 0)
		lacks := slices.DeleteFunc(slices.Clone(all), usual.Has)
		if got := 1 - float64(len(lacks))/float64(len(all)); got < want {
			t.Errorf("english has %.3f of the words %s of large, want %.2f: it lacks %v", got, pattern, want, lacks)
		}
	}
}

func TestNoListHasAbbreviationsAndFragments(t *testing.T) {
	for _, list := range []string{"english", "american", "british"} {
		l := open(t, list)
		has := strings.Fields("CSCH PSIA PSID KCAL EMF SSH COLI QUO SITU VERSA VEDIC CESAR DORA BORG STREE KPH XIV ATM")
		if has = slices.DeleteFunc(has, func(w string) bool { return !l.Has(w) }); len(has) > 0 {
			t.Errorf("%s has %v", list, has)
		}
	}
}
