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
	large := recipes[len(recipes)-2]
	known := map[string]bool{"qi": true, "racquet": true, "el": true, "csc": true, "Boston": true, "Tiffed": true, "tiff": true, "Oliver": true, "olive": true, "tech": true, "atm": true,
		"beignet": true}
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
		{"no contraction", nabit, file{size: 10, class: contractions}, "don't", false},
		{"an accent is not written", nabit, file{size: 10}, "café", true},
		{"a short common word", nabit, file{size: 10}, "at", true},
		{"no short word without a vowel", nabit, file{size: 10}, "cs", false},
		{"a short rare word that WordNet has", nabit, file{size: 70}, "qi", true},
		{"and one that it has not", nabit, file{size: 80}, "od", true},
		{"no short word that only the largest size has", nabit, file{size: 95}, "ci", false},
		{"a rare word of three letters", nabit, file{size: 80}, "qat", true},
		{"no lonely word of four", nabit, file{size: 70}, "psia", false},
		{"which the large list takes", large, file{size: 70}, "alow", true},
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
		{"DABBLE takes contractions", dabble, file{size: 10, class: contractions}, "don't", true},
		{"and that of I", dabble, file{size: 10, class: contractions}, "I'm", true},
		{"but no names", dabble, file{size: 10, class: contractions}, "O'Dea", false},
		{"nor possessives", dabble, file{size: 10}, "cat's", false},
		{"it takes archaic and slang words", dabble, file{size: 80}, "doofus", true},
		{"and rare short ones", dabble, file{size: 70}, "od", true},
		{"but no names of places", dabble, file{size: 80}, "boston", false},
		{"nor several of them", dabble, file{size: 80}, "bostons", false},
		{"nor of people", dabble, file{size: 80}, "emma", false},
		{"what a desk dictionary has is a word", dabble, file{size: 70}, "jerry", true},
		{"what only looks like a form of a word is one", dabble, file{size: 80}, "oliver", false},
		{"a form of a word is no name", dabble, file{size: 80}, "tiffed", true},
		{"the large list takes what only the largest have", large, file{size: 80}, "geophagous", true},
		{"and rare short words", large, file{size: 80}, "qat", true},
		{"and rarer ones that WordNet has", large, file{size: 95}, "beignet", true},
		{"and their plurals", large, file{size: 95}, "beignets", true},
		{"but no rarer one else", large, file{size: 95}, "zyxt", false},
		{"and no names", large, file{size: 80}, "emma", false},
		{"an abbreviation that has a plural", nabit, file{size: 60, class: abbreviations}, "tech", true},
		{"no abbreviation else", nabit, file{size: 60, class: abbreviations}, "atm", false},
		{"but none too long for its racks", dabble, file{size: 10}, "letters", false},
	} {
		if test.file.spelling == "" {
			test.file.spelling = "english"
		}
		if test.file.class == "" {
			test.file.class = words
		}
		test.file.words = []string{test.word}
		around := []file{{class: properNames, size: 50, words: []string{"Emma", "Jerry"}}, {class: words, size: 35, words: []string{"techs"}}}
		got := slices.Contains(test.recipe.choose(newSources(append(around, test.file), known)), lexicon.Plain(test.word, false))
		if got != test.want {
			t.Errorf("%s: %q taken is %v", test.name, test.word, got)
		}
	}
}

func TestChanges(t *testing.T) {
	changes, err := parseChanges("# remark\n+ cwm ok # remark\n- hun\nlarge + za # remark\n")
	if err != nil {
		t.Fatal(err)
	}
	got := apply("english", []string{"CAT", "HUN"}, changes)
	if err := pointless(changes); !slices.Equal(got, []string{"CAT", "CWM", "OK"}) || err == nil || !strings.Contains(err.Error(), "line 4: za") {
		t.Errorf("%v, error %v", got, err)
	}
	got = apply("large", []string{"CAT"}, changes)
	if !slices.Equal(got, []string{"CAT", "CWM", "OK", "ZA"}) || pointless(changes) != nil {
		t.Errorf("%v, error %v", got, pointless(changes))
	}
	for _, text := range []string{"+ cat", "- dog"} {
		changes, err := parseChanges(text)
		if err != nil {
			t.Fatal(err)
		}
		apply("english", []string{"CAT"}, changes)
		if err := pointless(changes); err == nil || !strings.Contains(err.Error(), "line 1") {
			t.Errorf("%q: error %v", text, err)
		}
	}
	for _, text := range []string{"\ncat dog", "\nlarge", "\nhuge + cat"} {
		if _, err := parseChanges(text); err == nil || !strings.Contains(err.Error(), "line 2") {
			t.Errorf("%q: error %v for a line without a sign", text, err)
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
	write(scowl, "english-words.10", "cs\nit\ncafé\n")
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
	writeTongues(t, wordnet)
	root := t.TempDir()
	out := filepath.Join(root, "engine", "lexicon")
	for _, folder := range []string{out, filepath.Join(out, apart)} {
		if err := os.MkdirAll(folder, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	write(out, "doc.go", "// Package lexicon has\n//\n//\tlist  old\n//\told\n//\n// lacks\n//\n//\tlacking  old\npackage lexicon\n")
	in := inputs{scowl: scowl, wordnet: wordnet, hunspell: wordnet, german: filepath.Join(wordnet, "german"), spanish: filepath.Join(wordnet, "spanish"), out: out,
		tongues: fewTongues(), changes: "+ ok\nlarge + za\n- jew",
		headwords: []string{"qi", "etc", "xvi", "zyzzyva"}}
	if err := run(in); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"english": "OK CAFE COLOUR IT QI SNUCK AEQ OD", "american": "OK CAFE IT QI SNUCK AEQ OD", "british": "OK CAFE COLOUR IT QI AEQ OD",
		"large":   "OK CAFE COLOUR IT QI SNUCK AEQ OD ZA ZYZZYVA",
		"dabble":  "OK CAFE AEQ COLOUR I'M ISN'T IT OD QI SNUCK",
		"spanish": "AÑO AÑOS CASA CASAS ÑU PINGUINO PINGUINOS LLOVIO CRUZ CRUCES LECHON LECHONES", "spanish-n": "ANO ANOS CASA CASAS NU PINGUINO PINGUINOS LLOVIO CRUZ CRUCES LECHON LECHONES",
		"french": "CHAT CHATS AFIN OK TATONS", apart + "/german": "HAEUSER HAUS MAUS OEL BAHNHOF NA ABO ABOS", apart + "/german-a": "HAUSER HAUS MAUS OL BAHNHOF NA ABO ABOS",
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
	for i, leave := range []func(*inputs){func(in *inputs) { in.scowl = "" }, func(in *inputs) { in.wordnet = "" }, func(in *inputs) { in.hunspell = "" },
		func(in *inputs) { in.german = "" }, func(in *inputs) { in.spanish = "" }} {
		missing := in
		leave(&missing)
		if err := run(missing); err == nil || !strings.Contains(err.Error(), "install the package") {
			t.Errorf("error %v without the list %d", err, i)
		}
	}
	t.Run("against a list", func(t *testing.T) {
		write(out, "club.txt", "it\nat\nqi\ncolour\n")
		l, err := lexicon.OpenBuiltIn("american")
		if err != nil {
			t.Fatal(err)
		}
		got, err := against(filepath.Join(out, "club.txt"), []*lexicon.Lexicon{l})
		if err != nil || !strings.Contains(got, "100.0%/2.4%") || !strings.Contains(got, "american") {
			t.Errorf("%s, error %v", got, err)
		}
		if _, err := against(filepath.Join(out, "none"), nil); err == nil {
			t.Error("no error without a file")
		}
	})
	t.Run("the doc tells what they have", func(t *testing.T) {
		doc, err := os.ReadFile(filepath.Join(out, "doc.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"// Package lexicon has\n//\n//\tlist ", "\n//\n// lacks\n//\n//\tlacking ", "0\npackage lexicon\n"} {
			if !strings.Contains(string(doc), want) {
				t.Errorf("%q is missing in\n%s", want, doc)
			}
		}
		rows := map[string]string{}
		for line := range strings.Lines(string(doc)) {
			if f := strings.Fields(line); len(f) > 2 {
				rows[f[1]] += strings.Join(f[2:], " ") + "; "
			}
		}
		// Of the words OK, CAFE, IT, QI, SNUCK, AEQ and OD WordNet's headwords have QI, and its irregular forms SNUCK; of SCOWL OK is not, and ALTHO,
		// JEW and CS are not in the list.
		if got := rows["american"]; !strings.HasSuffix(got, " 28.6% 25.0% 85.7% 66.7%; 1 1 0 1 0; ") {
			t.Errorf("the american list: %s", got)
		}
		if strings.Contains(string(doc), "old") {
			t.Errorf("the old tables are still there:\n%s", doc)
		}
	})
	t.Run("a headword that no list has for no reason is an error", func(t *testing.T) {
		in.headwords = []string{"zyxts"}
		if err := run(in); err == nil || !strings.Contains(err.Error(), "english lacks zyxts") {
			t.Errorf("error %v", err)
		}
	})
	t.Run("a list in Latin-1 is refused", func(t *testing.T) {
		write(scowl, "english-words.10", "caf\xe9\n")
		if err := run(in); err == nil || !strings.Contains(err.Error(), "UTF-8") {
			t.Errorf("error %v", err)
		}
	})
}
