package main

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"tilewatch/cmd/internal/cli"
	"tilewatch/cmd/internal/games"
	"tilewatch/engine/game"
	"tilewatch/engine/lexicon"
	"tilewatch/engine/lexicon/definitions"
)

// wordsQuestion is "tilewatch words": what a judge with the word list would say.
type wordsQuestion struct {
	dictionary, game string
	json, notices    bool
}

// wordVerdict is the answer for one word: the verdict, by which list, which built-in lists have it, and what the word means.
type wordVerdict struct {
	Word        string              `json:"word"`
	Valid       bool                `json:"valid"`
	List        *game.WordList      `json:"list"`
	Lists       []string            `json:"lists"`
	Definitions []definitions.Sense `json:"definitions"`
}

func newWords() *cobra.Command {
	q := &wordsQuestion{}
	c := &cobra.Command{
		Use:   "words [flags] WORD...",
		Short: "Look up words in the word list, with definitions",
		Long: `Only the word list decides whether a word is valid. Definitions come from WordNet, which may lack a valid word. For a word that is not in
the list, the built-in lists that have it are named. None of them is an official tournament list: use --dictionary with a file
for that. Exit status 1: none of the words is in the list.`,
		Example: `  tilewatch words tame zyzzy
  tilewatch words --dictionary large qat`,
		Args: func(c *cobra.Command, args []string) error {
			if q.notices {
				return cli.NoInputs(c, args)
			}
			return cli.SomeInputs("word")(c, args)
		},
		RunE: q.run,
	}
	f := c.Flags()
	cli.DictionaryFlag(c, &q.dictionary)
	f.StringVar(&q.game, "game", games.Default(), "use the word list of `GAME`: "+strings.Join(games.Names(), ", "))
	f.BoolVar(&q.json, "json", false, "print JSON, one object a word")
	f.BoolVar(&q.notices, "notices", false, "print the licenses of the words, the definitions and all libraries")
	return c
}

func (q *wordsQuestion) run(c *cobra.Command, words []string) error {
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
	any := false
	for _, word := range words {
		word = list.Spell(word)
		v := wordVerdict{word, list.Has(word), game.ListOf(list), lexicon.With(word), definitions.Define(word)}
		any = any || v.Valid
		if v.Definitions == nil {
			v.Definitions = []definitions.Sense{}
		}
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
func (q *wordsQuestion) printNotices(to io.Writer) error {
	all, err := licenses()
	if err == nil {
		_, err = io.WriteString(to, all)
	}
	if err != nil {
		return cli.Fail(err)
	}
	return nil
}

func (q *wordsQuestion) print(to io.Writer, v wordVerdict) error {
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
	_, err := io.WriteString(to, text)
	return err
}
