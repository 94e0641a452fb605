package journal

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// Writable says why nothing can be written to a store now; nil: something can, as far as one can know without writing an event.
func Writable(ctx context.Context, j Journal) error {
	if store, ok := j.(interface{ Writable(context.Context) error }); ok {
		return store.Writable(ctx)
	}
	_, err := j.Games(ctx)
	return err
}

// Takes says why the file itself may not be written, though its folder may be.
func (s *SQLite) Takes(ctx context.Context) error {
	_, err := s.db.ExecContext(ctx, `UPDATE games SET last = last WHERE id IS NULL`) // none: but the database asks for the right to write
	return s.explain(err)
}

// Writable asks the disk and the file, and whether it still is what it was.
func (s *SQLite) Writable(ctx context.Context) error {
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
		return refusal(err)
	}
	_, err = file.Write(make([]byte, probeSize))
	return refusal(errors.Join(err, file.Sync(), file.Close(), os.Remove(name)))
}

// refusal is the system's error as this package's.
func refusal(err error) error {
	if err == nil {
		return nil
	}
	kind := ErrStorage
	switch {
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		kind = ErrFull
	case errors.Is(err, syscall.EMFILE), errors.Is(err, syscall.ENFILE):
		kind = ErrFiles
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS), errors.Is(err, syscall.ENOTDIR), errors.Is(err, fs.ErrNotExist):
		kind = ErrReadOnly
	}
	return fmt.Errorf("%w (%v)", kind, err)
}
