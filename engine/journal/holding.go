package journal

import "context"

// Holding are the games of which an event holds the text. known is false where only reading them all would tell.
func Holding(ctx context.Context, j Journal, text string) (games map[string]bool, known bool) {
	for j != nil {
		switch store := j.(type) {
		case interface {
			Holding(context.Context, string) (map[string]bool, error)
		}:
			games, err := store.Holding(ctx, text)
			return games, err == nil
		case interface{ Unwrap() Journal }:
			j = store.Unwrap()
		default:
			return nil, false
		}
	}
	return nil, false
}

// Holding looks through all events at once, unread: a hundred times as fast as reading the games.
func (s *SQLite) Holding(ctx context.Context, text string) (map[string]bool, error) {
	rows, err := s.db.QueryContext(ctx, `SELECT DISTINCT game FROM events WHERE instr(payload, ?) > 0`, []byte(text))
	if err != nil {
		return nil, s.explain(err)
	}
	defer rows.Close()
	games := map[string]bool{}
	for rows.Next() {
		var game string
		if err := rows.Scan(&game); err != nil {
			return nil, s.explain(err)
		}
		games[game] = true
	}
	return games, s.explain(rows.Err())
}

// Unwrap is the store, once it is open.
func (l *Late) Unwrap() Journal {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.store
}
