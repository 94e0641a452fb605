package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"tilewatch/cmd/internal/backup"
	"tilewatch/cmd/internal/cli"
	"tilewatch/cmd/internal/club"
	"tilewatch/cmd/internal/games"
	"tilewatch/cmd/internal/store"
	"tilewatch/engine"
	"tilewatch/engine/journal"
	"tilewatch/engine/lexicon"
)

func newBackup() *cobra.Command {
	d := &store.Archive{}
	c := &cobra.Command{
		Use:   "backup [flags] FILE",
		Short: "Save all games, pictures, calibrations and keys in one file",
		Long: `Works while a server runs. Only you can read the file, because it contains pictures of your table and the keys of its links. It is
verified before it gets its name. FILE may be an older backup, which it replaces; nothing else is overwritten.`,
		Example: `  tilewatch backup evening.backup`,
		Args:    cli.OneInput("file"),
		RunE:    func(c *cobra.Command, args []string) error { return backUp(c, d, args[0]) },
	}
	d.Register(c)
	return c
}

// backUp writes the backup, unless the games lack what is known of them.
func backUp(c *cobra.Command, d *store.Archive, name string) (err error) {
	j, there, err := d.Look(c.Context(), cli.Noting(c))
	if err != nil {
		return cli.Fail(err)
	}
	if !there {
		return cli.Fail(fmt.Errorf("no saved games in %s: name the folder with --data", d))
	}
	defer func() { err = cli.Closing(j, err) }()
	if err := store.Lacking(c.Context(), j); err != nil { // it would take the place of a backup that holds more
		return cli.Fail(fmt.Errorf("no backup written: %w", err))
	}
	damaged := false
	var done backup.Counts
	err = d.Holding(c.Context(), j, func(folder string) (err error) {
		done, err = backup.Save(c.Context(), name, j, folder, func(message string) {
			damaged = true
			cli.Noting(c)(message)
		})
		return err
	})
	if err != nil {
		return cli.Fail(fmt.Errorf("no backup written: %w", err))
	}
	fmt.Fprintf(c.OutOrStdout(), "%s: %s with %s, %s\n", name, engine.Count(done.Games, "game"), engine.Count(done.Events, "event"), engine.Count(done.Files, "other file"))
	if damaged {
		return cli.ErrFailed
	}
	return nil
}

func newRestore() *cobra.Command {
	d := &store.Archive{}
	c := &cobra.Command{
		Use:   "restore [flags] FILE",
		Short: "Restore from a backup; nothing is overwritten",
		Long: `FILE comes from "tilewatch backup" and must be complete. Existing games get their missing events; existing files stay as they are. Every
restored game is then checked against the rules. Works while a server runs.`,
		Example: `  tilewatch restore evening.backup`,
		Args:    cli.OneInput("file"),
		RunE:    func(c *cobra.Command, args []string) error { return restore(c, d, args[0]) },
	}
	d.Register(c)
	return c
}

func restore(c *cobra.Command, d *store.Archive, name string) (err error) {
	file, err := os.Open(name)
	if err != nil {
		return cli.Fail(err)
	}
	defer file.Close() // it is only read
	if _, err := backup.Check(file); err != nil {
		return cli.Fail(fmt.Errorf("%q: %w", name, err))
	}
	failed := false
	warn := func(message string) { failed = true; cli.Noting(c)(message) }
	j, done, err := takeIn(c.Context(), d, file, warn, cli.Noting(c))
	if err != nil {
		return cli.Fail(err)
	}
	defer func() { err = cli.Closing(j, err) }()
	replayed, err := replayAll(c.Context(), j, warn)
	if err != nil {
		return cli.Fail(err)
	}
	if d.OfClub() && done.Files > 2 {
		cli.Noting(c)("a club's servers store no pictures or calibrations: restore those with --data")
	}
	fmt.Fprintf(c.OutOrStdout(), "Restored %s with %s and %s (%d existed); %s passed the rules check\n", engine.Count(done.Games, "game"), engine.Count(done.Events, "new event"), engine.Count(done.Files, "file"), done.There, engine.Count(replayed, "game"))
	if failed {
		return cli.ErrFailed
	}
	return nil
}

// takeIn takes in the backup, and answers the journal with its games, open still.
func takeIn(ctx context.Context, d *store.Archive, file io.ReadSeeker, warn, note func(string)) (j journal.Journal, done backup.Counts, err error) {
	if !d.OfClub() {
		if j, err = d.Open(ctx, store.FirstTable, nil, note); err != nil {
			return nil, done, err
		}
		done, err = into(ctx, file, j, d.Dir(), warn)
		return closedIf(j, err), done, err
	}
	err = store.InPassing(func(folder string) (err error) {
		if _, err = into(ctx, file, journal.NewMemory(), folder, warn); err != nil { // for the tables: the games come before them
			return err
		}
		tables, err := club.Saved(folder)
		if err != nil {
			return err
		}
		if j, err = d.Open(ctx, store.FirstTable, tables, note); err != nil {
			return err
		}
		if err = club.Adopt(ctx, store.ConnectionOf(j), folder); err == nil {
			done, err = into(ctx, file, j, filepath.Join(folder, "again"), warn)
		}
		j = closedIf(j, err)
		return err
	})
	return j, done, err
}

// into restores the backup.
func into(ctx context.Context, file io.ReadSeeker, j journal.Journal, folder string, warn func(string)) (backup.Counts, error) {
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return backup.Counts{}, err
	}
	return backup.Restore(ctx, file, j, folder, warn)
}

// closedIf closes the journal if there is an error; else it is answered.
func closedIf(j journal.Journal, err error) journal.Journal {
	if err == nil {
		return j
	}
	_ = j.Close() // the error says more
	return nil
}

// replayAll plays every game of the journal through, and names those that the rules refuse.
func replayAll(ctx context.Context, j journal.Journal, warn func(string)) (good int, err error) {
	all, err := j.Games(ctx)
	if err != nil {
		return 0, err
	}
	for _, info := range all {
		g, err := info.Load(ctx, j)
		if err == nil {
			err = replayed(g)
		}
		if err != nil {
			warn(fmt.Sprintf("game %q fails the rules check: %v", info.Game, err))
			continue
		}
		good++
	}
	return good, nil
}

func replayed(g journal.Game) error {
	which, err := games.Find(g.Kind)
	if err != nil {
		return err
	}
	words, err := lexicon.OpenFor(which.Name, "")
	if err != nil {
		return err
	}
	_, err = which.Standing(g, words)
	return err
}
