package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"tilewatch/cmd/internal/cli"
	"tilewatch/cmd/internal/games"
	"tilewatch/cmd/internal/store"
	"tilewatch/cmd/internal/term"
	"tilewatch/engine"
	"tilewatch/engine/journal"
)

// gamesImport is "tilewatch games import".
type gamesImport struct {
	store.Archive
	table               string
	json, again, repair bool
	progress            *term.Progress
	read                int // events
}

func newGamesImport() *cobra.Command {
	i := &gamesImport{}
	c := &cobra.Command{
		Use:   "import [flags] FILE...",
		Short: "Import exported games",
		Long: `FILE comes from "tilewatch games export"; "-" is standard input. A game that exists already gets its missing events. Every game is
checked against the rules: an error names the line of a damaged or refused event, and --repair imports the events before it.`,
		Example: `  tilewatch games import games.ndjson
  tilewatch games import --new games.ndjson        # as copies under new names`,
		Args: cli.SomeInputs("file"),
		RunE: i.run,
	}
	i.Register(c)
	c.Flags().StringVar(&i.table, "table", store.FirstTable, "`TABLE` of the club to import to")
	c.Flags().BoolVar(&i.json, "json", false, "print JSON, one object a line")
	c.Flags().BoolVar(&i.again, "new", false, "import as copies under new names")
	c.Flags().BoolVar(&i.repair, "repair", false, "import the good events of a damaged game")
	return c
}

func (i *gamesImport) run(c *cobra.Command, files []string) (err error) {
	j, err := i.Open(c.Context(), i.table, nil, cli.Noting(c))
	if err != nil {
		return cli.Fail(err)
	}
	defer func() { err = cli.Closing(j, err) }()
	i.progress = term.NewProgress(c.ErrOrStderr(), 0, "events")
	for _, name := range files {
		failed, stopped := i.file(c, j, name), c.Context().Err() != nil
		if stopped {
			failed = errors.New("stopped: nothing was imported of the game that was being read, nor of those after it")
		}
		if i.progress.Clear(); failed != nil {
			if printed := i.print(c, importLine{File: name, Error: &cli.Wrong{Code: codeOf(failed), Message: failed.Error()}}); printed != nil {
				return cli.Fail(printed)
			}
			err = cli.ErrFailed
		}
		if stopped {
			break
		}
	}
	return err
}

// importLine is what became of one game of a file, or of the file.
type importLine struct {
	File   string     `json:"file"`
	Game   string     `json:"game,omitempty"`
	Events int        `json:"events,omitempty"` // it has
	Added  *int       `json:"added,omitempty"`  // of them are new here
	Error  *cli.Wrong `json:"error,omitempty"`
}

func (i *gamesImport) print(c *cobra.Command, l importLine) error {
	switch {
	case i.json:
		return json.NewEncoder(c.OutOrStdout()).Encode(l)
	case l.Error != nil:
		_, err := fmt.Fprintf(c.ErrOrStderr(), "tilewatch: %s: %s\n", l.File, l.Error.Message)
		return err
	}
	text := fmt.Sprintf("%s, %d new", engine.Count(l.Events, "event"), *l.Added)
	if l.Events == 0 {
		text = "no events, skipped"
	}
	_, err := fmt.Fprintf(c.OutOrStdout(), "%s: %s\n", l.Game, text)
	return err
}

func codeOf(err error) string {
	var damage *journal.Damage
	var differs *journal.Differs
	switch {
	case errors.As(err, &damage):
		return "damaged"
	case errors.As(err, &differs):
		return "differs"
	case errors.Is(err, journal.ErrNewer):
		return "newer_version"
	case errors.Is(err, os.ErrNotExist), errors.Is(err, os.ErrPermission):
		return "unreadable"
	}
	return "failed"
}

// file imports the games of one file up to the first that is not good.
func (i *gamesImport) file(c *cobra.Command, j journal.Journal, name string) error {
	in := io.NopCloser(c.InOrStdin())
	if name != "-" {
		opened, err := os.Open(name)
		if err != nil {
			return err
		}
		in = opened
	}
	defer in.Close() // it was only read
	file := journal.NewReader(stoppable(c.Context(), in))
	judge := new(games.Judge)
	file.Judge = func(e journal.Event) error {
		i.read++
		i.progress.Done(i.read)
		return judge.Take(e)
	}
	for n := 0; ; n++ {
		g, err := file.Next()
		switch {
		case c.Context().Err() != nil:
			return err
		case errors.Is(err, io.EOF) && n > 0:
			return nil
		case errors.Is(err, io.EOF):
			return errors.New("no game in this file")
		case err == nil, i.repair && len(g.Events) > 0:
			if failed := i.add(c, j, name, g); failed != nil {
				return failed
			}
		}
		if err != nil {
			return err
		}
	}
}

// stoppable ends the reading with the context, also where nobody writes to a pipe.
func stoppable(ctx context.Context, in io.Reader) io.Reader {
	out, into := io.Pipe()
	go func() {
		_, err := io.Copy(into, in)
		_ = into.CloseWithError(err) // never fails
	}()
	context.AfterFunc(ctx, func() { _ = into.CloseWithError(ctx.Err()) })
	return out
}

// unless does it, but does not wait for its end once the context is done.
func unless(ctx context.Context, do func() error) error {
	done := make(chan error, 1)
	go func() { done <- do() }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (i *gamesImport) add(c *cobra.Command, j journal.Journal, file string, g journal.Game) error {
	if len(g.Events) == 0 { // a repair of an earlier version left it so
		return i.print(c, importLine{File: file, Game: g.Game, Added: new(int)})
	}
	if i.again {
		var err error
		if g, err = g.Renamed(journal.NewID(g.Created)); err != nil {
			return err
		}
	}
	if err := unless(c.Context(), func() error { return games.Shown(g) }); err != nil {
		return fmt.Errorf("it cannot be replayed: %w", err)
	}
	added, err := journal.Import(c.Context(), j, g)
	if err != nil {
		return err
	}
	i.progress.Clear()
	return i.print(c, importLine{File: file, Game: g.Game, Events: len(g.Events), Added: &added.Events})
}
