package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"tilewatch/cmd/internal/cli"
	"tilewatch/cmd/internal/input"
	"tilewatch/cmd/internal/photo"
	"tilewatch/cmd/internal/tenant"
	"tilewatch/engine"
)

// score is "tilewatch score": photos in, one line each out.
type score struct {
	input.Flags
	json    bool
	overlay string // folder for the pictures drawn over, or ""
	out     string // color of who played the last tile, or ""

	reader          tenant.Photos
	to, diagnostics io.Writer
}

// photoGarbage is how much garbage may lie about before it is collected, as a percentage of what is in use: one photo leaves some 10 MB
// beside 4 that are, and to collect it four times would take a twentieth of the time.
const photoGarbage = 400

func newScore() *cobra.Command {
	s := &score{}
	c := &cobra.Command{
		Use:   "score [flags] PHOTO...",
		Short: "Read photos of a game: one line of words, banks and scores for each",
		Args:  cli.SomeInputs("photo"),
		RunE:  s.run,
	}
	s.Register(c)
	c.Flags().BoolVar(&s.json, "json", false, "print JSON, one object a line")
	c.Flags().StringVar(&s.overlay, "overlay", "", "folder for the photos with what was seen drawn on them")
	c.Flags().StringVar(&s.out, "out", "", "color of the player who played the last tile")
	return c
}

func (s *score) run(c *cobra.Command, photos []string) (err error) {
	debug.SetGCPercent(photoGarbage)
	if err := s.open(); err != nil {
		return err
	}
	cli.NoteSkipped(s.Words, cli.Noting(c))
	defer func() {
		if closing := s.reader.Close(); closing != nil && err == nil {
			err = cli.Fail(closing)
		}
	}()
	s.to, s.diagnostics = c.OutOrStdout(), c.ErrOrStderr()
	failed := false
	for _, name := range photos {
		if c.Context().Err() != nil {
			return cli.Fail(fmt.Errorf("stopped before %q", name))
		}
		line, ok := s.answer(name)
		failed = failed || !ok
		if err := s.print(line); err != nil {
			return cli.Fail(err)
		}
	}
	if failed {
		return cli.ErrFailed
	}
	return nil
}

// open makes the reader from the flags.
func (s *score) open() error {
	if err := s.Load(); err != nil {
		return err
	}
	out := engine.NoColor
	if s.out != "" {
		var err error
		if out, err = engine.ParsePlayerColor(s.out); err != nil {
			return fmt.Errorf("--out: %w", err)
		}
	}
	if s.overlay != "" {
		if err := os.MkdirAll(s.overlay, 0o755); err != nil {
			return cli.Fail(fmt.Errorf("folder for --overlay: %w", err))
		}
	}
	reader, err := s.Which.Photos(tenant.Inputs{Camera: s.Camera, Tileset: s.Tileset, Words: s.Words, Out: out})
	if err != nil {
		return cli.Fail(err)
	}
	s.reader = reader
	return nil
}

// answer is the line for one photo; ok is false if it is a failure's.
func (s *score) answer(name string) (line cli.Texted, ok bool) {
	data, err := photo.ReadFile(name)
	if err != nil {
		return photo.Failed(name, err), false
	}
	result, err := s.reader.Read(data)
	if err != nil {
		return photo.Failed(name, err), false
	}
	result = result.Named(name)
	if s.overlay != "" {
		if err := s.draw(name, data, result); err != nil {
			fmt.Fprintln(s.diagnostics, "tilewatch:", err) // the reading is as good without its picture
		}
	}
	return result, true
}

// draw writes the overlay, a JPEG under the photo's own name.
func (s *score) draw(name string, data []byte, result tenant.Photo) error {
	drawn, err := result.Overlay(data)
	if err != nil {
		return fmt.Errorf("overlay of %q: %w", name, err)
	}
	base := filepath.Base(name)
	switch strings.ToLower(filepath.Ext(base)) {
	case ".jpg", ".jpeg":
	default:
		base += ".jpg"
	}
	return os.WriteFile(filepath.Join(s.overlay, base), drawn, 0o644)
}

func (s *score) print(line cli.Texted) error {
	if s.json {
		return json.NewEncoder(s.to).Encode(line)
	}
	_, err := io.WriteString(s.to, line.Text())
	return err
}
