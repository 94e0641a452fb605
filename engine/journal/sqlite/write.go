package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"tilewatch/engine/journal"
)

// Create implements Journal.
func (s *Store) Create(ctx context.Context, h journal.Header, entries ...journal.Entry) error {
	h, err := h.Checked()
	if err != nil {
		return err
	}
	events, err := journal.Link(h, 0, journal.Root(h.Game), entries)
	if err != nil {
		return err
	}
	return s.write(ctx, func(tx *sql.Tx) error { return s.create(ctx, tx, h, events, next) })
}

// create puts the game where at says.
func (s *Store) create(ctx context.Context, tx *sql.Tx, h journal.Header, events []journal.Event, at spot) error {
	var there bool
	if err := tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM games WHERE id = ?)`, h.Game).Scan(&there); err != nil {
		return err
	}
	if there {
		return fmt.Errorf("game %q: %w", h.Game, journal.ErrExists)
	}
	if err := s.putHeader(ctx, tx, h, 0, journal.Root(h.Game), at); err != nil {
		return err
	}
	return s.add(ctx, tx, h.Game, 0, events, false)
}

// putHeader writes the game's row. One that is there stays where it stands.
func (s *Store) putHeader(ctx context.Context, tx *sql.Tx, h journal.Header, last uint64, head journal.Sum, at spot) error {
	players, err := json.Marshal(append([]string{}, h.Players...))
	if err != nil {
		return err
	}
	sum := h.Sum()
	if at, err = at.found(ctx, tx); err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO games (id, kind, title, players, created, sum, last, head, begun, place) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, title = excluded.title, players = excluded.players, created = excluded.created,
		sum = excluded.sum, last = excluded.last, head = excluded.head`,
		h.Game, h.Kind, h.Title, string(players), h.Created.UnixMicro(), sum[:], int64(last), head[:], at.begun, at.place)
	return err
}

// Append implements Journal.
func (s *Store) Append(ctx context.Context, game string, after uint64, entries ...journal.Entry) error {
	return s.write(ctx, func(tx *sql.Tx) error {
		last, head, err := s.end(ctx, tx, game)
		switch {
		case err != nil:
			return err
		case last != after:
			return &journal.Conflict{Game: game, After: after, Last: last}
		}
		events, err := journal.Link(journal.Header{Game: game}, after, head, entries)
		if err != nil {
			return err
		}
		return s.add(ctx, tx, game, after, events, true)
	})
}

// end is the number and checksum of the game's last event.
func (s *Store) end(ctx context.Context, tx *sql.Tx, game string) (last uint64, head journal.Sum, err error) {
	var sum []byte
	err = tx.StmtContext(ctx, s.ending).QueryRowContext(ctx, game).Scan(&last, &sum)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return 0, head, fmt.Errorf("game %q: %w", game, journal.ErrNoGame)
	case err == nil && copy(head[:], sum) != len(sum):
		err = &journal.Damage{Game: game, Reason: "the checksum of its last event is invalid"}
	}
	return last, head, err
}

// add inserts linked events and notes the last of them. newest says that they make the game the one changed last.
func (s *Store) add(ctx context.Context, tx *sql.Tx, game string, after uint64, events []journal.Event, newest bool) error {
	if len(events) == 0 {
		return nil
	}
	insert := tx.StmtContext(ctx, s.insert)
	for _, e := range events {
		_, err := insert.ExecContext(ctx, game, int64(e.Seq), e.Version, e.Time.UnixMicro(), []byte(e.Payload), e.Sum[:])
		if err != nil {
			return err
		}
	}
	last := events[len(events)-1]
	_, err := tx.StmtContext(ctx, s.advance).ExecContext(ctx, int64(last.Seq), last.Sum[:], newest, game, int64(after))
	return err
}

// write runs do in a transaction and waits until it is on the disk. A caller that goes away meanwhile does not break
// it off: then nobody would know whether it counts.
func (s *Store) write(ctx context.Context, do func(*sql.Tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s.writing.Lock()
	defer s.writing.Unlock()
	tx, err := s.db.BeginTx(context.WithoutCancel(ctx), nil)
	if err != nil {
		return s.explain(err)
	}
	if err := do(tx); err != nil {
		return errors.Join(s.explain(err), undone(tx))
	}
	if err := tx.Commit(); err != nil {
		return s.explain(err)
	}
	s.written.Add(1)
	return nil
}

// undone rolls back; a full disk has done so already.
func undone(tx *sql.Tx) error {
	if err := tx.Rollback(); err != nil && !errors.Is(err, sql.ErrTxDone) && !alreadyOver(err) {
		return err
	}
	return nil
}
