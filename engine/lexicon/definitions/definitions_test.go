package definitions

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"tilewatch/engine/lexicon"
)

func TestDefine(t *testing.T) {
	for _, test := range []struct {
		name, word string
		of         string // the word defined first
		part       Part
		text       string // in some sense of that word and part
	}{
		{"a word", "squint", "SQUINT", Verb, "close one's eyes"},
		{"in either case", "GaMe", "GAME", Noun, "contest with rules"},
		{"every part of speech", "game", "GAME", Verb, "bet"},
		{"an adjective", "purple", "PURPLE", Adjective, "color"},
		{"an adverb", "quickly", "QUICKLY", Adverb, "little or no delay"},
		{"a plural", "dancers", "DANCER", Noun, "dances"},
		{"a regular form", "tamed", "TAMED", Adjective, "brought from wildness"},
		{"and what it is a form of", "tamed", "TAME", Verb, "discipline"},
		{"a form whose last letter is doubled", "nabbed", "NAB", Verb, "take into custody"},
		{"an irregular form", "geese", "GOOSE", Noun, "web-footed"},
		{"of which the part matters", "taught", "TEACH", Verb, "impart"},
		{"a comparative", "tamer", "TAME", Adjective, "restrained"},
		{"who does something", "cyclers", "CYCLE", Verb, "recurring sequence"},
		{"with a doubled letter", "flagger", "FLAG", Verb, "with a flag"},
		{"how something is", "aloofly", "ALOOF", Adjective, "remote"},
		{"a short word", "qi", "QI", Noun, "energy"},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, s := range Define(test.word) {
				if s.Word == test.of && s.Part == test.part && strings.Contains(s.Text, test.text) {
					return
				}
			}
			t.Errorf("Define(%q) is %v, lacks %s %s: ...%s...", test.word, Define(test.word), test.of, test.part, test.text)
		})
	}
	for _, none := range []string{"", "xqz", "x y", "\t", "n", "\n", "aaaa", "zzzzz", "?", "don't"} {
		if got := Define(none); got != nil {
			t.Errorf("Define(%q) is %v", none, got)
		}
	}
}

func TestTextsAreShort(t *testing.T) {
	if len(packed) > 8<<20 {
		t.Errorf("%d bytes embedded, want 8 MB at most", len(packed))
	}
	x, words := index(), 0
	for _, b := range x.blocks {
		text, err := unpack(b.data)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(text) {
			words++
			word, record, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
			if !lexicon.Letters(strings.ToUpper(word)) || record == "" {
				t.Fatalf("record %q", line)
			}
			for sense := range strings.SplitSeq(record, "\t") {
				if len(sense) < 2 || len(sense) > 170 || !strings.ContainsRune("nvar", rune(sense[0])) {
					t.Errorf("%s has the sense %q", word, sense)
				}
			}
		}
	}
	if words != x.words {
		t.Errorf("%d words, said to be %d", words, x.words)
	}
}

func TestHeadwordsAndForms(t *testing.T) {
	words := Headwords()
	if len(words) != index().words || !slices.IsSorted(words) || !slices.Contains(words, "game") || slices.Contains(words, "games") {
		t.Errorf("%d headwords of %d", len(words), index().words)
	}
	if !Irregular("mice") || Irregular("mouse") || Irregular("games") {
		t.Error("irregular forms are mistaken")
	}
	for form, stem := range map[string]string{"games": "game", "tries": "try", "tamed": "tame", "taller": "tall"} {
		if !slices.Contains(Stems(form), stem) || slices.Contains(Stems(stem), form) {
			t.Errorf("%s is a form of %v", form, Stems(form))
		}
	}
}

// TestMostWordsHaveADefinition keeps what a challenge shows from fading away when lists or rules change.
func TestMostWordsHaveADefinition(t *testing.T) {
	n, all, known := 0, 0, 0
	for word := range lexicon.Default().All {
		if n++; len(word) > 7 || n%20 != 0 {
			continue // some suffice
		}
		if all++; len(Define(word)) > 0 {
			known++
		}
	}
	t.Logf("%d of %d words of up to seven letters are defined", known, all)
	if known*100 < all*76 { // 77.6 are: rare short words and younger ones have none
		t.Errorf("only %d of %d words are defined", known, all)
	}
}

func TestNoDefinitionOffends(t *testing.T) {
	for _, word := range lexicon.LeftOut() {
		for _, s := range Define(word) {
			if s.Word == word {
				t.Errorf("%s is explained: %s", word, s.Text)
			}
		}
	}
	for _, word := range []string{"COLOUR", "SPADE", "BITCH", "CRIPPLE", "COON"} {
		for _, s := range Define(word) {
			if strings.Contains(s.Text, "Blacks") || strings.Contains(s.Text, "offensive") || strings.Contains(s.Text, "derogatory") {
				t.Errorf("%s is explained as %s", word, s.Text)
			}
		}
	}
	if len(Define("COLOUR")) == 0 || len(Define("SPADE")) == 0 {
		t.Error("COLOUR or SPADE has lost its harmless senses")
	}
}

func TestDamagedDefinitionsAreRefused(t *testing.T) {
	good := few(t)
	if x, err := Open(good); err != nil || x.words != 2 {
		t.Fatalf("%v, error %v", x, err)
	}
	for name, data := range map[string][]byte{"none": nil, "others": []byte("hello\n"), "no head": []byte(magic), "no blocks": []byte(magic + "1 0\n"),
		"too many blocks": []byte(magic + "1 999999999\n"), "a negative length": []byte(magic + "1 1\n-5 a\n........"), "cut": good[:len(good)-20]} {
		if _, err := Open(data); err == nil {
			t.Errorf("%s: taken for definitions", name)
		}
	}
}

func few(t testing.TB) []byte {
	t.Helper()
	var data bytes.Buffer
	if err := Pack(&data, []string{"cat\tnan animal\tvvomit\n", "dog\tnanother\n"}, []string{"nkittens cat\n"}); err != nil {
		t.Fatal(err)
	}
	return data.Bytes()
}

func FuzzOpen(f *testing.F) {
	f.Add(few(f), "cats")
	f.Add([]byte(magic+"1 2\n1 -\n1 a\nxx"), "a")
	f.Add([]byte(magic), "")
	f.Fuzz(func(t *testing.T, data []byte, word string) {
		x, err := Open(data)
		if err != nil {
			return
		}
		senses, err := x.Define(word)
		if err != nil && senses != nil {
			t.Error("senses and an error")
		}
		for _, s := range senses {
			if s.Text == "" || s.Word == "" || s.Part == "" {
				t.Errorf("sense %+v", s)
			}
		}
	})
}

func BenchmarkDefine(b *testing.B) {
	Define("tamed")
	b.ReportAllocs()
	for b.Loop() {
		Define("squints")
	}
}
