package reading_test

import (
	"math/rand/v2"
	"testing"

	"tilewatch/engine/lexicon"
	"tilewatch/engine/reading"
)

// TestAWordWithBlanksMayBeAWord draws runs of letters with blanks, half of them words with some letters blanked, and compares with a search of the whole
// list.
func TestAWordWithBlanksMayBeAWord(t *testing.T) {
	words, err := lexicon.OpenBuiltIn("english")
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for word := range words.All {
		if len(word) < 8 {
			list = append(list, word)
		}
	}
	rng := rand.New(rand.NewPCG(3, 1))
	count := map[bool]int{}
	for range 400 {
		run := []byte(list[rng.IntN(len(list))])
		if rng.IntN(2) == 0 {
			run[rng.IntN(len(run))] = byte('A' + rng.IntN(26))
		}
		for range rng.IntN(3) {
			run[rng.IntN(len(run))] = '?'
		}
		want := len(words.Matches(string(run), 1)) > 0
		if got := reading.MayBeWord(words, string(run)); got != want {
			t.Errorf("%s: may be a word: %v", run, got)
		}
		count[want]++
	}
	if count[true] < 50 || count[false] < 50 {
		t.Errorf("of the runs %d may be words and %d may not: the test shows little", count[true], count[false])
	}
	if !reading.MayBeWord(words, "X???X") {
		t.Error("three blanks may be anything")
	}
}
