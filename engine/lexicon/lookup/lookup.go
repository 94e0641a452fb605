// Package lookup says what a word list has: of a word, of a pattern, of tiles, and of the short words for a sheet to print. The command
// "tilewatch words" and the page of a table ask the same here.
package lookup

import (
	"cmp"
	"fmt"
	"strings"
	"unicode/utf8"

	"tilewatch/engine/game"
	"tilewatch/engine/lexicon"
	"tilewatch/engine/lexicon/definitions"
)

// Word is the answer for one word: the verdict, by which list, which built-in lists have it, and what the word means. Hooks and
// extensions are there if they are asked for.
type Word struct {
	Word        string              `json:"word"`
	Valid       bool                `json:"valid"`
	List        *game.WordList      `json:"list"`
	Lists       []string            `json:"lists"`
	Definitions []definitions.Sense `json:"definitions"`
	Hooks       *Hooks              `json:"hooks,omitempty"`
	Extensions  []string            `json:"extensions,omitempty"`
}

// Hooks are the letters that make another word when they are laid before or after one.
type Hooks struct {
	Before []string `json:"before"`
	After  []string `json:"after"`
}

// Search is the answer to a search: the words of a pattern, of tiles, or both, as the list spells them.
type Search struct {
	Match string         `json:"match,omitempty"`
	From  string         `json:"from,omitempty"`
	List  *game.WordList `json:"list"`
	Words []string       `json:"words"`
}

// Bad says that a pattern or tiles have something that is neither a letter nor "?".
type Bad struct {
	Tiles bool // they are tiles
	Text  string
}

func (b *Bad) Error() string { return fmt.Sprintf("%.40q: use letters, and ? for any", b.Text) }

// Judge is what the list says of the word.
func Judge(list *lexicon.Lexicon, word string, hooks, extensions bool) Word {
	word = list.Spell(word)
	w := Word{Word: word, Valid: list.Has(word), List: game.ListOf(list), Lists: lexicon.With(cmp.Or(list.Language(), "en"), word)}
	if definitions.Explain(list.Language()) {
		w.Definitions = definitions.Define(word)
	}
	if w.Definitions == nil {
		w.Definitions = []definitions.Sense{}
	}
	if hooks {
		before, after := list.Hooks(word)
		w.Hooks = &Hooks{append([]string{}, before...), append([]string{}, after...)}
	}
	if extensions {
		w.Extensions = list.Extensions(word)
	}
	return w
}

// Find is what the list has for a pattern, for tiles, or for both; an empty one does not count.
func Find(list *lexicon.Lexicon, match, from string) (s Search, err error) {
	s = Search{Match: list.Spell(match), From: list.Spell(from), List: game.ListOf(list)}
	for tiles, text := range map[bool]string{false: s.Match, true: s.From} {
		if letters := strings.NewReplacer("?", "", "'", "", "Ñ", "").Replace(text); letters != "" && !lexicon.Letters(letters) {
			return s, &Bad{tiles, text}
		}
	}
	words := list.Matches(s.Match, 0)
	if s.From != "" {
		words = list.Makes(s.From, s.Match)
	}
	s.Words = append([]string{}, words...) // in JSON no words are [], not null
	return s, nil
}

// Sheet are the words of two and of three letters, of these tiles if there are any.
func Sheet(list *lexicon.Lexicon, from string) (sheet []Search, err error) {
	for _, pattern := range []string{"??", "???"} {
		s, err := Find(list, pattern, from)
		if err != nil {
			return nil, err
		}
		sheet = append(sheet, s)
	}
	return sheet, nil
}

// Row are words as a sheet has them side by side, with what they have in common.
type Row struct {
	Label string
	Words []string
}

// Rows are the words by their first letters where they are of a pattern, else by how long they are.
func (s Search) Rows() []Row {
	if s.Match != "" {
		return rows(s.Words, func(word string) string {
			_, n := utf8.DecodeRuneInString(word)
			return word[:n]
		})
	}
	return ByLength(s.Words)
}

// ByLength are rows of words that are equally long.
func ByLength(words []string) []Row {
	return rows(words, func(word string) string { return fmt.Sprint(utf8.RuneCountInString(word)) })
}

func rows(words []string, label func(string) string) (rows []Row) {
	for _, word := range words {
		if now := label(word); len(rows) == 0 || rows[len(rows)-1].Label != now {
			rows = append(rows, Row{Label: now})
		}
		last := &rows[len(rows)-1]
		last.Words = append(last.Words, word)
	}
	return rows
}
