package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tilewatch/engine/lexicon"
)

func TestChoose(t *testing.T) {
	known := map[string]bool{"qi": true, "racquet": true}
	for _, test := range []struct {
		name string
		list list
		word string
		want bool
	}{
		{"a common word", list{size: 10}, "game", true},
		{"a large dictionary's word", list{size: 70}, "squinter", true},
		{"no single letters", list{size: 10}, "a", false},
		{"no capitals", list{size: 10}, "Game", false},
		{"no initials", list{size: 10}, "TV", false},
		{"no apostrophe", list{size: 10}, "it's", false},
		{"no accent", list{size: 10}, "caf\xe9", false},
		{"a short common word", list{size: 10}, "at", true},
		{"no short word without a vowel", list{size: 10}, "cs", false},
		{"a short rare word that WordNet has", list{size: 70}, "qi", true},
		{"no short rare word else", list{size: 70}, "od", false},
		{"three letters without a vowel only if common", list{size: 70}, "csc", false},
		{"a cheer without a vowel", list{size: 50}, "brr", true},
		{"a common other spelling", list{size: 35, variant: true}, "yoghurt", true},
		{"no rare other spelling", list{size: 70, variant: true}, "yoghourt", false},
		{"a second spelling that WordNet has", list{size: 20, variant: true, second: true}, "racquet", true},
		{"no second spelling else", list{size: 20, variant: true, second: true}, "altho", false},
	} {
		test.list.words = []string{test.word}
		if got := len(choose([]list{test.list}, known)) == 1; got != test.want {
			t.Errorf("%s: %q taken is %v", test.name, test.word, got)
		}
	}
}

func TestChanges(t *testing.T) {
	got, err := change([]string{"CAT", "HUN"}, "# remark\n+ cwm ok # remark\n- hun\n")
	if err != nil || !slices.Equal(got, []string{"CAT", "CWM", "OK"}) {
		t.Errorf("%v, error %v", got, err)
	}
	for _, pointless := range []string{"+ cat", "- dog", "cat dog"} {
		if _, err := change([]string{"CAT"}, pointless); err == nil || !strings.Contains(err.Error(), "line 1") {
			t.Errorf("%q: error %v", pointless, err)
		}
	}
}

func TestBuildFromFolders(t *testing.T) {
	scowl, wordnet := t.TempDir(), t.TempDir()
	write := func(folder, name, text string) {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(scowl, "english-words.10", "hun\ncs\nit\n")
	write(scowl, "english-words.70", "aeq\nqi\nod\nert\njew\njor\nKHz\n")
	write(scowl, "english-words.80", "zyzzyva\n")
	write(scowl, "british-words.20", "colour\n")
	write(scowl, "variant_2-words.20", "snuck\naltho\n")
	write(scowl, "english-abbreviations.10", "etc\n")
	for _, part := range []string{"noun", "verb", "adj", "adv"} {
		write(wordnet, "data."+part, "  1 This notice names wordnet\n")
		write(wordnet, part+".exc", "")
	}
	write(wordnet, "data.noun", "  1 notice\n00001740 03 n 02 Chi 0 qi 0 001 @ 00001930 n 0000 | energy\n")
	write(wordnet, "verb.exc", "snuck sneak\n")
	out := filepath.Join(t.TempDir(), "list")
	if err := run(scowl, wordnet, out); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	l, err := lexicon.Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	want := "AA AW COLOUR CWM EW HM IT MM OK QI SH SNUCK"
	if got := strings.Join(slices.Collect(l.All), " "); got != want {
		t.Errorf("words %s, want %s", got, want)
	}
	for _, missing := range [][2]string{{t.TempDir(), wordnet}, {scowl, t.TempDir()}} {
		if err := run(missing[0], missing[1], out); err == nil || !strings.Contains(err.Error(), "install the package") {
			t.Errorf("error %v without the lists", err)
		}
	}
}
