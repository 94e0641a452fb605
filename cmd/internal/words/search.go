package words

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"tilewatch/cmd/internal/cli"
	"tilewatch/engine"
	"tilewatch/engine/game"
	"tilewatch/engine/lexicon"
)

// search is the answer to a search: the words of a pattern, of tiles, or both, as the list spells them.
type search struct {
	Match string         `json:"match,omitempty"`
	From  string         `json:"from,omitempty"`
	List  *game.WordList `json:"list"`
	Words []string       `json:"words"`
}

// hooks are the letters that make another word when they are laid before or after one.
type hooks struct {
	Before []string `json:"before"`
	After  []string `json:"after"`
}

func (q *question) searches() bool { return q.match != "" || q.from != "" || q.sheet }

func (q *question) find(to io.Writer, list *lexicon.Lexicon) error {
	patterns := []string{list.Spell(q.match)}
	if q.sheet {
		patterns = []string{"??", "???"}
	}
	from := list.Spell(q.from)
	for flag, text := range map[string]string{"--match": patterns[0], "--from": from} {
		if letters := strings.NewReplacer("?", "", "'", "", "Ñ", "").Replace(text); letters != "" && !lexicon.Letters(letters) {
			return fmt.Errorf("%s %.40q: use letters, and ? for any", flag, text)
		}
	}
	any := false
	for _, pattern := range patterns {
		s := searched(list, pattern, from)
		any = any || len(s.Words) > 0
		if err := q.printSearch(to, s); err != nil {
			return cli.Fail(err)
		}
	}
	if !any {
		return cli.ErrFailed
	}
	return nil
}

func searched(list *lexicon.Lexicon, pattern, from string) search {
	words := list.Matches(pattern, 0)
	if from != "" {
		words = list.Makes(from, pattern)
	}
	return search{pattern, from, game.ListOf(list), append([]string{}, words...)} // in JSON no words are [], not null
}

func (q *question) printSearch(to io.Writer, s search) error {
	if q.json {
		return json.NewEncoder(to).Encode(s)
	}
	what, row := "", byLength
	if s.Match != "" {
		what, row = " like "+s.Match, byInitial
	}
	if s.From != "" {
		what += " from the tiles " + s.From
	}
	_, err := fmt.Fprintf(to, "%s%s (%s)\n%s", engine.Count(len(s.Words), "word"), what, cli.ListText(s.List), rows(s.Words, row))
	return err
}

func byInitial(word string) string {
	_, n := utf8.DecodeRuneInString(word)
	return word[:n]
}

func byLength(word string) string { return fmt.Sprint(utf8.RuneCountInString(word)) }

// width is where rows break, in columns.
const width = 100

// rows are words as a sheet has them: those of one label begin a row, and the label stands before them.
func rows(words []string, label func(string) string) string {
	var text strings.Builder
	column, last := 0, ""
	for _, w := range words {
		if now := label(w); now != last {
			fmt.Fprintf(&text, "\n%4s", now)
			column, last = 4, now
		} else if column+1+len(w) > width {
			text.WriteString("\n    ")
			column = 4
		}
		text.WriteString(" " + w)
		column += 1 + len(w)
	}
	return strings.TrimPrefix(text.String()+"\n", "\n")
}

// orNone joins letters.
func orNone(letters []string) string {
	if len(letters) == 0 {
		return "none"
	}
	return strings.Join(letters, " ")
}
