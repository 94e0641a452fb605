package nabit

import (
	"cmp"
	"slices"
	"strings"

	"tilewatch/engine"
	"tilewatch/engine/lexicon"
	"tilewatch/engine/nabit"
)

// fitting are the letters that make words of all that a blank lies in, in the order of likely; all letters if none does.
func (p *party) fitting(b engine.Board, at engine.Place) []engine.Letter {
	letters, ranks := p.likely(b, at)
	if ranks[letters[0]] == unlisted {
		return letters
	}
	return slices.DeleteFunc(letters, func(l engine.Letter) bool { return ranks[l] == unlisted })
}

// unlisted is the rank of a letter that makes something that is no word; those before it make common and rare words.
const unlisted = 2

// likely are the letters that a blank may stand for: first those that make common words of all it lies in, then rare ones, then the others;
// each in the order of the words.
func (p *party) likely(b engine.Board, at engine.Place) (letters []engine.Letter, ranks map[engine.Letter]int) {
	unsettled := b[at]
	unsettled.Letter = engine.Unsettled
	open := engine.Board{at: unsettled}
	for p, c := range b {
		if p != at {
			open[p] = c
		}
	}
	words := slices.DeleteFunc(nabit.Words(open), func(w engine.Word) bool { return !slices.Contains(w.Places(), at) || strings.Count(w.Text, "?") > 1 })
	ranks = map[engine.Letter]int{}
	for l := engine.Letter('A'); l <= 'Z'; l++ {
		letters = append(letters, l)
		for _, w := range words {
			ranks[l] = max(ranks[l], p.rare(strings.Replace(w.Text, "?", l.String(), 1)))
		}
	}
	slices.SortStableFunc(letters, func(a, b engine.Letter) int { return cmp.Compare(ranks[a], ranks[b]) })
	return letters, ranks
}

// rare ranks a word: common, rare, or unlisted.
func (p *party) rare(word string) int {
	switch list := p.words.Current(); {
	case list == nil || !list.Has(word):
		return unlisted
	case lexicon.Default().Has(word):
		return 0
	}
	return 1
}
