package journal

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"tilewatch/engine/atomicfile"
)

// companions are the endings of the files that belong to a database.
var companions = []string{"", "-wal", "-shm"}

// The names of files beside the journal's; all but the first go on with the time at which they were made, a copy's with its number before.
const (
	savingName  = ".saving" // what a salvage is writing
	damagedName = ".damaged-"
	copyName    = ".copy-"
	reportName  = ".report-"
	stampLayout = "20060102-150405.000"
	anyStamp    = "????????-??????.???"
	anyNumber   = "??????-"
)

func stamped(path, name string, at time.Time) string {
	return path + name + at.UTC().Format(stampLayout)
}

// beside are the files of that name beside the journal's, the oldest first.
func beside(path, name string, then ...string) []string {
	found, _ := filepath.Glob(glob.Replace(path) + name + strings.Join(then, "") + anyStamp) // the pattern is one
	return found
}

// damaged are the files that were put aside, the oldest first; of some there is only the log.
func damaged(path string) []string {
	names := beside(path, damagedName)
	logs, _ := filepath.Glob(glob.Replace(path) + damagedName + anyStamp + "-wal") // the pattern is one
	for _, log := range logs {
		names = append(names, strings.TrimSuffix(log, "-wal"))
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// glob takes their meaning from the characters of a path that would have one in a pattern.
var glob = strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`)

// Salvage puts the damaged file aside, unchanged, and makes a new one of all that is left of it: it is read page by page, and every
// game counts as far as its events link up. What the file lacks is taken from copies beside it, and from files damaged before. No other
// program may have the file open.
func Salvage(ctx context.Context, path string) (done Report, err error) {
	p := newPool()
	for _, from := range append(sources(path, holdsSomething(path)), unfinished(path), path) {
		if err := errors.Join(ctx.Err(), p.readFile(from)); err != nil {
			return done, err
		}
	}
	done.Time = time.Now().UTC()
	done.File = stamped(path, damagedName, done.Time)
	fresh := path + savingName
	if err := removed(fresh); err != nil {
		return done, refusal(err)
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
func (done *Report) write(ctx context.Context, p *pool, fresh string) error {
	into, err := OpenSQLite(ctx, fresh)
	if err != nil {
		return err
	}
	for _, game := range p.games() {
		if err = done.save(ctx, p, game, into); err != nil {
			break
		}
	}
	return errors.Join(err, into.Close())
}

// save writes one game, and puts aside its pieces that are left.
func (done *Report) save(ctx context.Context, p *pool, game string, into *SQLite) error {
	events := p.whole(game)
	rest := p.rest(game, uint64(len(events)))
	h := p.header(game, events)
	done.cut(Cut{game, h.Title, uint64(len(events)), p.known(game)})
	done.Aside += len(rest)
	if len(events) == 0 {
		return errors.Join(into.putAside(ctx, "no way leads to it", rest), into.write(ctx, func(tx *sql.Tx) error { return setAside(ctx, tx, "it has no event", h) }))
	}
	if err := into.take(ctx, Game{h, events}, p.spot(game)); err != nil {
		return err
	}
	done.Games++
	done.Events += len(events)
	return into.putAside(ctx, "no way leads to it", rest)
}

// putAside keeps events that belong to no game.
func (s *SQLite) putAside(ctx context.Context, reason string, events []Event) error {
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
		if err := ignored(atomicfile.Move(path+ending, done.File+ending)); err != nil {
			return refusal(err)
		}
	}
	if err := os.Link(path, done.File); err != nil { // not every file system can
		if err := ignored(atomicfile.Move(path, done.File)); err != nil {
			return refusal(err)
		}
	}
	return refusal(atomicfile.Replace(fresh, path))
}

func removed(path string) error {
	for _, ending := range companions {
		if err := os.Remove(path + ending); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// entries are the events as they were given.
func entries(events []Event) []Entry {
	list := make([]Entry, len(events))
	for i, e := range events {
		list[i] = Entry{e.Time, e.Payload}
	}
	return list
}
