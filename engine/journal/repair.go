package journal

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"
)

// Repaired is what a repair did to one game.
type Repaired struct {
	Game   string
	Last   uint64 // number of the last event, all up to it being good
	Aside  int    // events put aside
	Reason string // what was wrong
}

func (r Repaired) String() string {
	text := fmt.Sprintf("game %q: %s; %d events are good", r.Game, r.Reason, r.Last)
	if r.Aside > 0 {
		text += fmt.Sprintf(", %d are put aside", r.Aside)
	}
	return text
}

// Sound checks the file as a database, without looking into the games: a *Damage says that it is broken, and that
// Salvage is needed.
func (s *SQLite) Sound(ctx context.Context) error {
	var answer string
	if err := s.db.QueryRowContext(ctx, `PRAGMA quick_check(1)`).Scan(&answer); err != nil {
		return s.explain(err)
	}
	if answer != "ok" {
		return &Damage{Reason: fmt.Sprintf("the file %q is not as it was written (%s)", s.path, answer)}
	}
	return nil
}

// Check reads everything and answers what is damaged; nothing is changed.
func (s *SQLite) Check(ctx context.Context) ([]*Damage, error) {
	ids, err := s.ids(ctx)
	if err != nil {
		return nil, err
	}
	var found []*Damage
	for _, id := range ids {
		d, err := s.checkGame(ctx, id)
		if err != nil {
			return found, err
		}
		if d != nil {
			found = append(found, d)
		}
	}
	return found, nil
}

// checkGame is the first damage of the game, nil if there is none.
func (s *SQLite) checkGame(ctx context.Context, id string) (*Damage, error) {
	_, d, err := s.header(ctx, id)
	if d != nil || err != nil {
		return d, err
	}
	for _, err := range s.Read(ctx, id, 1) {
		if errors.As(err, &d) {
			return d, nil
		}
		if err != nil {
			return nil, err
		}
	}
	return nil, nil
}

// Repair cuts the game after its last good event and puts the rest aside, in the same file. A game without damage is
// left as it is: then Reason is empty.
func (s *SQLite) Repair(ctx context.Context, game string) (Repaired, error) {
	done := Repaired{Game: game}
	d, err := s.checkGame(ctx, game)
	if err != nil || d == nil {
		return done, err
	}
	done.Reason = d.Reason
	if d.Seq > 0 {
		done.Reason = fmt.Sprintf("event %d: %s", d.Seq, d.Reason)
	}
	h, _, err := s.header(ctx, game)
	if err != nil {
		return done, err
	}
	good, head, err := s.good(ctx, game)
	if err != nil {
		return done, err
	}
	done.Last = uint64(len(good))
	err = s.write(ctx, func(tx *sql.Tx) error {
		moved, err := tx.ExecContext(ctx, `INSERT INTO aside (moved, reason, game, seq, version, time, payload, sum)
			SELECT ?, ?, game, seq, version, time, payload, sum FROM events WHERE game = ? AND seq > ?`,
			time.Now().UnixMicro(), done.Reason, game, int64(done.Last))
		if err != nil {
			return err
		}
		n, err := moved.RowsAffected()
		done.Aside = int(n)
		if err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, `DELETE FROM events WHERE game = ? AND seq > ?`, game, int64(done.Last)); err != nil {
			return err
		}
		return s.putHeader(ctx, tx, h, done.Last, head)
	})
	return done, err
}

// good are the game's events as far as they fit together, and the checksum of the last.
func (s *SQLite) good(ctx context.Context, game string) ([]Event, Sum, error) {
	r := &reader{game: game, next: 1, last: math.MaxInt64, before: root(game)}
	var good []Event
	for {
		events, err := s.page(ctx, r)
		for _, e := range events {
			if wrong := r.check(e); wrong != nil {
				if errors.Is(wrong, ErrNewer) {
					return good, r.before, wrong
				}
				return good, r.before, nil
			}
			good = append(good, e)
		}
		var d *Damage
		if err != nil && !errors.As(err, &d) {
			return good, r.before, s.explain(err)
		}
		if err != nil || len(events) < page {
			return good, r.before, nil
		}
	}
}

// ids are the names of all games, those without a header too; where an error is answered, those that could be read.
func (s *SQLite) ids(ctx context.Context) ([]string, error) {
	ids, err := s.names(ctx, `SELECT id FROM games`)
	more, failed := s.names(ctx, `SELECT DISTINCT game FROM events`)
	ids = append(ids, more...)
	slices.Sort(ids)
	return slices.Compact(ids), errors.Join(err, failed)
}

// names are the texts that the query finds. Those found before an error count.
func (s *SQLite) names(ctx context.Context, query string) ([]string, error) {
	rows, err := s.db.QueryContext(ctx, query)
	if err != nil {
		return nil, s.explain(err)
	}
	defer rows.Close()
	var names []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err == nil && idPattern.MatchString(name) {
			names = append(names, name)
		}
	}
	return names, s.explain(rows.Err())
}

// header is the game's header; where it is damaged or gone, what of it is known, and the damage.
func (s *SQLite) header(ctx context.Context, id string) (Header, *Damage, error) {
	made := Header{Game: id, Kind: s.kindOf(ctx, id), Title: "Recovered game", Created: time.Now()}
	rows, err := s.db.QueryContext(ctx, `SELECT g.id, g.kind, g.title, g.players, g.created, g.sum, g.last, e.time
		FROM games g LEFT JOIN events e ON e.game = g.id AND e.seq = g.last WHERE g.id = ?`, id)
	if err != nil {
		return made, nil, s.explain(err)
	}
	defer rows.Close()
	gone := &Damage{Game: id, Reason: "it is missing"}
	if !rows.Next() {
		if err := rows.Err(); err != nil && !corrupt(err) {
			return made, nil, s.explain(err)
		}
		return made, gone, nil
	}
	info, err := scanInfo(rows)
	if err != nil {
		return made, gone, nil
	}
	h, err := info.Header.checked()
	if err != nil {
		h = made
	}
	return h, info.Damage, nil
}

// kindOf is the kind of game that the first event names.
func (s *SQLite) kindOf(ctx context.Context, id string) string {
	var payload []byte
	var start struct{ Game string }
	_ = s.db.QueryRowContext(ctx, `SELECT payload FROM events WHERE game = ? AND seq = 1`, id).Scan(&payload)
	if json.Unmarshal(payload, &start) == nil && idPattern.MatchString(start.Game) {
		return start.Game
	}
	return "nabit" // the game that was there first: its start need not name it
}
