package lexicon

import (
	_ "embed" // what is left out
	"strings"
	"sync"
)

//go:embed leftout.txt
var leftOutText string

// AllWords is the name of the usual list with the words that are left out for children: insults first and foremost.
const AllWords = DefaultName + "-all"

// LeftOut are the words that the lists for families leave out, in upper case; leftout.txt says why. No list explains them.
func LeftOut() []string { return leftOut() }

var leftOut = sync.OnceValue(func() (words []string) {
	for line := range strings.Lines(leftOutText) {
		if rest, ok := strings.CutPrefix(line, "- "); ok {
			words = append(words, strings.Fields(strings.ToUpper(rest))...)
		}
	}
	return words
})

// withAll is the usual list with nothing left out. It is made when it is asked for, so that others need no memory for it.
func withAll() *Lexicon { return Default().With(LeftOut()).Called(AllWords) }
