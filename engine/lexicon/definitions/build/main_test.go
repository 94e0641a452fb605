package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tilewatch/engine/lexicon/definitions"
)

func TestPackFromAFolder(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range files {
		write("data."+f.name, "  1 This notice names wordnet\n")
		write("index."+f.name, "  1 This notice names wordnet\n")
		write(f.name+".exc", "")
	}
	notice := "  1 notice\n"
	cat := "00000011 05 n 01 cat 0 001 @ 00000099 n 0000 | feline mammal; \"the cat sat\"\n"
	name := "00000087 18 n 01 Cat 0 001 @ 00000099 n 0000 | a name\n"
	write("data.noun", notice+cat+name)
	write("index.noun", notice+"cat n 2 1 @ 2 1 00000011 00000087  \nguinea_pig n 1 1 @ 1 0 00000011  \n")
	write("noun.exc", "kitties cat\nguinea-pigs guinea-pig\n")
	out := filepath.Join(t.TempDir(), "defs")
	if err := run(folder, out); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	x, err := definitions.Open(data)
	if err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{"cat", "cats", "kitties"} {
		if got, err := x.Define(word); err != nil || len(got) != 1 || got[0] != (definitions.Sense{Word: "CAT", Part: definitions.Noun, Text: "feline mammal"}) {
			t.Errorf("Define(%q) is %v, error %v", word, got, err)
		}
	}
	words := 0
	_, head, _ := strings.Cut(string(data), "\n")
	if _, err := fmt.Sscan(head, &words); err != nil || words != 1 {
		t.Errorf("the file says %d words, error %v, want 1", words, err)
	}
	if err := run(t.TempDir(), out); err == nil || !strings.Contains(err.Error(), "install the package") {
		t.Errorf("error %v without WordNet", err)
	}
}

func TestShort(t *testing.T) {
	long := strings.Repeat("word ", 50)
	for _, test := range []struct{ name, gloss, want string }{
		{"examples are left out", `a contest; "the game is on"`, "a contest"},
		{"explanations stay", "a contest; with rules  ", "a contest; with rules"},
		{"what is long is cut at a word", long, strings.TrimSpace(long[:160]) + " ..."},
	} {
		if got := short(test.gloss); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}
