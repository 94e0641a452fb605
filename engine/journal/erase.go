package journal

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"
)

// Erased is the kind of a game that was erased. Such a game keeps its name, which is made of a time, and one event without a word of what
// was in it: the copies, or an old backup, must not bring it back. Games does not list it.
const Erased = "erased"

// ErrNotErased says that a journal cannot erase a game.
var ErrNotErased = errors.New("games cannot be erased from this journal")

// Erase removes a game for good, from the journal and from its copies: what it held is not in their files any more. A file that was put
// aside as damaged is not touched, nor is a backup.
func Erase(ctx context.Context, j Journal, game string) error {
	for {
		switch store := j.(type) {
		case interface {
			Erase(context.Context, string) error
		}:
			return store.Erase(ctx, game)
		case interface{ Unwrap() Journal }:
			j = store.Unwrap()
		default:
			return ErrNotErased
		}
	}
}

// tombstone is what stays of a game. It is the same in all files, so that they agree.
func tombstone(game string, created time.Time) (Header, []Event, error) {
	h := Header{Game: game, Kind: Erased, Title: game, Created: created}
	events, err := link(h, 0, root(game), []Entry{{Time: created, Payload: json.RawMessage(`{"type":"erased"}`)}})
	return h, events, err
}

// Erase implements Erase.
func (s *SQLite) Erase(ctx context.Context, game string) error {
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
	if errors.Is(err, ErrNoGame) {
		err = nil
	}
	return errors.Join(err, c.Close())
}

// erase removes the game from the one file, with all that its pages held before: VACUUM writes them anew, and the log is cut.
func (s *SQLite) erase(ctx context.Context, game string) error {
	err := s.write(ctx, func(tx *sql.Tx) error {
		var created int64
		err := tx.QueryRowContext(ctx, `SELECT created FROM games WHERE id = ?`, game).Scan(&created)
		if errors.Is(err, sql.ErrNoRows) {
			return fmt.Errorf("game %q: %w", game, ErrNoGame)
		}
		if err != nil {
			return err
		}
		for _, statement := range []string{`DELETE FROM events WHERE game = ?`, `DELETE FROM aside WHERE game = ?`} {
			if _, err := tx.ExecContext(ctx, statement, game); err != nil {
				return err
			}
		}
		h, events, err := tombstone(game, time.UnixMicro(created).UTC())
		if err != nil {
			return err
		}
		if err := s.putHeader(ctx, tx, h, 0, root(game), spot{}); err != nil {
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

// Erase implements Erase.
func (m *Memory) Erase(ctx context.Context, game string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	g, err := m.game(ctx, game)
	if err != nil {
		return err
	}
	h, events, err := tombstone(game, g.header.Created)
	if err == nil {
		m.games[game] = &kept{h, events, g.begun, g.place}
	}
	return err
}

// listed are the games that were not erased.
func listed(games []Info) []Info {
	return slices.DeleteFunc(games, func(info Info) bool { return info.Kind == Erased })
}
