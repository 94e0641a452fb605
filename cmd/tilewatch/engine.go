package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"tilewatch/cmd/internal/cli"
	"tilewatch/cmd/internal/games"
	rules "tilewatch/engine/game"
	"tilewatch/engine/lexicon"
	"tilewatch/engine/ndjson"
)

const engineHelp = `Reads game events from standard input, one JSON object a line. Answers each with one line: the state after the event, or the rules
it breaks, and then nothing has changed. A refused event is an answer, not a failure.

  {"type":"start","players":["yellow","green"],"options":{}}      starts a new game, at any time
  {"type":"play","player":"yellow","placements":[{"row":0,"col":0,"letter":"G"},{"row":0,"col":1,"letter":"O","blank":true}]}
  {"type":"exchange","player":"green","count":2}                  {"type":"pass","player":"green"}
  {"type":"bank","player":"green"}                                after a nab, before the next turn
  {"type":"challenge","by":"yellow","words":["TAME","TRY"]}       the word list decides, or "verdict":"upheld" or "rejected"
  {"type":"announce_last","player":"green"}                       the player drew the last tile and says so
  {"type":"caught","player":"green"}                              the player did not say so: a banked tile goes back to the bag
  {"type":"correct","turn":7,"placements":[...]}                  [] if it was not a play; add "player" for another player
  {"type":"undo"}        {"type":"redo"}        {"type":"finish","out":"yellow"}

Other games name themselves in "start"; players are names or numbers:

  {"type":"start","game":"snag","players":["Ana","Ben"],"options":{"scheme":"separate"}}      or series, or fixed with "games":3
  {"type":"place","player":0,"number":34}                         {"type":"call","player":"Ben"}

Corrections name an event by its number, the start being 1. What came later is folded again; "misfits" are what no longer fits:

  {"type":"correct","event":7,"to":{"type":"place","player":0,"number":34}}       event 7 was another one
  {"type":"correct","event":7,"remove":true}                      it did not happen; "before":7 with "to" says what came before it

Unknown options are refused, unknown fields of events ignored, empty lines skipped; a line has at most 1 MiB. The options, the usual value
first; NAB-IT! also takes start youngest|agreed|lot, how the first player was found:
`

// optionsHelp are the house rules of all games.
func optionsHelp() string {
	var b strings.Builder
	for _, g := range games.Scoreboards() {
		fmt.Fprintf(&b, "\n  %s", g.Title())
		for i, o := range g.Choices() {
			b.WriteString([]string{", ", ": "}[max(1-i, 0)] + o.String())
		}
	}
	return b.String()
}

func newEngine() *cobra.Command {
	dictionary := ""
	c := &cobra.Command{
		Use:   "engine [flags]",
		Short: "Apply the rules to game events, without a camera",
		Long:  engineHelp + optionsHelp(),
		Example: `  tilewatch engine < events.ndjson
  echo '{"type":"start","players":["yellow","green"]}' | tilewatch engine`,
		Args: cli.NoInputs,
		RunE: func(c *cobra.Command, _ []string) error {
			words := func(game string) (*lexicon.Lexicon, error) { return lexicon.OpenFor(game, dictionary) }
			list, err := words(games.Default())
			if err != nil { // an error now, before anything is read
				return err
			}
			cli.NoteSkipped(list, cli.Noting(c))
			return keepRules(c.Context(), c.InOrStdin(), c.OutOrStdout(), words)
		},
	}
	cli.DictionaryFlag(c, &dictionary)
	return c
}

// keepRules answers the events until they end or the context does: reading standard input cannot be interrupted, so
// it is left where it is. words are each game's.
func keepRules(ctx context.Context, in io.Reader, out io.Writer, words func(game string) (*lexicon.Lexicon, error)) error {
	done := make(chan error, 1)
	go func() {
		t := &tables{words: words}
		done <- ndjson.Answer(in, out, ndjson.MaxLine, func(number int, line []byte, err error) any {
			a := t.handle(line, err)
			if !a.OK {
				a.Line = number
			}
			return a
		})
	}()
	select {
	case err := <-done:
		if err != nil {
			return cli.Fail(err)
		}
		return nil
	case <-ctx.Done():
		return nil
	}
}

// tables hand each event to the table of the game that was started last.
type tables struct {
	words   func(game string) (*lexicon.Lexicon, error)
	playing string
	table   rules.Table
}

func (t *tables) handle(line []byte, err error) rules.Answer {
	if err != nil {
		return rules.Refuse(rules.Bad("%v", err))
	}
	if member, twice := ndjson.Twice(line); twice {
		return rules.Refuse(rules.Bad("the event has %q twice: send each member once", member))
	}
	if line, err = rules.Named(line); err != nil {
		return rules.Refuse(rules.Bad("%v", err))
	}
	e, err := rules.ParseEvent(line)
	name := games.Default() // who sends no name means the first game
	if err == nil && e.Type == rules.Start && e.Game != "" {
		name = e.Game
	}
	if t.table == nil || err == nil && e.Type == rules.Start && name != t.playing {
		table, err := t.open(name)
		if err != nil {
			return rules.Refuse(rules.Bad("%v", err))
		}
		a := table.Handle(line)
		if a.OK || t.table == nil {
			t.table, t.playing = table, name
		}
		return a
	}
	return t.table.Handle(line)
}

func (t *tables) open(name string) (rules.Table, error) {
	g, err := games.Find(name)
	if err != nil {
		return nil, err
	}
	words, err := t.words(name)
	if err != nil {
		return nil, err
	}
	return g.Rules(words), nil
}
