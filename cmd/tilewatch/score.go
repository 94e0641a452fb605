package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"tilewatch/cmd/internal/cli"
	"tilewatch/cmd/internal/game"
	"tilewatch/cmd/internal/input"
	"tilewatch/cmd/internal/photo"
	"tilewatch/cmd/internal/term"
	"tilewatch/engine"
)

// score is "tilewatch score": photos in, one line each out.
type score struct {
	input.Flags
	json    bool
	overlay string // folder for the pictures drawn over, or ""
	out     string // color of who played the last tile, or ""
	join    bool   // all photos are of one table
	fixes   []string
	answers []string // to questions
	why     bool

	reader      game.Photos
	printer     *cli.Printer
	progress    *term.Progress
	diagnostics io.Writer
}

// photoGarbage is how much garbage may lie about before it is collected, as a percentage of what is in use: one photo leaves some 10 MB
// beside 4 that are, and to collect it four times would take a twentieth of the time.
const photoGarbage = 400

func newScore() *cobra.Command {
	s := &score{}
	c := &cobra.Command{
		Use:   "score [flags] PHOTO...",
		Short: "Score photos of a game",
		Long: `Prints the board, the words in order of points with who controls them, and the score of each photo. A photo that cannot be read does
not stop the others.`,
		Example: `  tilewatch score photo.jpg
  tilewatch score --json --overlay seen/ photo.jpg
  tilewatch score --game dabble racks.jpg
  tilewatch score --join left.jpg right.jpg        # two views of one table
  tilewatch score --fix "0,0=Q" photo.jpg          # the tile in row 0, column 0 is a Q
  tilewatch score --answer bank:green=6 photo.jpg  # six tiles lie on Green's gray tile`,
		Args: cli.SomeInputs("photo"),
		RunE: s.run,
	}
	s.Register(c)
	c.Flags().BoolVar(&s.json, "json", false, "print JSON, one object a line")
	c.Flags().StringVar(&s.overlay, "overlay", "", "`FOLDER` for copies of the photos with the reading drawn on them")
	c.Flags().StringVar(&s.out, "out", "", "`COLOR` of the player who played the last tile")
	c.Flags().BoolVar(&s.why, "why", false, "say of each tile why it was read so, and not as the next likeliest (NAB-IT!)")
	c.Flags().BoolVar(&s.join, "join", false, "read all photos as views of one table")
	c.Flags().StringArrayVar(&s.answers, "answer", nil, "answer a question: `KEY=ANSWER`, such as bank:green=6 or height:2,5=3; may be repeated")
	c.Flags().StringArrayVar(&s.fixes, "fix", nil, "correct the reading: `ROW,COLUMN=WHAT`, such as \"3,4=Q\", \"0,1=red 2\", \"5,5=none\", \"2,2=right\", or \"red=purple\" for tiles that are another player's; may be repeated")
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
	s.printer, s.diagnostics = cli.NewPrinter(c.OutOrStdout(), s.json), c.ErrOrStderr()
	s.progress = term.NewProgress(c.ErrOrStderr(), len(photos), "photos")
	s.fixes = append(s.fixes, s.answers...) // an answer is a fix of one fact
	if len(s.fixes) > 0 && len(photos) > 1 && !s.join {
		return errors.New("--fix and --answer correct one table: give one photo, or several with --join")
	}
	return s.each(c.Context(), photos)
}

// each answers the photos, a line each, or one line for all that are joined.
func (s *score) each(ctx context.Context, photos []string) error {
	failed := false
	var all []game.Photo
	defer s.progress.Clear()
	for n, name := range photos {
		if ctx.Err() != nil {
			return cli.Fail(fmt.Errorf("stopped before %q", name))
		}
		s.progress.Done(n)
		line, result, err := s.answer(name)
		if err != nil {
			return err
		}
		failure, isFailure := line.(photo.Failure)
		failed = failed || isFailure && !failure.Nothing()
		if result != nil && s.join {
			all = append(all, result)
			continue
		}
		if err := s.print(line); err != nil {
			return cli.Fail(err)
		}
	}
	if len(all) > 0 {
		if err := s.joined(all); err != nil {
			return err
		}
	}
	if failed {
		return cli.ErrFailed
	}
	return nil
}

// joined prints the line of several photos of one table.
func (s *score) joined(all []game.Photo) error {
	first, can := all[0].(game.Mendable)
	if !can {
		return fmt.Errorf("--join does not work with %s", s.Which.Title)
	}
	together, err := first.Joined(all[1:])
	if err != nil {
		return cli.Fail(err)
	}
	line, err := s.mended(together)
	if err != nil {
		return err
	}
	if err := s.print(line); err != nil {
		return cli.Fail(err)
	}
	return nil
}

// mended is the photo with the fixes in it.
func (s *score) mended(result game.Photo) (game.Photo, error) {
	if len(s.fixes) == 0 {
		return result, nil
	}
	m, can := result.(game.Mendable)
	if !can {
		return nil, fmt.Errorf("--fix and --answer do not work with %s", s.Which.Title)
	}
	return m.Mended(s.fixes)
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
	reader, err := s.Which.Photos(game.Inputs{Camera: s.Camera, Tileset: s.Tileset, Words: s.Words, Out: out, Why: s.why})
	if err != nil {
		return cli.Fail(err)
	}
	s.reader = reader
	return nil
}

// answer is the line for one photo, and what the photo shows, mended; nil if the line is a failure's. An error is the caller's.
func (s *score) answer(name string) (line cli.Texted, result game.Photo, err error) {
	data, err := photo.ReadFile(name)
	if err != nil {
		return photo.Failed(name, err), nil, nil
	}
	result, err = s.reader.Read(data)
	if err != nil {
		return photo.Failed(name, err), nil, nil
	}
	result = result.Named(name)
	if !s.join { // what is joined is mended together
		if result, err = s.mended(result); err != nil {
			return nil, nil, err
		}
	}
	if s.overlay != "" {
		if err := s.draw(name, data, result); err != nil {
			fmt.Fprintln(s.diagnostics, "tilewatch:", err) // the reading is as good without its picture
		}
	}
	return result, result, nil
}

// draw writes the overlay, a JPEG under the photo's own name.
func (s *score) draw(name string, data []byte, result game.Photo) error {
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
	s.progress.Clear()
	return s.printer.Print(line)
}
