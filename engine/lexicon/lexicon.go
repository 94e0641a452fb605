package lexicon

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Lexicon is a set of words of the letters A to Z; those of DABBLE have apostrophes too, and Spanish ones Ñ. Questions may
// be asked in either case. The zero value holds no words.
type Lexicon struct {
	name  string
	count int
	hash  string
	graph graph

	tongue  tongue // the zero value for a list of one's own: nobody knows
	skipped Skipped
}

// Has reports whether word is in the list. Anything but letters makes it no word.
func (l *Lexicon) Has(word string) bool {
	_, final, ok := l.graph.walk(folded(word))
	return ok && final
}

// HasPrefix reports whether a word begins so; every list has the empty prefix.
func (l *Lexicon) HasPrefix(prefix string) bool {
	_, _, ok := l.graph.walk(folded(prefix))
	return ok
}

// Fits are the letters, A to Z in order, that may stand for the one '?' of the pattern so that it is a word. None if
// the pattern has no '?' or several.
func (l *Lexicon) Fits(pattern string) []byte {
	if strings.Count(pattern, "?") != 1 {
		return nil
	}
	head, tail, _ := strings.Cut(pattern, "?")
	node, _, ok := l.graph.walk(head)
	if !ok {
		return nil
	}
	var letters []byte
	for e := range l.graph.children(node) {
		if _, final, ok := l.graph.walkFrom(e, tail); ok && final {
			letters = append(letters, e.letter())
		}
	}
	return letters
}

// Matches are the words of the pattern, in alphabetical order and upper case; each '?' stands for any letter. At
// most limit of them; no limit if it is 0.
func (l *Lexicon) Matches(pattern string, limit int) []string {
	if pattern == "" {
		return nil
	}
	return l.search(pattern, endless(), limit)
}

// Makes are the words that these tiles make, of all tiles or some, the longest first; '?' is a blank. They are of the pattern as well,
// unless it is "".
func (l *Lexicon) Makes(tiles, pattern string) []string {
	var r rack
	for _, letter := range []byte(folded(tiles)) {
		if c, ok := code(letter); ok {
			r.letters[c]++
		} else if letter == '?' {
			r.blanks++
		}
	}
	return longestFirst(l.search(pattern, &r, 0))
}

// Hooks are the letters that make a word when they are laid before the word, or after it.
func (l *Lexicon) Hooks(word string) (before, after []string) {
	for _, longer := range l.Matches("?"+word, 0) {
		before = append(before, strings.TrimSuffix(longer, word))
	}
	for _, longer := range l.Matches(word+"?", 0) {
		after = append(after, strings.TrimPrefix(longer, word))
	}
	return before, after
}

// Extensions are the longer words that the word is part of, the longest first.
func (l *Lexicon) Extensions(word string) (longer []string) {
	for w := range l.All {
		if len(w) > len(word) && strings.Contains(w, word) {
			longer = append(longer, w)
		}
	}
	return longestFirst(longer)
}

// longestFirst keeps the order of words that are equally long.
func longestFirst(words []string) []string {
	slices.SortStableFunc(words, func(a, b string) int { return cmp.Compare(utf8.RuneCountInString(b), utf8.RuneCountInString(a)) })
	return words
}

func (l *Lexicon) search(pattern string, tiles *rack, limit int) (found []string) {
	l.graph.search(folded(strings.ToUpper(pattern)), tiles, func(word string) bool {
		found = append(found, unfolded(word))
		return limit == 0 || len(found) < limit
	})
	return found
}

// All calls yield with every word in alphabetical order and upper case, until it returns false.
func (l *Lexicon) All(yield func(word string) bool) {
	l.graph.search("", endless(), func(word string) bool { return yield(unfolded(word)) })
}

// Spell is the word as the list spells its own: in upper case and without accents; where the list has an Ñ, that stays.
func (l *Lexicon) Spell(word string) string {
	spelling := l.tongue
	spelling.enye = slices.ContainsFunc(l.graph.after, func(s LetterSet) bool { return s&SetOf(enye) != 0 })
	return spelling.spell(word)
}

// Name is the list's name: one of Names, or the file's.
func (l *Lexicon) Name() string { return l.name }

// Language is the code of the language that the words are in, such as "de"; empty if nobody knows, or there is no list.
func (l *Lexicon) Language() string {
	if l == nil {
		return ""
	}
	return l.tongue.code
}

// Len is the number of words.
func (l *Lexicon) Len() int { return l.count }

// Skipped are the lines of its file that gave no word.
func (l *Lexicon) Skipped() Skipped { return l.skipped }

// Hash identifies the set of words, however it is stored: the first 12 hexadecimal digits of the SHA-256 of the
// sorted words in lower case, each with a line feed.
func (l *Lexicon) Hash() string { return l.hash }

func (l *Lexicon) String() string { return fmt.Sprintf("%s, %d words, %s", l.name, l.count, l.hash) }

var (
	fold   = strings.NewReplacer("Ñ", string(rune(enye)), "ñ", string(rune(enye)), string(rune(enye)), "\x00", string(rune(enye|0x20)), "\x00")
	unfold = strings.NewReplacer(string(rune(enye)), "Ñ")
)

// folded is the word as the graph spells it: Ñ is one byte there.
func folded(word string) string {
	for i := range len(word) {
		if word[i] > 'z' || word[i] == enye {
			return fold.Replace(word)
		}
	}
	return word
}

// unfolded is a word of the graph as people spell it.
func unfolded(word string) string {
	if strings.IndexByte(word, enye) < 0 {
		return word
	}
	return unfold.Replace(word)
}
