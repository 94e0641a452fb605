package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"tilewatch/cmd/internal/cli"
	"tilewatch/cmd/internal/games"
	"tilewatch/cmd/internal/letters"
	"tilewatch/cmd/internal/photo"
	"tilewatch/cmd/internal/term"
	"tilewatch/engine/lexicon"
)

// read is "tilewatch read": photos of letter tiles of any make in, one line each out.
type read struct {
	json                bool
	overlay, dictionary string

	reader      *letters.Reader
	diagnostics io.Writer
}

func newRead() *cobra.Command {
	r := &read{}
	c := &cobra.Command{
		Use:   "read [flags] PHOTO...",
		Short: "Read letter tiles of any game from photos",
		Long:  "Prints the largest grid of linked tiles in each photo, and its words. Scrabble, Bananagrams and similar tiles work.",
		Example: `  tilewatch read photo.jpg
  tilewatch read --json --overlay seen/ photo.jpg`,
		Args: cli.SomeInputs("photo"),
		RunE: r.run,
	}
	f := c.Flags()
	f.BoolVar(&r.json, "json", false, "print JSON, one object a line")
	f.StringVar(&r.overlay, "overlay", "", "`FOLDER` for copies of the photos with the reading drawn on them")
	cli.DictionaryFlag(c, &r.dictionary)
	return c
}

func (r *read) run(c *cobra.Command, photos []string) (err error) {
	words, err := lexicon.Open(r.dictionary)
	if err != nil {
		return err
	}
	cli.NoteSkipped(words, cli.Noting(c))
	if r.overlay != "" {
		if err := os.MkdirAll(r.overlay, 0o755); err != nil {
			return cli.Fail(fmt.Errorf("folder for --overlay: %w", err))
		}
	}
	if r.reader, err = letters.Open(words, games.Letters(words)...); err != nil {
		return cli.Fail(err)
	}
	defer func() {
		if closing := r.reader.Close(); closing != nil && err == nil {
			err = cli.Fail(closing)
		}
	}()
	r.diagnostics = c.ErrOrStderr()
	printer, progress := cli.NewPrinter(c.OutOrStdout(), r.json), term.NewProgress(c.ErrOrStderr(), len(photos), "photos")
	defer progress.Clear()
	failed := false
	for n, name := range photos {
		if c.Context().Err() != nil {
			return cli.Fail(fmt.Errorf("stopped before %q", name))
		}
		progress.Done(n)
		line, ok := r.answer(name)
		failed = failed || !ok
		progress.Clear()
		if err := printer.Print(line); err != nil {
			return cli.Fail(err)
		}
	}
	if failed {
		return cli.ErrFailed
	}
	return nil
}

// answer is the line for one photo; ok is false if it is a failure's.
func (r *read) answer(name string) (line cli.Texted, ok bool) {
	data, err := photo.ReadFile(name)
	if err != nil {
		return photo.Failed(name, err), false
	}
	result, err := r.reader.Read(data)
	if err != nil {
		return photo.Failed(name, err), false
	}
	result.Photo = name
	if r.overlay != "" {
		if err := r.draw(name, data, result); err != nil {
			fmt.Fprintln(r.diagnostics, "tilewatch:", err) // the reading is as good without its picture
		}
	}
	return result, true
}

// draw writes the overlay, a JPEG under the photo's own name.
func (r *read) draw(name string, data []byte, result letters.Result) error {
	drawn, err := result.Overlay(data)
	if err != nil {
		return fmt.Errorf("overlay of %q: %w", name, err)
	}
	return os.WriteFile(filepath.Join(r.overlay, filepath.Base(name)), drawn, 0o644)
}
