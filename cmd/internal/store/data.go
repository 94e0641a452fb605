// Package store finds the games that were kept: in the data folder, or on a club's servers.
package store

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/sys/unix"

	"tilewatch/cmd/internal/backup"
	"tilewatch/engine/journal"
	"tilewatch/engine/journal/salvage"
	"tilewatch/engine/journal/sqlite"
)

// Data is the folder in which games are kept. The zero Data is the default one.
type Data struct {
	Backups backup.Evenings // of a server's games
	folder  string
}

// GamesFile is the journal in the data folder.
const GamesFile = "games.db"

func (d *Data) Register(c *cobra.Command) {
	c.Flags().StringVar(&d.folder, "data", "", "`FOLDER` of the saved games (default: $XDG_STATE_HOME/tilewatch or ~/.local/state/tilewatch)")
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
func (d *Data) OpenJournal(ctx context.Context, note func(string)) (*sqlite.Store, error) {
	var j *sqlite.Store
	err := d.soundLog()
	if err == nil {
		j, err = d.sound(ctx)
	}
	var damage *journal.Damage
	if !errors.As(err, &damage) {
		return j, err
	}
	l, err := d.locked()
	if err != nil {
		return nil, errors.Join(damage, err)
	}
	j, _, err = d.salvaged(ctx, note)
	return j, errors.Join(err, l.Close())
}

// soundLog says that the log that a program left is damaged. While one is running its log is its own.
func (d *Data) soundLog() error {
	if info, err := os.Stat(d.File() + "-wal"); err != nil || info.Size() == 0 {
		return nil
	}
	l, err := d.locked()
	if err != nil {
		return nil
	}
	return errors.Join(d.logLeft(), l.Close())
}

// logRest is how long a log rests that nobody writes any more.
const logRest = 200 * time.Millisecond

// logLeft says that the log is damaged. One that changes meanwhile is somebody's who has no lock, as on a file system without locks, and its last page is
// on its way.
func (d *Data) logLeft() error {
	wal := d.File() + "-wal"
	before, unseen := os.Stat(wal)
	damage := salvage.SoundLog(d.File())
	if damage == nil || unseen != nil {
		return damage
	}
	time.Sleep(logRest)
	if now, err := os.Stat(wal); err != nil || now.Size() != before.Size() || !now.ModTime().Equal(before.ModTime()) {
		return nil
	}
	return damage
}

// sound opens the journal, unless its file is damaged.
func (d *Data) sound(ctx context.Context) (*sqlite.Store, error) {
	j, err := sqlite.Open(ctx, d.File())
	if err != nil {
		return nil, err
	}
	if err := j.Sound(ctx); err != nil {
		return nil, errors.Join(err, j.Close())
	}
	return j, nil
}

// salvaged opens the journal. If its file is damaged, it recovers what it can and reports it in saved; otherwise saved is nil. The caller has the
// lock.
func (d *Data) salvaged(ctx context.Context, note func(string)) (j *sqlite.Store, saved *sqlite.Report, err error) {
	if err = d.logLeft(); err == nil {
		j, err = d.sound(ctx)
	}
	var damage *journal.Damage
	if !errors.As(err, &damage) {
		return j, nil, err
	}
	return d.salvage(ctx, note)
}

// salvage puts the file aside and opens a new one, with what can be read of it.
func (d *Data) salvage(ctx context.Context, note func(string)) (*sqlite.Store, *sqlite.Report, error) {
	report, err := sqlite.Salvage(ctx, d.File())
	if err != nil {
		return nil, nil, err
	}
	note(report.String())
	j, err := sqlite.Open(ctx, d.File())
	return j, &report, err
}

// mended opens the journal, with its games whole as far as anything is left of them: they are mended one by one, or the whole file is saved
// from where the database cannot do that. saved is the report of that, else nil. The caller has the lock.
func (d *Data) mended(ctx context.Context, note func(string)) (j *sqlite.Store, saved *sqlite.Report, err error) {
	j, saved, err = d.salvaged(ctx, note)
	if err != nil {
		return nil, nil, err
	}
	if err = j.Takes(ctx); err == nil {
		err = whole(ctx, j, note)
	}
	var damage *journal.Damage
	if errors.As(err, &damage) {
		if err = j.Close(); err == nil {
			j, saved, err = d.salvage(ctx, note)
		}
		if err != nil {
			return nil, nil, err
		}
		err = whole(ctx, j, note)
	}
	if err != nil {
		return nil, nil, errors.Join(err, j.Close())
	}
	return j, saved, nil
}

// Repair checks all games and mends what is damaged; note takes a sentence about each damage. nothing says that of a damaged file nothing
// could be saved.
func (d *Data) Repair(ctx context.Context, note func(string)) (nothing bool, err error) {
	l, err := d.locked()
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, l.Close()) }()
	j, saved, err := d.mended(ctx, note)
	if err != nil {
		return false, err
	}
	err = j.Copy(ctx) // of what was brought back, too
	left, failed := j.Games(ctx)
	return saved != nil && len(left) == 0, errors.Join(err, failed, j.Close())
}

// whole mends the games that are damaged, and takes from the copies what the file lacks.
func whole(ctx context.Context, j *sqlite.Store, note func(string)) error {
	if err := j.Mend(ctx, func(r sqlite.Repaired) { note(r.String()) }); err != nil {
		return err
	}
	report, err := j.Recover(ctx)
	if report != nil {
		note(report.String())
	}
	return err
}

// Reports are the repairs that no host has confirmed as seen.
func (d *Data) Reports() []sqlite.Report { return sqlite.Reports(d.File()) }

// Seen says that somebody has seen the reports up to that time.
func (d *Data) Seen(until time.Time) error { return sqlite.ReportsSeen(d.File(), until) }

// Look opens the journal for reading; false if there is none yet. A missing one of which there are copies is damaged. In a folder that
// cannot be written the games can be read all the same; note takes a sentence about it.
func (d *Data) Look(ctx context.Context, note func(string)) (journal.Journal, bool, error) {
	if _, err := os.Stat(d.File()); errors.Is(err, fs.ErrNotExist) {
		missing := sqlite.Missing(ctx, d.File())
		if missing != nil && unix.Faccessat(unix.AT_FDCWD, d.Dir(), unix.W_OK, unix.AT_EACCESS) != nil {
			return d.reading(ctx, journal.ErrReadOnly, note)
		}
		return nil, false, missing
	}
	if err := d.soundLog(); err != nil {
		return nil, false, err
	}
	j, err := sqlite.Open(ctx, d.File())
	switch {
	case err == nil:
		return j, true, nil
	case readsOnly(err):
		return d.reading(ctx, err, note)
	}
	return nil, false, err
}

// readsOnly says that the folder cannot be written, which need not keep anybody from reading it.
func readsOnly(err error) bool {
	return errors.Is(err, journal.ErrReadOnly) || errors.Is(err, journal.ErrFull) || errors.Is(err, journal.ErrStorage)
}

// Damage says what is wrong with the file as a whole, or with what it lacks; nil: nothing that can be seen without reading the games.
func (d *Data) Damage(ctx context.Context) error {
	j, there, err := d.Look(ctx, func(string) {})
	if there && err == nil {
		if file, ok := j.(*sqlite.Store); ok {
			err = errors.Join(file.Sound(ctx), file.Lacking(ctx))
		}
		err = errors.Join(err, j.Close())
	}
	var damage *journal.Damage
	if errors.As(err, &damage) {
		return damage
	}
	return nil
}

// FirstTable is the default name of a program's own table.
const FirstTable = "1"
