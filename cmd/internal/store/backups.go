package store

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"tilewatch/cmd/internal/backup"
	"tilewatch/engine/journal/sqlite"
)

// RegisterBackups adds the flags of a server that keeps backups.
func (d *Data) RegisterBackups(c *cobra.Command) {
	c.Flags().StringVar(&d.Backups.Folder, "backup-to", "", "keep a backup of each evening's games in this `FOLDER`, on another disk; it must be there")
	c.Flags().IntVar(&d.Backups.Keep, "backup-keep", 14, "keep the newest `NUMBER` of these backups")
}

// CheckBackups is the caller's mistake in these flags.
func (d *Data) CheckBackups() (err error) {
	b := &d.Backups
	if b.Keep < 1 || b.Keep > mostBackups {
		return fmt.Errorf("--backup-keep %d: use 1 to %d", b.Keep, mostBackups)
	}
	if b.Folder == "" {
		return nil
	}
	if b.Folder, err = filepath.Abs(b.Folder); err == nil && backup.Within(b.Folder, d.Dir()) {
		err = fmt.Errorf("--backup-to %q lies in the data folder, which the backups would hold: choose a folder on another disk", b.Folder)
	}
	return err
}

const mostBackups = 10_000

// Spared is what would be left if the disk died now. told is the folder of a server's backups; empty: the newest backup is where it was put.
func (d *Data) Spared(ctx context.Context, told string) (s backup.Spared) {
	s.Copies, s.Copied = sqlite.Copies(d.File())
	if told != "" {
		s.Last, s.Gone = backup.Newest(told)
	} else {
		s.Last, s.Gone = backup.Last(d.Dir())
	}
	j, there, err := d.Look(ctx, func(string) {})
	if err != nil || !there {
		return s // another line says why
	}
	defer j.Close() // it is only read
	if games, err := j.Games(ctx); err == nil && len(games) > 0 {
		s.Games, s.Changed = len(games), games[len(games)-1].Changed
	}
	return s
}
