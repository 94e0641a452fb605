package nabit

import (
	"testing"

	"tilewatch/cmd/internal/wordlist"
	"tilewatch/engine"
	"tilewatch/engine/lexicon"
	"tilewatch/engine/reading/madeup"
)

// TestLettersOfABlankComeInTheOrderOfTheirWords ranks common words before rare ones, and these before what is none.
func TestLettersOfABlankComeInTheOrderOfTheirWords(t *testing.T) {
	large, err := lexicon.OpenBuiltIn("large")
	if err != nil {
		t.Fatal(err)
	}
	at := engine.Place{Col: 1}
	for _, test := range []struct {
		name, word string
		list       *lexicon.Lexicon
		want       string
	}{
		{"only what makes words, in their order", "CZT", lexicon.Default(), "AOU"},
		{"common words come before rare ones", "LZRE", large, "IOUYAE"},
		{"where none makes a word all are left", "XZX", lexicon.Default(), "ABCDEFGHIJKLMNOPQRSTUVWXYZ"},
		{"without a list all are left", "CZT", nil, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := &party{words: wordlist.Fixed(test.list)}
			b := madeup.Board(test.word)
			c := b[at]
			c.Letter, c.Blank = engine.Unsettled, true
			b[at] = c
			got := ""
			for _, l := range p.fitting(b, at) {
				got += l.String()
			}
			if got != test.want {
				t.Errorf("%s, want %s", got, test.want)
			}
		})
	}
}
