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
	nabit, dabble := recipes[0], recipes[len(recipes)-1]
	known := map[string]bool{"qi": true, "racquet": true, "el": true, "csc": true}
	for _, test := range []struct {
		name   string
		recipe recipe
		file   file
		word   string
		want   bool
	}{
		{"a common word", nabit, file{size: 10}, "game", true},
		{"a large dictionary's word", nabit, file{size: 70}, "squinter", true},
		{"no word that only the largest have", nabit, file{size: 80}, "geophagous", false},
		{"no single letters", nabit, file{size: 10}, "a", false},
		{"no capitals", nabit, file{size: 10}, "Game", false},
		{"no initials", nabit, file{size: 10}, "TV", false},
		{"no apostrophe", nabit, file{size: 10}, "it's", false},
		{"no contraction", nabit, file{size: 10, contractions: true}, "don't", false},
		{"no accent", nabit, file{size: 10}, "caf\xe9", false},
		{"a short common word", nabit, file{size: 10}, "at", true},
		{"no short word without a vowel", nabit, file{size: 10}, "cs", false},
		{"a short rare word that WordNet has", nabit, file{size: 70}, "qi", true},
		{"no short rare word else", nabit, file{size: 70}, "od", false},
		{"no rare word of three letters else", nabit, file{size: 70}, "aeq", false},
		{"the plural of a word that WordNet has", nabit, file{size: 70}, "els", true},
		{"three letters without a vowel only if common", nabit, file{size: 70}, "csc", false},
		{"a cheer without a vowel", nabit, file{size: 50}, "brr", true},
		{"a common other spelling", nabit, file{size: 35, spelling: "variant_1"}, "yoghurt", true},
		{"no rare other spelling", nabit, file{size: 70, spelling: "variant_1"}, "yoghourt", false},
		{"a second spelling that WordNet has", nabit, file{size: 20, spelling: "variant_2"}, "racquet", true},
		{"no second spelling else", nabit, file{size: 20, spelling: "variant_2"}, "altho", false},
		{"no spelling seldom seen", nabit, file{size: 20, spelling: "variant_3"}, "game", false},
		{"no British spelling in the American list", recipes[1], file{size: 20, spelling: "british"}, "colour", false},
		{"no American spelling in the British list", recipes[2], file{size: 20, spelling: "american"}, "color", false},
		{"DABBLE takes contractions", dabble, file{size: 10, contractions: true}, "don't", true},
		{"and that of I", dabble, file{size: 10, contractions: true}, "I'm", true},
		{"but no names", dabble, file{size: 10, contractions: true}, "O'Dea", false},
		{"nor possessives", dabble, file{size: 10}, "cat's", false},
		{"it takes archaic and slang words", dabble, file{size: 80}, "doofus", true},
		{"and rare short ones", dabble, file{size: 70}, "od", true},
		{"but none too long for its racks", dabble, file{size: 10}, "letters", false},
	} {
		if test.file.spelling == "" {
			test.file.spelling = "english"
		}
		test.file.words = []string{test.word}
		if got := len(test.recipe.choose([]file{test.file}, known)) == 1; got != test.want {
			t.Errorf("%s: %q taken is %v", test.name, test.word, got)
		}
	}
}

func TestChanges(t *testing.T) {
	changes, err := parseChanges("# remark\n+ cwm ok # remark\n- hun\n")
	if err != nil {
		t.Fatal(err)
	}
	got := apply([]string{"CAT", "HUN"}, changes)
	if !slices.Equal(got, []string{"CAT", "CWM", "OK"}) || pointless(changes) != nil {
		t.Errorf("%v, error %v", got, pointless(changes))
	}
	for _, text := range []string{"+ cat", "- dog"} {
		changes, err := parseChanges(text)
		if err != nil {
			t.Fatal(err)
		}
		apply([]string{"CAT"}, changes)
		if err := pointless(changes); err == nil || !strings.Contains(err.Error(), "line 1") {
			t.Errorf("%q: error %v", text, err)
		}
	}
	if _, err := parseChanges("\ncat dog"); err == nil || !strings.Contains(err.Error(), "line 2") {
		t.Errorf("error %v for a line without a sign", err)
	}
}

func TestBuildFromFolders(t *testing.T) {
	scowl, wordnet := t.TempDir(), t.TempDir()
	write := func(folder, name, text string) {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(scowl, "english-words.10", "cs\nit\n")
	write(scowl, "english-words.70", "aeq\nqi\nod\njew\nKHz\n")
	write(scowl, "english-contractions.10", "isn't\nI'm\n")
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
	write(wordnet, "spanish", "casa\naño\npingüino\narrullo\nTeruel\nyá\nrr\nlloverá\n")
	spanish, out := filepath.Join(wordnet, "spanish"), t.TempDir()
	if err := run(scowl, wordnet, spanish, out); err != nil {
		t.Fatal(err)
	}
	byHand := "AA AW CWM DAP EDH EW HM KOA MM OK ORT OUD PEC PHO RIA SH UDO YOD "
	for name, want := range map[string]string{
		"english": byHand + "COLOUR IT QI SNUCK", "american": byHand + "IT QI SNUCK", "british": byHand + "COLOUR IT QI",
		"dabble":  byHand + "AEQ COLOUR I'M ISN'T IT OD QI SNUCK",
		"spanish": "ARRULLO AÑO CASA LLOVERA YA",
	} {
		data, err := os.ReadFile(filepath.Join(out, name+".words"))
		if err != nil {
			t.Fatal(err)
		}
		l, err := lexicon.Decode(data)
		if err != nil {
			t.Fatal(err)
		}
		if got := slices.Collect(l.All); !slices.Equal(got, slices.Sorted(slices.Values(strings.Fields(want)))) {
			t.Errorf("%s has the words %s, want %s", name, got, want)
		}
	}
	for _, missing := range [][3]string{{t.TempDir(), wordnet, spanish}, {scowl, t.TempDir(), spanish}, {scowl, wordnet, t.TempDir()}} {
		if err := run(missing[0], missing[1], missing[2], out); err == nil || !strings.Contains(err.Error(), "install the package") {
			t.Errorf("error %v without the lists", err)
		}
	}
}
