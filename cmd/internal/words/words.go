// Package words is the command "tilewatch words": it looks words up in a word list, and searches it.
package words

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"tilewatch/cmd/internal/cli"
	"tilewatch/cmd/internal/games"
	"tilewatch/engine"
	"tilewatch/engine/lexicon"
	"tilewatch/engine/lexicon/lookup"
)

// question is "tilewatch words": what a judge with the word list would say, and what it has.
type question struct {
	dictionary, game         string
	match, from              string
	sheet, hooks, extensions bool
	json, notices            bool
	licenses                 func() (string, error)
}

// New is the command; licenses are those of all that is linked in.
func New(licenses func() (string, error)) *cobra.Command {
	q := &question{licenses: licenses}
	c := &cobra.Command{
		Use:   "words [flags] [WORD...]",
		Short: "Look up words in the word list, with definitions, or search it",
		Long: `Only the word list decides whether a word is valid. Definitions come from WordNet, which may lack a valid word. For a word that is not in
the list, the built-in lists that have it are named. None of them is an official tournament list: use --dictionary with a file
for that. Exit status 1: none of the words is in the list.

Without words, --match, --from and --sheet search the list: those of a pattern, those that tiles make, and all of two and three letters.
Exit status 1: there are none.`,
		Example: `  tilewatch words tame zyzzy
  tilewatch words --dictionary large qat
  tilewatch words --hooks --extensions tame
  tilewatch words --match "?A?E"
  tilewatch words --from "AEST?"
  tilewatch words --from "AEST?" --match "?????"   # all five tiles
  tilewatch words --sheet > sheet.txt              # to print: the words of two and three letters`,
		Args: func(c *cobra.Command, args []string) error {
			if q.notices || q.searches() {
				return cli.NoInputs(c, args)
			}
			return cli.SomeInputs("word")(c, args)
		},
		RunE: q.run,
	}
	f := c.Flags()
	cli.DictionaryFlag(c, &q.dictionary)
	f.StringVar(&q.game, "game", games.Default(), "use the word list of `GAME`: "+strings.Join(games.Names(), ", "))
	f.StringVar(&q.match, "match", "", "list the words of a `PATTERN`, where ? is any letter")
	f.StringVar(&q.from, "from", "", "list the words that some or all of these `TILES` make, the longest first; ? is a blank")
	f.BoolVar(&q.sheet, "sheet", false, "list the words of two and of three letters")
	f.BoolVar(&q.hooks, "hooks", false, "name the letters that make another word before each WORD or after it")
	f.BoolVar(&q.extensions, "extensions", false, "list the longer words that each WORD is part of")
	c.MarkFlagsMutuallyExclusive("match", "sheet")
	for _, search := range []string{"match", "from", "sheet"} {
		c.MarkFlagsMutuallyExclusive(search, "hooks")
		c.MarkFlagsMutuallyExclusive(search, "extensions")
	}
	f.BoolVar(&q.json, "json", false, "print JSON, one object a line")
	f.BoolVar(&q.notices, "notices", false, "print the licenses of the words, the definitions and all libraries")
	return c
}

func (q *question) run(c *cobra.Command, words []string) error {
	if q.notices {
		return q.printNotices(c.OutOrStdout())
	}
	if _, err := games.Find(q.game); err != nil && !slices.Contains(lexicon.Names(), q.game) {
		return err
	}
	list, err := lexicon.OpenFor(q.game, q.dictionary)
	if err != nil {
		return err
	}
	cli.NoteSkipped(list, cli.Noting(c))
	if q.searches() {
		return q.find(c.OutOrStdout(), list)
	}
	any := false
	for _, word := range words {
		v := lookup.Judge(list, word, q.hooks, q.extensions)
		any = any || v.Valid
		if err := q.print(c.OutOrStdout(), v); err != nil {
			return cli.Fail(err)
		}
	}
	if !any {
		return cli.ErrFailed
	}
	return nil
}

// printNotices prints the licenses of words, definitions, and all that is linked in.
func (q *question) printNotices(to io.Writer) error {
	all, err := q.licenses()
	if err == nil {
		_, err = io.WriteString(to, all)
	}
	if err != nil {
		return cli.Fail(err)
	}
	return nil
}

func (q *question) print(to io.Writer, v lookup.Word) error {
	if q.json {
		return json.NewEncoder(to).Encode(v)
	}
	verdict := "not in"
	if v.Valid {
		verdict = "in"
	}
	text := fmt.Sprintf("%s is %s the word list (%s)", v.Word, verdict, cli.ListText(v.List))
	if !v.Valid && len(v.Lists) > 0 {
		text += ", but in: " + strings.Join(v.Lists, ", ")
	}
	text += "\n"
	for _, s := range v.Definitions {
		text += fmt.Sprintf("  %s, %s: %s\n", strings.ToLower(s.Word), s.Part, s.Text)
	}
	if v.Hooks != nil {
		text += fmt.Sprintf("  letters before: %s; after: %s\n", orNone(v.Hooks.Before), orNone(v.Hooks.After))
	}
	if q.extensions {
		text += "  longer words: " + engine.Count(len(v.Extensions), "word") + "\n" + printed(lookup.ByLength(v.Extensions))
	}
	_, err := io.WriteString(to, text)
	return err
}
