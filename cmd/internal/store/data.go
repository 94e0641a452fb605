// Package store finds the games that were kept: in the data folder, or on a club's servers.
package store

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"tilewatch/engine/journal"
)

// Data is the folder in which games are kept. The zero Data is the default one.
type Data struct {
	folder string
}

// GamesFile is the journal in the data folder.
const GamesFile = "games.db"

func (d *Data) Register(c *cobra.Command) {
	c.Flags().StringVar(&d.folder, "data", "", "folder in which games are kept (without it: $XDG_STATE_HOME/tilewatch, else ~/.local/state/tilewatch)")
}

// Dir is the folder.
func (d *Data) Dir() string { return filepath.Dir(d.File()) }

// File is the journal's file.
func (d *Data) File() string {
	if d.folder != "" {
		return filepath.Join(d.folder, GamesFile)
	}
	return filepath.Join(StateFolder(), GamesFile)
}

// StateFolder is the XDG folder for what a program must not forget. Without a home it is a folder here.
func StateFolder() string {
	if dir := os.Getenv("XDG_STATE_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "tilewatch")
	}
	if home, err := os.UserHomeDir(); err == nil && filepath.IsAbs(home) {
		return filepath.Join(home, ".local", "state", "tilewatch")
	}
	return "data"
}

// OpenJournal opens the journal, which is made if it is not there. A file that is too damaged for that is put aside, and what
// can be read of it is saved, and note takes a sentence about it.
func (d *Data) OpenJournal(ctx context.Context, note func(string)) (*journal.SQLite, error) {
	j, err := journal.OpenSQLite(ctx, d.File())
	if err == nil {
		if err = j.Sound(ctx); err == nil {
			return j, nil
		}
		err = errors.Join(err, j.Close())
	}
	var damage *journal.Damage
	if !errors.As(err, &damage) {
		return nil, err
	}
	saved, err := journal.Salvage(ctx, d.File())
	if err != nil {
		return nil, err
	}
	note(saved.String())
	return journal.OpenSQLite(ctx, d.File())
}

// Look opens the journal for reading; false if there is none yet.
func (d *Data) Look(ctx context.Context) (*journal.SQLite, bool, error) {
	if _, err := os.Stat(d.File()); errors.Is(err, fs.ErrNotExist) {
		return nil, false, nil
	}
	j, err := journal.OpenSQLite(ctx, d.File())
	return j, err == nil, err
}

// FirstTable is the name of a program's own table, if nobody says otherwise.
const FirstTable = "1"
