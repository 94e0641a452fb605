package sqlite

import (
	"context"
	"database/sql"
	"fmt"

	"tilewatch/engine/journal"
	"tilewatch/engine/journal/salvage"
)

// Games stand in two orders, by numbers: as they were begun, and as they were changed last. Dates say when that was, by a clock that may have
// been wrong. A game that is played goes to the end of both. One that comes from elsewhere goes behind those that are not younger; so between
// two numbers there is room.

// room is how many games may come between two that were played here.
const room = 1 << 20

// spot is where a game stands. The zero spot is for a game that is sorted by its dates when the file is opened the next time.
type spot struct {
	begun, place int64
	end          bool // of both orders, whatever the numbers are
}

// stood is where the game stood in the files that its pieces come from.
func stood(p *salvage.Pool, game string) (at spot) {
	at.begun, at.place = p.Stood(game)
	return at
}

// next is the end of both orders.
var next = spot{end: true}

// nextPlace and nextBegun are the numbers after all others.
var nextPlace, nextBegun = after("place"), after("begun")

func after(column string) string {
	return fmt.Sprintf(`(SELECT (ifnull(max(%s), 0) / %d + 1) * %[2]d FROM games)`, column, room)
}

// found is the spot with its numbers.
func (at spot) found(ctx context.Context, tx *sql.Tx) (spot, error) {
	if !at.end {
		return at, nil
	}
	err := tx.QueryRowContext(ctx, `SELECT `+nextBegun+`, `+nextPlace).Scan(&at.begun, &at.place)
	return at, err
}

// order gives places to the games that have none: an earlier version kept them, or a salvage found none.
func (s *Store) order(ctx context.Context) error {
	columns, without := 0, false
	err := s.db.QueryRowContext(ctx, `SELECT count(*) FROM pragma_table_info('games') WHERE name IN ('begun', 'place')`).Scan(&columns)
	if err == nil && columns == 2 {
		err = s.db.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM games WHERE place = 0 OR begun = 0)`).Scan(&without)
	}
	if err != nil || columns == 2 && !without {
		return err
	}
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() // after a commit it does nothing
	for _, column := range []string{"begun", "place"} {
		var there bool
		if err := tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM pragma_table_info('games') WHERE name = ?)`, column).Scan(&there); err != nil {
			return err
		}
		if !there {
			if _, err := tx.ExecContext(ctx, `ALTER TABLE games ADD COLUMN `+column+` INTEGER NOT NULL DEFAULT 0`); err != nil {
				return err
			}
		}
	}
	if err := sorted(ctx, tx, "begun", "g.created", nextBegun); err != nil {
		return err
	}
	if err := sorted(ctx, tx, "place", "ifnull(e.time, g.created)", nextPlace); err != nil {
		return err
	}
	return tx.Commit()
}

// sorted gives the games without a number in that column the ones after all others, by their dates.
func sorted(ctx context.Context, tx *sql.Tx, column, date, next string) error {
	rows, err := tx.QueryContext(ctx, `SELECT g.id FROM games g LEFT JOIN events e ON e.game = g.id AND e.seq = g.last WHERE g.`+column+` = 0 ORDER BY `+date+`, g.id`)
	if err != nil {
		return err
	}
	defer rows.Close()
	var ids []string
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			return err
		}
		ids = append(ids, id)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	for _, id := range ids {
		if _, err := tx.ExecContext(ctx, `UPDATE games SET `+column+` = `+next+` WHERE id = ?`, id); err != nil {
			return err
		}
	}
	return nil
}

// dates are the games of a journal with their dates, for one that comes from elsewhere.
type dates struct {
	all    []journal.Info
	newest spot // of those that came
}

// behind is the spot behind the games that are not younger, and behind the one that came before.
func (s *Store) behind(ctx context.Context, g journal.Game) (spot, error) {
	if s.dates == nil {
		all, err := s.Games(ctx)
		if err != nil {
			return spot{}, err
		}
		s.dates = &dates{all: all}
	}
	at := s.dates.newest
	for _, i := range s.dates.all {
		if !i.Created.After(g.Created) {
			at.begun = max(at.begun, i.Begun)
		}
		if !i.Changed.After(g.Events[len(g.Events)-1].Time) {
			at.place = max(at.place, i.Place)
		}
	}
	at.begun++
	at.place++
	s.dates.newest = at
	return at, nil
}

// TakeIn adds a game that comes from elsewhere, where it belongs by its dates.
func (s *Store) TakeIn(ctx context.Context, g journal.Game) error {
	at, err := s.behind(ctx, g)
	if err != nil {
		return err
	}
	return s.take(ctx, g, at)
}

// take adds a game with its spot.
func (s *Store) take(ctx context.Context, g journal.Game, at spot) error {
	h, err := g.Header.Checked()
	if err != nil {
		return err
	}
	events, err := journal.Link(h, 0, journal.Root(h.Game), journal.Entries(g.Events))
	if err != nil {
		return err
	}
	among := s.dates != nil // else it has its spot from the file that it lay in
	err = s.write(ctx, func(tx *sql.Tx) error {
		err := s.create(ctx, tx, h, events, at)
		if err == nil && among {
			err = moveOn(ctx, tx, h.Game, at)
		}
		return err
	})
	if err == nil && among {
		s.dates.moveOn(at)
	}
	return err
}

// moveOn makes room for a game that comes from elsewhere: those that came before and are younger move on by one.
func moveOn(ctx context.Context, tx *sql.Tx, game string, at spot) error {
	for column, n := range map[string]int64{"begun": at.begun, "place": at.place} {
		if _, err := tx.ExecContext(ctx, `UPDATE games SET `+column+` = `+column+` + 1 WHERE `+column+` >= ? AND `+column+` < ? AND id <> ?`, n, roomAfter(n), game); err != nil {
			return err
		}
	}
	return nil
}

// roomAfter is where the numbers begin again that games played here have.
func roomAfter(n int64) int64 { return (n/room + 1) * room }

// moveOn moves the games behind the spot on by one, as the file does.
func (d *dates) moveOn(at spot) {
	for i := range d.all {
		if b := &d.all[i].Begun; *b >= at.begun && *b < roomAfter(at.begun) {
			*b++
		}
		if p := &d.all[i].Place; *p >= at.place && *p < roomAfter(at.place) {
			*p++
		}
	}
}
