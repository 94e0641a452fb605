// Package cli is what the commands share: how they fail, what they note, and what their flags and texts have in common.
package cli

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"tilewatch/engine"
	"tilewatch/engine/lexicon"
)

// ErrFailed says that some inputs failed and that each has a line that says so.
var ErrFailed = errors.New("some inputs failed")

// Failure is an error that is not the caller's mistake: a port in use, a folder that cannot be written.
type Failure struct{ error }

// Unwrap answers the error itself.
func (f Failure) Unwrap() error { return f.error }

// Fail makes the error a failure.
func Fail(err error) error { return Failure{err} }

// Closing closes what a command opened; a failure to do so counts unless there is a graver one.
func Closing(c io.Closer, err error) error {
	if closed := c.Close(); closed != nil && err == nil {
		return Fail(closed)
	}
	return err
}

// Noting writes what an operator should know and no line of the command says.
func Noting(c *cobra.Command) func(string) {
	return func(message string) { fmt.Fprintln(c.ErrOrStderr(), "tilewatch:", message) }
}

// SomeInputs wants at least one input.
func SomeInputs(what string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) == 0 {
			return fmt.Errorf("no %s given: name at least one", what)
		}
		return nil
	}
}

// OneInput wants exactly one input.
func OneInput(what string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) == 0 {
			return fmt.Errorf("no %s given: name one", what)
		}
		if len(args) > 1 {
			return fmt.Errorf("%s given: name only one", engine.Count(len(args), what))
		}
		return nil
	}
}

// DictionaryFlag registers --dictionary.
func DictionaryFlag(c *cobra.Command, list *string) {
	c.Flags().StringVar(list, "dictionary", "", "word `LIST`: "+lexicon.Choices())
}

// NoteSkipped notes what of a file of words was left out.
func NoteSkipped(list *lexicon.Lexicon, note func(string)) {
	if s := list.Skipped(); s.Lines > 0 {
		note(fmt.Sprintf("word list %q: %s; skipped %s without a word at the start, first line %d: %q", list.Name(), engine.Count(list.Len(), "word"), engine.Count(s.Lines, "line"), s.First, s.Text))
	}
}

// PhonesFlag is the bound of what one address may take.
func PhonesFlag(c *cobra.Command, phones *int) {
	c.Flags().IntVar(phones, "phones-per-address", 0, "limit of open pages per network address to `N`; a whole club may share one (default: 2000)")
}

// Wrong is the error of one input.
type Wrong struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

// OneGame wants the name of one game, as store.Archive takes it.
func OneGame(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return errors.New(`no game given: name one from "tilewatch games list", "last", or a file`)
	}
	return OneInput("game")(c, args)
}
