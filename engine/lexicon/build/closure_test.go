package main

import (
	"slices"
	"strings"
	"testing"
)

func TestForms(t *testing.T) {
	for _, test := range []struct{ word, plural, ed, ing string }{
		{"cat", "cats", "catted", "catting"},
		{"fox", "foxes", "foxed", "foxing"},
		{"pony", "ponies", "ponied", "ponying"},
		{"play", "plays", "played", "playing"},
		{"echo", "echos", "echoed", "echoing"},
		{"bake", "bakes", "baked", "baking"},
		{"tie", "ties", "tied", "tying"},
		{"dye", "dyes", "dyed", "dyeing"},
		{"quit", "quits", "quitted", "quitting"},
		{"rain", "rains", "rained", "raining"},
	} {
		got := []string{plurals(test.word)[0], ended(test.word, "ed")[0], ended(test.word, "ing")[0]}
		if want := []string{test.plural, test.ed, test.ing}; !slices.Equal(got, want) {
			t.Errorf("%s has the forms %v, want %v", test.word, got, want)
		}
	}
}

func TestClose(t *testing.T) {
	from := newSources([]file{
		{spelling: "english", class: words, size: 80, words: strings.Fields("hoard hoards hoarded hoarding owner owned carb knive goe knife go")},
		{spelling: "variant_3", class: words, size: 80, words: strings.Fields("owners")},
		{spelling: "english", class: words, size: 95, words: strings.Fields("koas proofreads kos")},
	}, map[string]bool{})
	from.irregular = map[string][]string{"knife": {"knives"}}
	for _, test := range []struct{ name, words, want string }{
		{"the forms that SCOWL has", "HOARD", "HOARD HOARDS HOARDED HOARDING"},
		{"a plural in any spelling, and no -ED without -ING", "OWNER OWN", "OWNER OWNERS OWN"},
		{"the plural of a short word, even if only the largest size has it", "KOA", "KOA KOAS"},
		{"none of a shorter or longer one", "KO PROOFREAD", "KO PROOFREAD"},
		{"the singular", "CARBS", "CARBS CARB"},
		{"no singular of another word's form", "GO GOES", "GO GOES"},
	} {
		taken := map[string]bool{}
		for _, w := range strings.Fields(test.words) {
			taken[w] = true
		}
		recipes[0].close(taken, from)
		want := strings.Fields(test.want)
		if len(taken) != len(want) || slices.ContainsFunc(want, func(w string) bool { return !taken[w] }) {
			t.Errorf("%s: %v, want %v", test.name, taken, want)
		}
	}
}

func TestNewWords(t *testing.T) {
	news, err := parseNew("# remark\nnoun vlog # remark\nverb vlog\nword wifi")
	if err != nil || len(news) != 3 || strings.Join(news[1].forms, " ") != "vlog vlogs vlogged vlogging" || len(news[2].forms) != 1 {
		t.Errorf("%v, error %v", news, err)
	}
	if err := superfluous(news, map[string]bool{"WIFI": true}); err == nil || !strings.Contains(err.Error(), "wifi") {
		t.Errorf("error %v", err)
	}
	if err := superfluous(news, nil); err != nil {
		t.Errorf("error %v", err)
	}
	if _, err := parseNew("\nvlog"); err != nil {
		t.Errorf("error %v for a line without words", err)
	}
	if _, err := parseNew("\nadverb soon"); err == nil || !strings.Contains(err.Error(), "line 2") {
		t.Errorf("error %v", err)
	}
}
