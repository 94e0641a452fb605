package store

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"tilewatch/cmd/internal/backup"
	"tilewatch/engine/journal"
	"tilewatch/engine/journal/sqlite"
)

// copied is a journal that is copied whenever a game is over, beside what goes on.
type copied struct {
	*sqlite.Store
	over   chan struct{} // a game is over
	end    chan struct{}
	copies chan struct{}      // closed after the last copy
	ctx    context.Context    // of copies and backups
	stop   context.CancelFunc // breaks them off
	done   sync.WaitGroup
	lock   *lock
}

// copying begins with a copy, since the last program may have stopped before making one. note takes the reason if it fails.
func copying(j *sqlite.Store, l *lock, over chan struct{}, note func(string)) *copied {
	ctx, stop := context.WithCancel(context.Background())
	c := &copied{Store: j, over: over, end: make(chan struct{}), copies: make(chan struct{}), ctx: ctx, stop: stop, lock: l}
	isOver(over)
	c.done.Go(func() { c.run(note) })
	return c
}

// backUp keeps backups of the evenings, too, beside what goes on; rest says that a game is over.
func (c *copied) backUp(e *backup.Evenings, folder string, rest <-chan struct{}) {
	c.done.Go(func() { e.Run(c.ctx, c.Store, folder, rest, c.copies) })
}

// run makes the requested copies until the end, and then the one still pending.
func (c *copied) run(note func(string)) {
	defer close(c.copies)
	for ended := false; !ended; {
		select {
		case <-c.over:
		case <-c.end:
			if ended = true; len(c.over) == 0 {
				return
			}
		}
		if err := c.Copy(c.ctx); err != nil {
			note(fmt.Sprintf("the games are not copied: %v", err))
		}
	}
}

// Create implements journal.Journal. Where a game begins, the one before is over.
func (c *copied) Create(ctx context.Context, h journal.Header, entries ...journal.Entry) error {
	err := c.Store.Create(ctx, h, entries...)
	if err == nil {
		isOver(c.over)
	}
	return err
}

// isOver requests a copy, unless one is pending.
func isOver(over chan<- struct{}) {
	select {
	case over <- struct{}{}:
	default:
	}
}

// closeWithin is how long an end of the program waits for a copy and a backup.
const closeWithin = 5 * time.Second

// Close implements journal.Journal.
func (c *copied) Close() error {
	close(c.end)
	limit := time.AfterFunc(closeWithin, c.stop)
	c.done.Wait()
	limit.Stop()
	c.stop()
	return errors.Join(c.Store.Close(), c.lock.Close())
}
