package store

import (
	"context"
	"fmt"
	"os"

	"tilewatch/engine/journal"
)

// Kept is a server's journal.
type Kept struct {
	journal.Journal
	Problem error // why nothing is kept yet
}

// Keep opens a server's journal; metered counts what is written. Where the disk cannot be written now, the game is watched all the same,
// and kept as soon as it can.
func (d *Data) Keep(ctx context.Context, metered func(journal.Journal) journal.Journal, note func(string)) (*Kept, error) {
	j, err := d.OpenJournal(ctx, note)
	if err == nil {
		return &Kept{Journal: metered(j)}, nil
	}
	if d.folder != "" && (!journal.MayComeLate(err) || isFile(d.folder)) {
		return nil, err
	}
	note(fmt.Sprintf("games are not kept until that is possible: %v", err))
	late := journal.NewLate(err, func(ctx context.Context) (journal.Journal, error) { return d.OpenJournal(ctx, note) })
	return &Kept{metered(late), err}, nil
}

// isFile says whether the name is taken by something that can never be a folder.
func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && !info.IsDir()
}
