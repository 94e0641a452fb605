package words

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"tilewatch/cmd/internal/cli"
	"tilewatch/engine"
	"tilewatch/engine/lexicon"
	"tilewatch/engine/lexicon/lookup"
)

func (q *question) searches() bool { return q.match != "" || q.from != "" || q.sheet }

func (q *question) find(to io.Writer, list *lexicon.Lexicon) error {
	found, err := q.found(list)
	var bad *lookup.Bad
	if errors.As(err, &bad) {
		return fmt.Errorf("%s %w", map[bool]string{false: "--match", true: "--from"}[bad.Tiles], err)
	}
	any := false
	for _, s := range found {
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

func (q *question) found(list *lexicon.Lexicon) ([]lookup.Search, error) {
	if q.sheet {
		return lookup.Sheet(list, q.from)
	}
	s, err := lookup.Find(list, q.match, q.from)
	return []lookup.Search{s}, err
}

func (q *question) printSearch(to io.Writer, s lookup.Search) error {
	if q.json {
		return json.NewEncoder(to).Encode(s)
	}
	what := ""
	if s.Match != "" {
		what = " like " + s.Match
	}
	if s.From != "" {
		what += " from the tiles " + s.From
	}
	_, err := fmt.Fprintf(to, "%s%s (%s)\n%s", engine.Count(len(s.Words), "word"), what, cli.ListText(s.List), printed(s.Rows()))
	return err
}

// width is where rows break, in columns.
const width = 100

// printed are rows for people.
func printed(rows []lookup.Row) string {
	var text strings.Builder
	for _, row := range rows {
		fmt.Fprintf(&text, "%4s", row.Label)
		column := 4
		for i, w := range row.Words {
			if column+1+len(w) > width && i > 0 {
				text.WriteString("\n    ")
				column = 4
			}
			text.WriteString(" " + w)
			column += 1 + len(w)
		}
		text.WriteString("\n")
	}
	return text.String()
}

// orNone joins letters.
func orNone(letters []string) string {
	if len(letters) == 0 {
		return "none"
	}
	return strings.Join(letters, " ")
}
