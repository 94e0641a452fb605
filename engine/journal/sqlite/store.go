package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	_ "modernc.org/sqlite" // the driver

	"tilewatch/engine/atomicfile"
	"tilewatch/engine/journal"
	"tilewatch/engine/journal/salvage"
)

// Store is a journal in one file of an embedded database. Several programs may have it open.
type Store struct {
	path    string
	db      *sql.DB
	writing sync.Mutex // one writer at a time waits here rather than in the database
	ending  *sql.Stmt
	insert  *sql.Stmt
	advance *sql.Stmt

	written atomic.Uint64 // grows with every write; from 1, for the file may be newer than its copies
	dates   *dates        // nil: no game came from elsewhere yet

	copying sync.Mutex
	copied  uint64 // what written was when the newest copy was begun
}

var _ journal.Journal = (*Store)(nil)

// appID marks the file as ours ("tile" in letters), schema is the layout of its tables.
const appID, schema = 0x74696c65, 1

// tables: games holds each game's header, and the number and checksum of its last event, so that a cut-off end is
// noticed, and where it stands in the orders of games; aside holds what a repair took out of the way.
const tables = `
CREATE TABLE games (
	id TEXT PRIMARY KEY, kind TEXT NOT NULL, title TEXT NOT NULL, players TEXT NOT NULL, created INTEGER NOT NULL, sum BLOB NOT NULL,
	last INTEGER NOT NULL, head BLOB NOT NULL, begun INTEGER NOT NULL DEFAULT 0, place INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;
CREATE TABLE events (
	game TEXT NOT NULL, seq INTEGER NOT NULL, version INTEGER NOT NULL, time INTEGER NOT NULL, payload BLOB NOT NULL, sum BLOB NOT NULL,
	PRIMARY KEY (game, seq)) STRICT, WITHOUT ROWID;
CREATE TABLE aside (
	id INTEGER PRIMARY KEY, moved INTEGER NOT NULL, reason TEXT NOT NULL,
	game TEXT, seq INTEGER, version INTEGER, time INTEGER, payload BLOB, sum BLOB);
`

// Open opens the journal in the file, and makes both file and folder if they are not there. A file that is no
// journal, or too damaged to be opened, is a *Damage: Salvage can help.
func Open(ctx context.Context, path string) (*Store, error) {
	if err := emptied(path); err != nil {
		return nil, err
	}
	if err := atomicfile.MakeFolder(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("%w (%v)", journal.ErrReadOnly, err)
	}
	// The database waits for others by itself, but not while one of them makes the file.
	for begun := time.Now(); ; {
		s, err := openOnce(ctx, path)
		if !errors.Is(err, journal.ErrBusy) || time.Since(begun) > patience || ctx.Err() != nil {
			return s, err
		}
		time.Sleep(patience / 500)
	}
}

// emptied says that the file is gone, or empty, while its log or the file of a salvage that was broken off is there: the database would
// take it for a new one, and remove the log. So it would where the folder cannot be listed, and copies be overlooked.
func emptied(path string) error {
	if _, err := os.ReadDir(filepath.Dir(path)); salvage.UnlessMissing(err) != nil {
		return journal.Refusal(err)
	}
	if info, err := os.Stat(path); err == nil && info.Size() > 0 || salvage.UnlessMissing(err) != nil {
		return nil
	}
	for _, ending := range []string{"-wal", savingName} {
		if info, err := os.Stat(path + ending); err == nil && info.Size() > 0 {
			return &journal.Damage{Reason: fmt.Sprintf("the file %q is empty, but %q is not", path, path+ending)}
		}
	}
	return nil
}

// patience is how long another program may hold the journal.
const patience = 5 * time.Second

func openOnce(ctx context.Context, path string) (*Store, error) {
	makePrivate(path)
	s, err := openDatabase(path)
	if err != nil {
		return nil, err
	}
	if err := s.prepare(ctx); err != nil {
		return nil, errors.Join(s.explain(err), s.db.Close())
	}
	return s, nil
}

// Written grows with every write of this program.
func (s *Store) Written() uint64 { return s.written.Load() }

// makePrivate has nobody but its owner read the file, or write it; it is made if it is not there. Where that fails the database says why.
// One that is there is not opened for it: closing it anywhere in a program ends the locks that the database has on it.
func makePrivate(path string) {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		if file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL, private); err == nil {
			_ = file.Close() // it is empty
		}
		return
	}
	for _, ending := range companions {
		if info, err := os.Stat(path + ending); err == nil && info.Mode().IsRegular() && info.Mode().Perm()&^private != 0 {
			_ = os.Chmod(path+ending, info.Mode().Perm()&private)
		}
	}
}

// private is the mode of the file, as that of the keys: games tell who played where and when.
const private fs.FileMode = 0o600

// openDatabase connects to the file. WAL lets readers go on while a game is written; synchronous FULL makes a commit
// wait until it is on the disk, fullfsync the same on a Mac.
func openDatabase(path string) (*Store, error) {
	absolute, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	options := url.Values{"_txlock": {"immediate"}, "_pragma": {
		fmt.Sprintf("busy_timeout(%d)", patience.Milliseconds()), "journal_mode(WAL)", "synchronous(FULL)", "fullfsync(1)", "trusted_schema(0)", "cell_size_check(1)"}}
	name := url.URL{Scheme: "file", Path: filepath.ToSlash(absolute), RawQuery: options.Encode()}
	db, err := sql.Open("sqlite", name.String())
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(4)
	s := &Store{path: absolute, db: db}
	s.written.Store(1)
	return s, nil
}

// prepare makes the tables where there are none, and the statements.
func (s *Store) prepare(ctx context.Context) error {
	if err := s.migrate(ctx); err != nil {
		return err
	}
	var err error
	if s.ending, err = s.db.PrepareContext(ctx, `SELECT last, head FROM games WHERE id = ?`); err != nil {
		return err
	}
	if s.insert, err = s.db.PrepareContext(ctx, `INSERT INTO events (game, seq, version, time, payload, sum) VALUES (?, ?, ?, ?, ?, ?)`); err != nil {
		return err
	}
	s.advance, err = s.db.PrepareContext(ctx, `UPDATE games SET last = ?, head = ?, place = CASE WHEN ? THEN `+nextPlace+` ELSE place END WHERE id = ? AND last = ?`)
	return err
}

func (s *Store) migrate(ctx context.Context) error {
	known, err := s.known(ctx, s.db)
	if known && err == nil {
		return s.order(ctx)
	}
	if err != nil {
		return err
	}
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()                                     // after a commit it does nothing
	if known, err = s.known(ctx, tx); known || err != nil { // another program was faster
		return err
	}
	if _, err := tx.ExecContext(ctx, fmt.Sprintf("%s PRAGMA application_id = %d; PRAGMA user_version = %d;", tables, appID, schema)); err != nil {
		return err
	}
	return tx.Commit()
}

type querier interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// known reports whether the tables are there.
func (s *Store) known(ctx context.Context, q querier) (bool, error) {
	var id, version, objects int
	err := q.QueryRowContext(ctx, `SELECT (SELECT application_id FROM pragma_application_id), (SELECT user_version FROM pragma_user_version),
		(SELECT count(*) FROM sqlite_schema)`).Scan(&id, &version, &objects)
	switch {
	case err != nil:
		return false, err
	case id == 0 && version == 0 && objects == 0:
		return false, nil
	case id != appID:
		return false, fmt.Errorf("%q is the database of another program: choose another folder with --data", s.path)
	case version > schema:
		return false, fmt.Errorf("%q: %w", s.path, journal.ErrNewer)
	}
	return true, nil
}

// Close implements Journal.
func (s *Store) Close() error { return s.explain(s.db.Close()) }
