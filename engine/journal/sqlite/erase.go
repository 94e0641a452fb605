package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"tilewatch/engine/journal"
)

// Erase implements Erase.
func (s *Store) Erase(ctx context.Context, game string) error {
	s.copying.Lock() // a copy that is being made would hold the game
	defer s.copying.Unlock()
	var failed error
	for _, name := range copies(s.path) {
		if err := eraseFromCopy(ctx, name, game); err != nil {
			failed = errors.Join(failed, fmt.Errorf("game %q is still in %q: %w", game, name, err))
		}
	}
	if failed != nil { // it stays on the list of those that are to be erased
		return failed
	}
	return s.erase(ctx, game)
}

// eraseFromCopy leaves a copy as it was but for the game.
func eraseFromCopy(ctx context.Context, name, game string) error {
	c, err := openDatabase(name)
	if err != nil {
		return err
	}
	err = c.prepare(ctx)
	if err == nil {
		err = c.erase(ctx, game)
	}
	if errors.Is(err, journal.ErrNoGame) {
		err = nil
	}
	return errors.Join(err, c.Close())
}

// erase removes the game from the one file, with all that its pages held before: VACUUM writes them anew, and the log is cut.
func (s *Store) erase(ctx context.Context, game string) error {
	err := s.write(ctx, func(tx *sql.Tx) error {
		var created int64
		err := tx.QueryRowContext(ctx, `SELECT created FROM games WHERE id = ?`, game).Scan(&created)
		if errors.Is(err, sql.ErrNoRows) {
			return fmt.Errorf("game %q: %w", game, journal.ErrNoGame)
		}
		if err != nil {
			return err
		}
		for _, statement := range []string{`DELETE FROM events WHERE game = ?`, `DELETE FROM aside WHERE game = ?`} {
			if _, err := tx.ExecContext(ctx, statement, game); err != nil {
				return err
			}
		}
		h, events, err := journal.Tombstone(game, time.UnixMicro(created).UTC())
		if err != nil {
			return err
		}
		if err := s.putHeader(ctx, tx, h, 0, journal.Root(game), spot{}); err != nil {
			return err
		}
		return s.add(ctx, tx, game, 0, events, false)
	})
	if err != nil {
		return err
	}
	if _, err := s.db.ExecContext(ctx, `VACUUM`); err != nil {
		return s.explain(err)
	}
	_, err = s.db.ExecContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`)
	return s.explain(err)
}
