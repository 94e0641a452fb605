package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"tilewatch/engine"
	"tilewatch/engine/atomicfile"
	"tilewatch/engine/journal"
	"tilewatch/engine/journal/salvage"
)

// A file may be whole and yet not hold what it held: somebody has removed or emptied it, or put an old one in its place, or a file system
// has lost its end. Its copies know.

// ends are those of all games in a database.
func ends(ctx context.Context, db *sql.DB) (map[string]salvage.End, error) {
	rows, err := db.QueryContext(ctx, `SELECT id, last, head FROM games`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	all := map[string]salvage.End{}
	for rows.Next() {
		var game string
		var e salvage.End
		var head []byte
		if err := rows.Scan(&game, &e.Last, &head); err != nil && !unreadable(err) {
			return nil, err
		}
		if copy(e.Head[:], head); journal.IsID(game) { // else it is no game's row any more
			all[game] = e
		}
	}
	return all, rows.Err()
}

// openCopy opens a copy for reading. Nothing is written beside it, not even a log.
func openCopy(name string) (*sql.DB, error) {
	absolute, err := filepath.Abs(name)
	if err != nil {
		return nil, err
	}
	options := url.Values{"mode": {"ro"}, "immutable": {"1"}, "_pragma": {"trusted_schema(0)", "cell_size_check(1)"}}
	return sql.Open("sqlite", (&url.URL{Scheme: "file", Path: filepath.ToSlash(absolute), RawQuery: options.Encode()}).String())
}

// extended are the games of which a copy knows more than the file whose games end so, and how far each goes. A copy that went another way
// does not count: its game was cut by a repair, and went on.
func extended(ctx context.Context, name string, own map[string]salvage.End) (map[string]uint64, error) {
	if strings.Contains(name, damagedName) {
		return carved(name, own)
	}
	db, err := openCopy(name)
	if err != nil {
		return nil, err
	}
	defer db.Close() // it was only read
	theirs, err := ends(ctx, db)
	more := map[string]uint64{}
	for game, e := range theirs {
		at := own[game]
		if err != nil || e.Last <= at.Last {
			continue
		}
		var there []byte
		if at.Last > 0 {
			err = db.QueryRowContext(ctx, `SELECT sum FROM events WHERE game = ? AND seq = ?`, game, int64(at.Last)).Scan(&there)
		}
		if at.Last == 0 || string(there) == string(at.Head[:]) {
			more[game] = e.Last
		}
	}
	if err == nil || !corrupt(err) && !errors.Is(err, sql.ErrNoRows) && !unreadable(err) {
		return more, unopened(name, err)
	}
	return carved(name, own)
}

// carved is extended of a copy that is damaged itself. What it knows of, but not holds, counts, as its own list of games would say it; of a
// file that was put aside that has been told.
func carved(name string, own map[string]salvage.End) (map[string]uint64, error) {
	p := salvage.NewPool()
	if err := p.ReadFile(name); err != nil {
		return nil, err
	}
	more := map[string]uint64{}
	for _, game := range p.Games() {
		at := own[game].Last
		last := uint64(len(p.Through(game, own[game])))
		if (last > 0 || at == 0) && !strings.Contains(name, damagedName) {
			last = p.Known(game)
		}
		if last > at {
			more[game] = last
		}
	}
	return more, nil
}

// Lacking says what the file lacks that its copies know, as a *Damage: Recover brings it back.
func (s *Store) Lacking(ctx context.Context) error {
	own, err := ends(ctx, s.db)
	if err != nil {
		return s.explain(err)
	}
	return lacking(ctx, s.path, own)
}

// Missing is Lacking where there may be no file.
func Missing(ctx context.Context, path string) error {
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return errors.Join(emptied(path), lacking(ctx, path, nil))
}

func lacking(ctx context.Context, path string, own map[string]salvage.End) error {
	lack := map[string]bool{}
	for _, from := range sources(path, len(own) > 0) {
		more, err := extended(ctx, from, own)
		if err != nil {
			return journal.Refusal(err)
		}
		for game := range more {
			lack[game] = true
		}
	}
	if len(lack) == 0 {
		return nil
	}
	return &journal.Damage{Reason: fmt.Sprintf("the file %q lacks what its copies hold of %s", path, engine.Count(len(lack), "game"))}
}

// sources are the files that may know more, the newest last: the copies, and those damaged before where the file has nothing at all.
func sources(path string, something bool) []string {
	if something {
		return copies(path)
	}
	return append(damaged(path), copies(path)...)
}

func holdsSomething(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Size() > 0
}

// Recover gives the file back what its copies know and it does not. Where that was something it keeps a report, and answers it. A copy
// that knows of more than can be read is put aside.
func (s *Store) Recover(ctx context.Context) (*Report, error) {
	own, err := ends(ctx, s.db)
	if err != nil {
		return nil, s.explain(err)
	}
	from, p := sources(s.path, len(own) > 0), salvage.NewPool()
	wanted := map[string]uint64{}
	for _, name := range from {
		more, err := extended(ctx, name, own)
		if err == nil && (len(own) == 0 || len(more)+len(wanted) > 0) {
			err = p.ReadFile(name)
		}
		if err != nil {
			return nil, journal.Refusal(err)
		}
		for game, last := range more {
			wanted[game] = max(wanted[game], last)
		}
	}
	if len(own) == 0 { // what is left of any game says that it was there
		for _, game := range p.Games() {
			wanted[game] = max(wanted[game], p.Known(game))
		}
	}
	if len(wanted) == 0 {
		return nil, nil
	}
	done := Report{Time: time.Now().UTC(), Lacked: true}
	for _, game := range slices.Sorted(maps.Keys(wanted)) {
		if err := done.give(ctx, s, p, game, own); err != nil {
			return nil, err
		}
		done.cut(Cut{game, p.Header(game, nil).Title, own[game].Last, wanted[game]})
	}
	return &done, errors.Join(s.unreadable(ctx, own), s.order(ctx), done.note(s.path))
}

// give adds what the pool has of the game after the file's last event.
func (r *Report) give(ctx context.Context, s *Store, p *salvage.Pool, game string, own map[string]salvage.End) error {
	at := own[game]
	good, err := s.good(ctx, game)
	if err != nil {
		return err
	}
	for _, e := range good {
		p.Add(e, true)
	}
	events := p.Through(game, at)
	if uint64(len(events)) <= at.Last {
		return nil
	}
	missing := events[at.Last:]
	if at.Last > 0 {
		err = s.write(ctx, func(tx *sql.Tx) error { return s.add(ctx, tx, game, at.Last, missing, false) })
	} else {
		err = s.take(ctx, journal.Game{Header: p.Header(game, events), Events: events}, stood(p, game))
	}
	if err != nil {
		return err
	}
	last := events[len(events)-1]
	own[game] = salvage.End{Last: last.Seq, Head: last.Sum}
	r.Games++
	r.Events += len(missing)
	return nil
}

// unreadable puts the copies aside that still know of more than the file has: it cannot be read.
func (s *Store) unreadable(ctx context.Context, own map[string]salvage.End) error {
	for _, name := range copies(s.path) {
		more, err := extended(ctx, name, own)
		if err == nil && len(more) > 0 {
			err = atomicfile.Move(name, s.path+damagedName+name[len(name)-len(stampLayout):])
		}
		if err != nil {
			return journal.Refusal(err)
		}
	}
	return nil
}
