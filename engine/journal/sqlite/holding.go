package sqlite

import "context"

// Holding looks through all events at once, unread: a hundred times as fast as reading the games.
func (s *Store) Holding(ctx context.Context, text string) (map[string]bool, error) {
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
