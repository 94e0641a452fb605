package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"time"

	"tilewatch/engine"
	"tilewatch/engine/journal"
	"tilewatch/engine/journal/salvage"
)

// Repaired is what a repair did to one game.
type Repaired struct {
	Game, Title string
	Last        uint64 // number of the last event, all up to it being good; 0: the game is lost, what was left of it is aside
	Known       uint64 // how many events there were, at the least
	Restored    int    // events that the copies had, and those that follow upon them
	Aside       int    // events put aside
	Reason      string // what was wrong
}

func (r Repaired) String() string {
	text := fmt.Sprintf("game %q: %s; %s good", r.Game, r.Reason, engine.Count(int(r.Last), "event"))
	if r.Last == 0 {
		text = fmt.Sprintf("game %q is lost: %s; no event is good", r.Game, r.Reason)
	}
	if r.Restored > 0 {
		text += fmt.Sprintf(", %d of them recovered", r.Restored)
	}
	if r.Aside > 0 {
		text += fmt.Sprintf(", %d moved aside", r.Aside)
	}
	return text
}

// Sound checks the file as a database, without looking into the games: a *Damage says that it is broken, and that
// Salvage is needed.
func (s *Store) Sound(ctx context.Context) error {
	var answer string
	if err := s.db.QueryRowContext(ctx, `PRAGMA quick_check(1)`).Scan(&answer); err != nil {
		return s.explain(err)
	}
	if answer != "ok" {
		return &journal.Damage{Reason: fmt.Sprintf("the file %q is damaged (%s)", s.path, answer)}
	}
	for _, all := range columns { // which the database does not check, nor Check those of aside
		if _, err := s.db.ExecContext(ctx, all); err != nil {
			return s.explain(err)
		}
	}
	return nil
}

// columns ask for every column, by its name.
var columns = []string{
	`SELECT id, kind, title, players, created, sum, last, head, begun, place FROM games LIMIT 0`,
	`SELECT game, seq, version, time, payload, sum FROM events LIMIT 0`,
	`SELECT id, moved, reason, game, seq, version, time, payload, sum FROM aside LIMIT 0`,
}

// Check reads everything and returns the damage. It changes nothing.
func (s *Store) Check(ctx context.Context) ([]*journal.Damage, error) {
	ids, err := s.ids(ctx)
	if err != nil {
		return nil, err
	}
	var found []*journal.Damage
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
func (s *Store) checkGame(ctx context.Context, id string) (*journal.Damage, error) {
	_, d, err := s.header(ctx, id, nil)
	if d != nil || err != nil {
		return d, err
	}
	d = &journal.Damage{Game: id, Seq: 1, Reason: "it is missing"}
	for _, err := range s.Read(ctx, id, 1) {
		var wrong *journal.Damage
		if errors.As(err, &wrong) {
			return wrong, nil
		}
		if d = nil; err != nil {
			return nil, err
		}
	}
	return d, nil
}

// Repair gives the game the events that are bad or missing back from the copies beside the file, as far as they have them; it cuts the
// game after the last that is good then, and puts the rest aside, in the same file; a game of which no event is good goes there whole. A
// game without damage is left as it is: then Reason is empty.
func (s *Store) Repair(ctx context.Context, game string) (Repaired, error) {
	done := Repaired{Game: game}
	d, err := s.checkGame(ctx, game)
	if err != nil || d == nil {
		return done, err
	}
	done.Reason = d.Reason
	if d.Seq > 0 {
		done.Reason = fmt.Sprintf("event %d: %s", d.Seq, d.Reason)
	}
	good, err := s.good(ctx, game)
	if err != nil {
		return done, err
	}
	events, err := done.pieces(ctx, s, good)
	if err != nil {
		return done, err
	}
	h, _, err := s.header(ctx, game, events)
	if err != nil {
		return done, err
	}
	at, err := s.behind(ctx, journal.Game{Header: h, Events: append([]journal.Event{{Time: h.Created}}, events...)}) // for one whose header is gone
	if err != nil {
		return done, err
	}
	done.Title, done.Last, done.Restored = h.Title, uint64(len(events)), len(events)-len(good)
	err = s.write(ctx, func(tx *sql.Tx) error {
		if err := done.putAside(ctx, tx, events[len(good):]); err != nil {
			return err
		}
		if len(events) == 0 {
			return setAside(ctx, tx, done.Reason, h)
		}
		if err := s.add(ctx, tx, game, uint64(len(good)), events[len(good):], false); err != nil {
			return err
		}
		return s.putHeader(ctx, tx, h, done.Last, events[len(events)-1].Sum, at)
	})
	return done, err
}

// setAside takes the header of a lost game out of the way, as event 0.
func setAside(ctx context.Context, tx *sql.Tx, reason string, h journal.Header) error {
	data, err := json.Marshal(h)
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `INSERT INTO aside (moved, reason, game, seq, payload) VALUES (?, ?, ?, 0, ?)`, time.Now().UnixMicro(), reason, h.Game, data); err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `DELETE FROM games WHERE id = ?`, h.Game)
	return err
}

// putAside takes the game's rows after the good ones out of the way: those that are to be written again are dropped, the others put aside.
func (r *Repaired) putAside(ctx context.Context, tx *sql.Tx, again []journal.Event) error {
	for _, e := range again {
		if _, err := tx.ExecContext(ctx, `DELETE FROM events WHERE game = ? AND seq = ? AND version = ? AND time = ? AND payload = ? AND sum = ?`,
			r.Game, int64(e.Seq), e.Version, e.Time.UnixMicro(), []byte(e.Payload), e.Sum[:]); err != nil {
			return err
		}
	}
	good := int64(r.Last) - int64(len(again))
	moved, err := tx.ExecContext(ctx, `INSERT INTO aside (moved, reason, game, seq, version, time, payload, sum)
		SELECT ?, ?, game, seq, version, time, payload, sum FROM events WHERE game = ? AND seq > ?`, time.Now().UnixMicro(), r.Reason, r.Game, good)
	if err != nil {
		return err
	}
	n, err := moved.RowsAffected()
	r.Aside = int(n)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `DELETE FROM events WHERE game = ? AND seq > ?`, r.Game, good)
	return err
}

// pieces are the game's events as far as they link up, with what lies after a gap and what the copies have.
func (r *Repaired) pieces(ctx context.Context, s *Store, good []journal.Event) ([]journal.Event, error) {
	p := salvage.NewPool()
	p.Only = r.Game
	for _, e := range good {
		p.Add(e, true)
	}
	for _, from := range copies(s.path) {
		if err := p.ReadFile(from); err != nil {
			return nil, journal.Refusal(err)
		}
	}
	r.Known = s.noted(ctx, r.Game)
	if err := s.rows(ctx, r.Game, uint64(len(good)), func(e journal.Event) {
		r.Known = max(r.Known, e.Seq)
		p.Add(e, true)
	}); err != nil {
		return nil, err
	}
	if len(good) == 0 {
		return p.Whole(r.Game), nil
	}
	return p.Through(r.Game, salvage.End{Last: uint64(len(good)), Head: good[len(good)-1].Sum}), nil // the copies may hold another way, which the game has left
}

// noted is the number of the game's last event as its row has it; 0 if that cannot be.
func (s *Store) noted(ctx context.Context, game string) (last uint64) {
	err := s.db.QueryRowContext(ctx, `SELECT last FROM games WHERE id = ?`, game).Scan(&last)
	if err != nil || last >= journal.MaxEvents {
		return 0
	}
	return last
}

// rows calls found with each of the game's rows after that number that can be read, good or not.
func (s *Store) rows(ctx context.Context, game string, after uint64, found func(journal.Event)) error {
	rows, err := s.db.QueryContext(ctx, `SELECT seq, version, time, payload, sum FROM events WHERE game = ? AND seq > ?`, game, int64(after))
	if err != nil {
		return s.explain(err)
	}
	defer rows.Close()
	for rows.Next() {
		e := journal.Event{Game: game}
		var at int64
		var payload, sum []byte
		if rows.Scan(&e.Seq, &e.Version, &at, &payload, &sum) == nil && len(sum) == copy(e.Sum[:], sum) {
			e.Time, e.Payload = time.UnixMicro(at).UTC(), payload
			found(e)
		}
	}
	if err := rows.Err(); err != nil && !corrupt(err) {
		return s.explain(err)
	}
	return nil
}

// good are the game's events as far as they fit together.
func (s *Store) good(ctx context.Context, game string) ([]journal.Event, error) {
	r := &reader{game: game, next: 1, last: math.MaxInt64, before: journal.Root(game)}
	var good []journal.Event
	for {
		events, err := s.page(ctx, r)
		for _, e := range events {
			if wrong := r.check(e); wrong != nil {
				if errors.Is(wrong, journal.ErrNewer) {
					return good, wrong
				}
				return good, nil
			}
			good = append(good, e)
		}
		var d *journal.Damage
		if err != nil && !errors.As(err, &d) {
			return good, s.explain(err)
		}
		if err != nil || len(events) < page {
			return good, nil
		}
	}
}

// ids are the names of all games, those without a header too. One that no game can have is a *Damage of the file.
func (s *Store) ids(ctx context.Context) ([]string, error) {
	rows, err := s.db.QueryContext(ctx, `SELECT id FROM games UNION SELECT game FROM events ORDER BY 1`)
	if err != nil {
		return nil, s.explain(err)
	}
	defer rows.Close()
	var names []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return nil, s.explain(err)
		}
		if !journal.IsID(name) {
			return nil, &journal.Damage{Reason: fmt.Sprintf("the file %q is damaged (no game can have the name %q)", s.path, journal.Shortened(name))}
		}
		names = append(names, name)
	}
	return names, s.explain(rows.Err())
}

// header is the game's header; where it is damaged or gone, what its events tell of it, and the damage.
func (s *Store) header(ctx context.Context, id string, events []journal.Event) (journal.Header, *journal.Damage, error) {
	made := journal.Header{}.Usable(id, events)
	rows, err := s.db.QueryContext(ctx, `SELECT g.id, g.kind, g.title, g.players, g.created, g.sum, g.last, g.head, g.begun, g.place, e.time
		FROM games g LEFT JOIN events e ON e.game = g.id AND e.seq = g.last WHERE g.id = ?`, id)
	if err != nil {
		return made, nil, s.explain(err)
	}
	defer rows.Close()
	gone := &journal.Damage{Game: id, Reason: "it is missing"}
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
	return info.Header.Usable(id, events), info.Damage, nil
}
