package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"time"

	"tilewatch/engine/journal"
)

// page is how many events are fetched at a time: a slow reader must not hold the database.
const page = 256

// Read implements Journal.
func (s *Store) Read(ctx context.Context, game string, from uint64) iter.Seq2[journal.Event, error] {
	return func(yield func(journal.Event, error) bool) {
		from = max(from, 1)
		r, err := s.reader(ctx, game, from)
		for err == nil && r.next <= r.last {
			var events []journal.Event
			events, err = s.page(ctx, r)
			for _, e := range events {
				if err := r.check(e); err != nil {
					yield(journal.Event{}, err)
					return
				}
				if !yield(e, nil) {
					return
				}
			}
			if err == nil && len(events) == 0 {
				err = r.damage("it is missing")
			}
		}
		if err == nil && r.next > 1 && r.before != r.head {
			err = &journal.Damage{Game: game, Seq: r.last, Reason: "its checksum differs from the one stored with the game"}
		}
		if err != nil {
			yield(journal.Event{}, s.explain(err))
		}
	}
}

// reader goes through the events of one game.
type reader struct {
	game, kind string
	next, last uint64
	before     journal.Sum // of the event before the next
	head       journal.Sum // of the last
}

func (r *reader) damage(reason string) *journal.Damage {
	return &journal.Damage{Game: r.game, Seq: r.next, Reason: reason}
}

// check takes the next event if it is the one that is due.
func (r *reader) check(e journal.Event) error {
	switch {
	case e.Seq != r.next:
		return r.damage("it is missing")
	case e.Version > journal.Version:
		return fmt.Errorf("event %d of game %q: %w", e.Seq, r.game, journal.ErrNewer)
	case !e.Follows(r.before):
		return r.damage("its checksum is wrong: it was changed")
	}
	r.before = e.Sum
	r.next++
	return nil
}

func (s *Store) reader(ctx context.Context, game string, from uint64) (*reader, error) {
	r := &reader{game: game, next: from, before: journal.Root(game)}
	var head []byte
	err := s.db.QueryRowContext(ctx, `SELECT kind, last, head FROM games WHERE id = ?`, game).Scan(&r.kind, &r.last, &head)
	if errors.Is(err, sql.ErrNoRows) {
		return r, fmt.Errorf("game %q: %w", game, journal.ErrNoGame)
	}
	if err != nil || copy(r.head[:], head) != len(head) {
		return r, orDamage(err, &journal.Damage{Game: game, Reason: "its row cannot be read"})
	}
	if from > r.last {
		r.before, r.next = r.head, from
		return r, nil
	}
	if from > 1 {
		var before []byte
		err = s.db.QueryRowContext(ctx, `SELECT sum FROM events WHERE game = ? AND seq = ?`, game, int64(from-1)).Scan(&before)
		if err != nil || copy(r.before[:], before) != len(before) {
			return r, orDamage(err, &journal.Damage{Game: game, Seq: from - 1, Reason: "it cannot be read"})
		}
	}
	return r, nil
}

// orDamage is the damage where a row is missing or holds what it should not; any other failure stays what it is.
func orDamage(err error, d *journal.Damage) error {
	if err == nil || errors.Is(err, sql.ErrNoRows) || unreadable(err) {
		return d
	}
	return err
}

// page fetches the next events. What could be fetched counts, also where an error ends it.
func (s *Store) page(ctx context.Context, r *reader) ([]journal.Event, error) {
	rows, err := s.db.QueryContext(ctx, `SELECT seq, version, time, payload, sum FROM events WHERE game = ? AND seq >= ? AND seq <= ? ORDER BY seq LIMIT ?`,
		r.game, int64(r.next), int64(r.last), page)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var events []journal.Event
	for rows.Next() {
		e := journal.Event{Game: r.game, Kind: r.kind}
		var at int64
		var payload, sum []byte
		if err := rows.Scan(&e.Seq, &e.Version, &at, &payload, &sum); err != nil || copy(e.Sum[:], sum) != len(sum) {
			return events, orDamage(err, &journal.Damage{Game: r.game, Seq: r.next + uint64(len(events)), Reason: "it cannot be read"})
		}
		e.Time, e.Payload = time.UnixMicro(at).UTC(), payload
		events = append(events, e)
	}
	if err := rows.Err(); err != nil {
		if corrupt(err) {
			err = &journal.Damage{Game: r.game, Seq: r.next + uint64(len(events)), Reason: "it cannot be read: " + err.Error()}
		}
		return events, err
	}
	return events, nil
}

// Games implements Journal.
func (s *Store) Games(ctx context.Context) ([]journal.Info, error) {
	rows, err := s.db.QueryContext(ctx, `SELECT g.id, g.kind, g.title, g.players, g.created, g.sum, g.last, g.head, g.begun, g.place, e.time
		FROM games g LEFT JOIN events e ON e.game = g.id AND e.seq = g.last`)
	if err != nil {
		return nil, s.explain(err)
	}
	defer rows.Close()
	var games []journal.Info
	for rows.Next() {
		info, err := scanInfo(rows)
		if err != nil {
			return nil, s.explain(err)
		}
		games = append(games, info)
	}
	return journal.Listed(games), s.explain(rows.Err())
}

// scanInfo reads a game's row. Damage says what is wrong with it.
func scanInfo(rows *sql.Rows) (journal.Info, error) {
	var info journal.Info
	var players string
	var created int64
	var changed sql.NullInt64
	var sum, head []byte
	err := rows.Scan(&info.Game, &info.Kind, &info.Title, &players, &created, &sum, &info.Last, &head, &info.Begun, &info.Place, &changed)
	if err != nil && !unreadable(err) {
		return info, err
	}
	copy(info.Head[:], head)
	info.Created = time.UnixMicro(created).UTC()
	info.Changed = info.Created
	if changed.Valid {
		info.Changed = time.UnixMicro(changed.Int64).UTC()
	}
	wrong := err != nil || json.Unmarshal([]byte(players), &info.Players) != nil
	if want := info.Header.Sum(); wrong || string(want[:]) != string(sum) {
		info.Damage = &journal.Damage{Game: info.Game, Reason: "it was changed"}
	}
	if len(info.Players) == 0 {
		info.Players = nil
	}
	return info, nil
}
