package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"tilewatch/engine/journal"
	"tilewatch/engine/journal/record"
)

func newGamesExport() *cobra.Command {
	d := &archive{}
	c := &cobra.Command{
		Use:   "export [flags] [GAME...]",
		Short: "Write games as NDJSON to standard output: all, or those named",
		Long: `Each game is a header line, a line for each event, and an end line. Nothing is left out, and the same game is always the
same bytes. GAME is a name as "tilewatch games list" prints it, its beginning, or "last".`,
		RunE: func(c *cobra.Command, args []string) error { return exportGames(c, d, args) },
	}
	d.register(c)
	return c
}

func exportGames(c *cobra.Command, d *archive, names []string) (err error) {
	j, there, err := d.look(c.Context())
	if err != nil {
		return failure{err}
	}
	if !there {
		_, err := chosen(nil, names)
		return err
	}
	defer func() { err = closing(j, err) }()
	games, err := j.Games(c.Context())
	if err != nil {
		return failure{err}
	}
	if games, err = chosen(games, names); err != nil {
		return err
	}
	for _, info := range games {
		g, damaged := info.Load(c.Context(), j)
		if damaged != nil {
			// What is good of it must be repaired first: a file that looks whole would hide the loss.
			fmt.Fprintln(c.ErrOrStderr(), "tilewatch:", damaged)
			err = errFailed
			continue
		}
		if failed := journal.Write(c.OutOrStdout(), g); failed != nil {
			return failure{failed}
		}
	}
	return err
}

// gamesImport is "tilewatch games import".
type gamesImport struct {
	archive
	table               string
	json, again, repair bool
}

func newGamesImport() *cobra.Command {
	i := &gamesImport{}
	c := &cobra.Command{
		Use:   "import [flags] FILE...",
		Short: "Take in games that were exported",
		Long: `FILE is what "tilewatch games export" wrote; "-" is standard input. A game that is here already gets the events it lacks. A
damaged file is told with the line; --repair takes the events before it.`,
		Args: someInputs("file"),
		RunE: i.run,
	}
	c.Flags().SetInterspersed(false)
	i.register(c)
	c.Flags().StringVar(&i.table, "table", firstTable, "at which table of a club's the games are to be")
	c.Flags().BoolVar(&i.json, "json", false, "print JSON, one object a line")
	c.Flags().BoolVar(&i.again, "new", false, "import as new games, under new names")
	c.Flags().BoolVar(&i.repair, "repair", false, "of a damaged game, take the events before the damage")
	return c
}

func (i *gamesImport) run(c *cobra.Command, files []string) (err error) {
	j, err := i.open(c.Context(), i.table, nil, noting(c))
	if err != nil {
		return failure{err}
	}
	defer func() { err = closing(j, err) }()
	for _, name := range files {
		if failed := i.file(c, j, name); failed != nil {
			if printed := i.print(c, importLine{File: name, Error: &wrong{codeOf(failed), failed.Error()}}); printed != nil {
				return failure{printed}
			}
			err = errFailed
		}
	}
	return err
}

// importLine tells what became of one game of a file, or of the file.
type importLine struct {
	File   string `json:"file"`
	Game   string `json:"game,omitempty"`
	Events int    `json:"events,omitempty"` // it has
	Added  *int   `json:"added,omitempty"`  // of them are new here
	Error  *wrong `json:"error,omitempty"`
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
		file, err := os.Open(name)
		if err != nil {
			return err
		}
		in = file
	}
	defer in.Close() // it was only read
	games := journal.NewReader(in)
	games.Judge = new(record.Judge).Take
	for n := 0; ; n++ {
		g, err := games.Next()
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
	added, err := journal.Import(c.Context(), j, g)
	if err != nil {
		return err
	}
	return i.print(c, importLine{File: file, Game: g.Game, Events: len(g.Events), Added: &added.Events})
}

func newGamesRepair() *cobra.Command {
	d := &data{}
	c := &cobra.Command{
		Use:   "repair [flags]",
		Short: "Check all games; of damaged ones keep the good events and put the rest aside",
		Args:  cobra.NoArgs,
		RunE:  func(c *cobra.Command, _ []string) error { return repairGames(c, d) },
	}
	d.register(c)
	return c
}

func repairGames(c *cobra.Command, d *data) error {
	say := func(text string) { fmt.Fprintln(c.OutOrStdout(), text) }
	if _, err := os.Stat(d.file()); errors.Is(err, os.ErrNotExist) {
		say("there are no games")
		return nil
	}
	repaired := 0
	tell := func(text string) { say(text); repaired++ }
	j, err := d.openJournal(c.Context(), tell)
	if err != nil {
		return failure{err}
	}
	if err := errors.Join(repairAll(c.Context(), j, tell), j.Close()); err != nil {
		return failure{err}
	}
	if repaired == 0 {
		say("all games are good")
	}
	return nil
}

func repairAll(ctx context.Context, j *journal.SQLite, tell func(string)) error {
	damaged, err := j.Check(ctx)
	if err != nil {
		return err
	}
	for _, damage := range damaged {
		repaired, err := j.Repair(ctx, damage.Game)
		if err != nil {
			return err
		}
		tell(repaired.String())
	}
	return nil
}
