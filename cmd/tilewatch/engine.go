package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"tilewatch/engine/lexicon"
	"tilewatch/engine/nabit"
	"tilewatch/engine/ndjson"
)

const engineHelp = `Reads game events from standard input, one JSON object a line, and answers each with a line: the state after it, or the
rules that it breaks, in which case nothing has changed. A refused event is an answer, not a failure.

  {"type":"start","players":["yellow","green"],"options":{}}      a new game, also in mid-stream
  {"type":"play","player":"yellow","placements":[{"row":0,"col":0,"letter":"G"},{"row":0,"col":1,"letter":"O","blank":true}]}
  {"type":"exchange","player":"green","count":2}                  {"type":"pass","player":"green"}
  {"type":"bank","player":"green"}                                after a nab, until the next turn begins
  {"type":"challenge","by":"yellow","words":["TAME","TRY"]}       judged by the word list, or by "verdict":"upheld" or "rejected"
  {"type":"announce_last","player":"green"}                       who has drawn the last tile says so
  {"type":"caught","player":"green"}                              who did not gives a banked tile back to the bag
  {"type":"correct","turn":7,"placements":[...]}                  [] if it was no play; "player" if it was another's
  {"type":"undo"}        {"type":"redo"}        {"type":"finish","out":"yellow"}

Options, the defaults first: words challenge|warn|enforce, tie_nabs false|true, require_contiguous false|true,
tie_break top_tiles|words_topped, start youngest|agreed|lot. Unknown options are refused, unknown fields of events ignored.
An empty line is no event; a line holds 1 MiB at most.`

func newEngine() *cobra.Command {
	dictionary := ""
	c := &cobra.Command{
		Use:   "engine [flags]",
		Short: "Keep the rules without a camera: game events in, the state or the broken rules out",
		Long:  engineHelp,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return fmt.Errorf("engine takes no inputs, got %q: events come from standard input", args[0])
			}
			return nil
		},
		RunE: func(c *cobra.Command, _ []string) error {
			words, err := lexicon.Open(dictionary)
			if err != nil {
				return err
			}
			return keepRules(c.Context(), c.InOrStdin(), c.OutOrStdout(), words)
		},
	}
	dictionaryFlag(c, &dictionary)
	return c
}

// keepRules answers the events until they end or the context does: reading standard input cannot be interrupted, so
// it is left where it is.
func keepRules(ctx context.Context, in io.Reader, out io.Writer, words *lexicon.Lexicon) error {
	done := make(chan error, 1)
	go func() {
		game := nabit.New(words)
		done <- ndjson.Answer(in, out, ndjson.MaxLine, func(number int, line []byte, err error) any {
			return explain(game, answerLine(game, number, line, err))
		})
	}()
	select {
	case err := <-done:
		if err != nil {
			return failure{err}
		}
		return nil
	case <-ctx.Done():
		return nil
	}
}

func answerLine(game *nabit.Game, number int, line []byte, err error) nabit.Answer {
	var a nabit.Answer
	if err != nil {
		a = nabit.Refuse(err.Error())
	} else {
		a = game.Handle(line)
	}
	if !a.OK {
		a.Line = number
	}
	return a
}
