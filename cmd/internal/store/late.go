package store

import (
	"context"
	"errors"
	"fmt"
	"os"

	"tilewatch/engine/journal"
)

// Kept is a server's journal.
type Kept struct {
	journal.Journal
	Problem error // why nothing is kept yet
	over    over
}

// over are told that a game is over: who makes copies, and who makes backups.
type over struct{ copy, rest chan struct{} }

// Unwrap is the journal below.
func (k *Kept) Unwrap() journal.Journal { return k.Journal }

// GameOver has the journal copied, if it is one in the data folder, beside what goes on, and backed up if nobody plays on.
func (k *Kept) GameOver() {
	isOver(k.over.copy)
	isOver(k.over.rest)
}

// Keep opens a server's journal, for this program alone, and mends what is damaged; metered counts what is written. Where the disk cannot
// be written now, or another program has the folder, the game is watched all the same, and kept as soon as it can.
func (d *Data) Keep(ctx context.Context, metered func(journal.Journal) journal.Journal, note func(string)) (*Kept, error) {
	over := over{make(chan struct{}, 1), make(chan struct{}, 1)}
	open := func(ctx context.Context) (journal.Journal, error) { return d.keep(ctx, over, note) }
	j, err := open(ctx)
	if err == nil {
		return &Kept{metered(j), nil, over}, nil
	}
	if d.folder != "" && (!journal.MayComeLate(err) || isFile(d.folder)) {
		return nil, err
	}
	note(fmt.Sprintf("games are not kept until that is possible: %v", err))
	late := journal.NewLate(err, open)
	if readsOnly(err) {
		meanwhile, there, failed := d.reading(ctx, err, note)
		if failed != nil {
			note(fmt.Sprintf("the saved games cannot be read: %v", failed))
		} else if there {
			late.Meanwhile(meanwhile)
		}
	}
	return &Kept{metered(late), err, over}, nil
}

// keep opens and mends the journal, for this program alone, and has it copied when a game is over.
func (d *Data) keep(ctx context.Context, over over, note func(string)) (journal.Journal, error) {
	l, err := d.locked()
	if err != nil {
		return nil, err
	}
	j, _, err := d.mended(ctx, note)
	if err != nil {
		return nil, errors.Join(err, l.Close())
	}
	c := copying(j, l, over.copy, note)
	if d.Backups.Folder != "" {
		c.backUp(&d.Backups, d.Dir(), over.rest)
	}
	return c, nil
}

// isFile says whether the name is taken by something that can never be a folder.
func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && !info.IsDir()
}
