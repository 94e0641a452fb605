package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"tilewatch/engine/journal"
)

// data is where games are kept.
type data struct {
	folder string
}

// gamesFile is the journal in the data folder.
const gamesFile = "games.db"

func (d *data) register(c *cobra.Command) {
	c.Flags().StringVar(&d.folder, "data", "", "folder in which games are kept (without it: $XDG_STATE_HOME/tilewatch, else ~/.local/state/tilewatch)")
}

// file is the journal's file.
func (d *data) file() string {
	if d.folder != "" {
		return filepath.Join(d.folder, gamesFile)
	}
	return filepath.Join(stateFolder(), gamesFile)
}

// stateFolder is the XDG folder for what a program must not forget. Without a home it is a folder here.
func stateFolder() string {
	if dir := os.Getenv("XDG_STATE_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "tilewatch")
	}
	if home, err := os.UserHomeDir(); err == nil && filepath.IsAbs(home) {
		return filepath.Join(home, ".local", "state", "tilewatch")
	}
	return "data"
}

// openJournal opens the journal, which is made if it is not there. A file that is too damaged for that is put aside, and what
// can be read of it is saved; told hears of it.
func (d *data) openJournal(ctx context.Context, told func(string)) (*journal.SQLite, error) {
	j, err := journal.OpenSQLite(ctx, d.file())
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
	saved, err := journal.Salvage(ctx, d.file())
	if err != nil {
		return nil, err
	}
	told(saved.String())
	return journal.OpenSQLite(ctx, d.file())
}

// look opens the journal for reading; false if there is none yet.
func (d *data) look(ctx context.Context) (*journal.SQLite, bool, error) {
	if _, err := os.Stat(d.file()); errors.Is(err, fs.ErrNotExist) {
		return nil, false, nil
	}
	j, err := journal.OpenSQLite(ctx, d.file())
	return j, err == nil, err
}

// keptGames is the server's journal.
type keptGames struct {
	journal.Journal
	problem error // why nothing is kept yet
}

// keep opens the server's journal. Where the disk cannot be written now, the game is watched all the same, and kept as soon as it can.
func (s *serve) keep(ctx context.Context, note func(string)) (*keptGames, error) {
	if s.conn != nil {
		return &keptGames{Journal: s.meter.Journal(s.conn.Table(s.table))}, nil
	}
	j, err := s.data.openJournal(ctx, note)
	if err == nil {
		return &keptGames{Journal: s.meter.Journal(j)}, nil
	}
	if s.folder != "" && (!journal.MayComeLate(err) || isFile(s.folder)) {
		return nil, err
	}
	note(fmt.Sprintf("games are not kept until that is possible: %v", err))
	late := journal.NewLate(err, func(ctx context.Context) (journal.Journal, error) { return s.data.openJournal(ctx, note) })
	return &keptGames{s.meter.Journal(late), err}, nil
}

// isFile tells whether there is something of that name that can never be a folder.
func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && !info.IsDir()
}
