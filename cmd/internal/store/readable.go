package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"tilewatch/engine/journal"
	"tilewatch/engine/journal/sqlite"
)

// readable is what can be read of a folder that cannot be written, as a disk with errors cannot. Its database is taken into a temporary
// folder, where it is mended as far as it is damaged; nothing that is written there stays.
type readable struct {
	*sqlite.Store
	folder string
}

// reading opens the games of the folder, which cannot be written for that reason; there is false if it holds none.
func (d *Data) reading(ctx context.Context, why error, note func(string)) (j journal.Journal, there bool, err error) {
	folder, err := os.MkdirTemp("", "tilewatch-reading-*")
	if err != nil {
		return nil, false, errors.Join(why, err)
	}
	defer func() {
		if j == nil {
			err = errors.Join(err, os.RemoveAll(folder))
		}
	}()
	if there, err = d.taken(folder); err != nil || !there {
		return nil, false, err
	}
	taken := &Data{folder: folder}
	file, _, err := taken.mended(ctx, note)
	if err != nil {
		return nil, false, err
	}
	note(fmt.Sprintf("games can be read but not saved: %v", why))
	return &readable{file, folder}, true, nil
}

// taken copies the database into another folder, and has links there to the files that a repair reads.
func (d *Data) taken(folder string) (there bool, err error) {
	entries, err := os.ReadDir(d.Dir())
	if errors.Is(err, os.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	for _, entry := range entries {
		from, to := filepath.Join(d.Dir(), entry.Name()), filepath.Join(folder, entry.Name())
		switch ending, ours := strings.CutPrefix(entry.Name(), GamesFile); {
		case !ours, ending == lockEnding, ending == "-shm":
			continue
		case ending == "", ending == "-wal":
			err = copyFile(from, to)
		default:
			if from, err = filepath.Abs(from); err == nil {
				err = os.Symlink(from, to)
			}
		}
		if there = true; err != nil {
			return there, err
		}
	}
	return there, nil
}

// sector is how much of a file is given up where the disk cannot read it: a page of the database.
const sector = 4096

// copyFile copies what can be read of a file. The rest is zeros.
func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close() // it is only read
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	info, err := in.Stat()
	buffer := make([]byte, sector)
	for at := int64(0); err == nil && at < info.Size(); at += sector {
		clear(buffer)
		n, failed := in.ReadAt(buffer[:min(sector, info.Size()-at)], at)
		if failed != nil && !errors.Is(failed, io.EOF) {
			n = int(min(sector, info.Size()-at))
		}
		_, err = out.WriteAt(buffer[:n], at)
	}
	return errors.Join(err, out.Close())
}

// Close implements journal.Journal.
func (r *readable) Close() error { return errors.Join(r.Store.Close(), os.RemoveAll(r.folder)) }
