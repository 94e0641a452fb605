package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"tilewatch/cmd/internal/cli"
	"tilewatch/cmd/internal/games"
	"tilewatch/cmd/internal/store"
	"tilewatch/engine/journal"
)

// gamesImport is "tilewatch games import".
type gamesImport struct {
	store.Archive
	table               string
	json, again, repair bool
}

func newGamesImport() *cobra.Command {
	i := &gamesImport{}
	c := &cobra.Command{
		Use:   "import [flags] FILE...",
		Short: "Take in games that were exported",
		Long: `FILE is what "tilewatch games export" wrote; "-" is standard input. A game that is here already gets the events it lacks. A
game is played as it will be shown: a damaged file, or an event that the rules refuse, is told with the line; --repair takes the
events before it.`,
		Args: cli.SomeInputs("file"),
		RunE: i.run,
	}
	c.Flags().SetInterspersed(false)
	i.Register(c)
	c.Flags().StringVar(&i.table, "table", store.FirstTable, "at which table of a club's the games are to be")
	c.Flags().BoolVar(&i.json, "json", false, "print JSON, one object a line")
	c.Flags().BoolVar(&i.again, "new", false, "import as new games, under new names")
	c.Flags().BoolVar(&i.repair, "repair", false, "of a damaged game, take the events before the damage")
	return c
}

func (i *gamesImport) run(c *cobra.Command, files []string) (err error) {
	j, err := i.Open(c.Context(), i.table, nil, cli.Noting(c))
	if err != nil {
		return cli.Fail(err)
	}
	defer func() { err = cli.Closing(j, err) }()
	for _, name := range files {
		if failed := i.file(c, j, name); failed != nil {
			if printed := i.print(c, importLine{File: name, Error: &cli.Wrong{Code: codeOf(failed), Message: failed.Error()}}); printed != nil {
				return cli.Fail(printed)
			}
			err = cli.ErrFailed
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
	_, err := fmt.Fprintf(c.OutOrStdout(), "%s: %d events, %d of them new\n", l.Game, l.Events, *l.Added)
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
	file := journal.NewReader(in)
	file.Judge = new(games.Judge).Take
	for n := 0; ; n++ {
		g, err := file.Next()
		switch {
		case errors.Is(err, io.EOF) && n > 0:
			return nil
		case errors.Is(err, io.EOF):
			return errors.New("there is no game in it")
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

func (i *gamesImport) add(c *cobra.Command, j journal.Journal, file string, g journal.Game) error {
	if i.again {
		var err error
		if g, err = g.Renamed(journal.NewID(g.Created)); err != nil {
			return err
		}
	}
	if err := games.Shown(g); err != nil {
		return fmt.Errorf("it could not be shown: %w", err)
	}
	added, err := journal.Import(c.Context(), j, g)
	if err != nil {
		return err
	}
	return i.print(c, importLine{File: file, Game: g.Game, Events: len(g.Events), Added: &added.Events})
}
