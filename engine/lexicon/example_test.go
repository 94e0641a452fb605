package lexicon_test

import (
	"fmt"

	"tilewatch/engine/lexicon"
)

// The built-in list knows which runs of letters are words.
func Example() {
	words := lexicon.Default()
	for _, w := range []string{"TAME", "CAFE", "ZZYX"} {
		fmt.Println(w, words.Has(w))
	}
	// Output:
	// TAME true
	// CAFE true
	// ZZYX false
}
