package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"time"

	"tilewatch/engine/atomicfile"
	"tilewatch/engine/journal"
	"tilewatch/engine/journal/salvage"
)

// Salvage puts the damaged file aside, unchanged, and makes a new one of all that is left of it: it is read page by page, and every
// game counts as far as its events link up. What the file lacks is taken from copies beside it, and from files damaged before. No other
// program may have the file open.
func Salvage(ctx context.Context, path string) (done Report, err error) {
	p := salvage.NewPool()
	for _, from := range append(sources(path, holdsSomething(path)), unfinished(path), path) {
		if err := errors.Join(ctx.Err(), p.ReadFile(from)); err != nil {
			return done, err
		}
	}
	done.Time = time.Now().UTC()
	done.File = stamped(path, damagedName, done.Time)
	fresh := path + savingName
	if err := removed(fresh); err != nil {
		return done, journal.Refusal(err)
	}
	if err := done.write(ctx, p, fresh); err != nil {
		return done, errors.Join(err, removed(fresh))
	}
	if err := done.exchange(path, fresh); err != nil {
		return done, err
	}
	return done, done.note(path)
}

// unfinished is the damaged file of a salvage that was broken off after it had put the log aside; else a name without a file.
func unfinished(path string) string {
	aside := damaged(path)
	if _, err := os.Stat(path + savingName); err != nil || len(aside) == 0 {
		return path + savingName
	}
	return aside[len(aside)-1]
}

// write makes the new file.
func (done *Report) write(ctx context.Context, p *salvage.Pool, fresh string) error {
	into, err := Open(ctx, fresh)
	if err != nil {
		return err
	}
	for _, game := range p.Games() {
		if err = done.save(ctx, p, game, into); err != nil {
			break
		}
	}
	return errors.Join(err, into.Close())
}

// save writes one game, and puts aside its pieces that are left.
func (done *Report) save(ctx context.Context, p *salvage.Pool, game string, into *Store) error {
	events := p.Whole(game)
	rest := p.Rest(game, uint64(len(events)))
	h := p.Header(game, events)
	done.cut(Cut{game, h.Title, uint64(len(events)), p.Known(game)})
	done.Aside += len(rest)
	if len(events) == 0 {
		return errors.Join(into.putAside(ctx, "no way leads to it", rest), into.write(ctx, func(tx *sql.Tx) error { return setAside(ctx, tx, "it has no event", h) }))
	}
	if err := into.take(ctx, journal.Game{Header: h, Events: events}, stood(p, game)); err != nil {
		return err
	}
	done.Games++
	done.Events += len(events)
	return into.putAside(ctx, "no way leads to it", rest)
}

// putAside keeps events that belong to no game.
func (s *Store) putAside(ctx context.Context, reason string, events []journal.Event) error {
	if len(events) == 0 {
		return nil
	}
	return s.write(ctx, func(tx *sql.Tx) error {
		for _, e := range events {
			if _, err := tx.ExecContext(ctx, `INSERT INTO aside (moved, reason, game, seq, version, time, payload, sum) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
				time.Now().UnixMicro(), reason, e.Game, int64(e.Seq), e.Version, e.Time.UnixMicro(), []byte(e.Payload), e.Sum[:]); err != nil {
				return err
			}
		}
		return nil
	})
}

// exchange puts the damaged file aside and the fresh one in its place. Where it is broken off, all pieces are in files that the next
// salvage reads. The log goes first: the new file must not be taken for the one that it belongs to.
func (done *Report) exchange(path, fresh string) error {
	for _, ending := range companions[1:] {
		if err := salvage.UnlessMissing(atomicfile.Move(path+ending, done.File+ending)); err != nil {
			return journal.Refusal(err)
		}
	}
	if err := os.Link(path, done.File); err != nil { // not every file system can
		if err := salvage.UnlessMissing(atomicfile.Move(path, done.File)); err != nil {
			return journal.Refusal(err)
		}
	}
	return journal.Refusal(atomicfile.Replace(fresh, path))
}
