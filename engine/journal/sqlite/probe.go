package sqlite

import (
	"context"
	"errors"
	"os"
	"path/filepath"

	"tilewatch/engine/journal"
)

// Takes says why the file itself may not be written, though its folder may be.
func (s *Store) Takes(ctx context.Context) error {
	_, err := s.db.ExecContext(ctx, `UPDATE games SET last = last WHERE id IS NULL`) // none: but the database asks for the right to write
	return s.explain(err)
}

// Writable asks the disk and the file, and whether it still is what it was.
func (s *Store) Writable(ctx context.Context) error {
	if err := errors.Join(probe(filepath.Dir(s.path)), s.Takes(ctx)); err != nil {
		return err
	}
	var games int
	return s.explain(s.db.QueryRowContext(ctx, `SELECT count(*) FROM games`).Scan(&games))
}

// probed is the file that probe writes, and its size: what the smallest event takes in a database.
const (
	probed    = ".tilewatch-probe"
	probeSize = 4 << 10
)

// probe writes a small file into the folder and removes it. The journal's own file is not touched: closing it anywhere in a program
// ends the locks that the database has on it.
func probe(folder string) error {
	name := filepath.Join(folder, probed)
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return journal.Refusal(err)
	}
	_, err = file.Write(make([]byte, probeSize))
	return journal.Refusal(errors.Join(err, file.Sync(), file.Close(), os.Remove(name)))
}
