package main

import (
	"fmt"
	"os"
	"strings"

	"tilewatch/engine/lexicon"
)

// against compares the lists with a file of words, such as a tournament's, which may not be passed on: for each length to the longest that
// a rack of DABBLE or most plays of NAB-IT! have, the shares of its words that a list has, and of the list's words that it has.
func against(path string, lists []*lexicon.Lexicon) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	reference, err := lexicon.LoadFor("nabit", f)
	if err != nil {
		return "", fmt.Errorf("%s: %w", path, err)
	}
	text := fmt.Sprintf("%-10s", "letters")
	for n := 2; n <= 9; n++ {
		text += fmt.Sprintf("%13d", n)
	}
	for _, l := range lists {
		text += fmt.Sprintf("\n%-10s", l.Name())
		for n := 2; n <= 9; n++ {
			pattern := strings.Repeat("?", n)
			wanted, have := reference.Matches(pattern, 0), l.Matches(pattern, 0)
			text += fmt.Sprintf("%13s", share(wanted, l.Has)+"/"+share(have, reference.Has))
		}
	}
	return text + "\n", nil
}
