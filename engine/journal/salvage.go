package journal

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"
)

// Salvaged is what was saved of a file that could not be opened.
type Salvaged struct {
	Aside         string // where the damaged file lies now, unchanged
	Games, Events int    // taken over into the new file
}

func (s Salvaged) String() string {
	return fmt.Sprintf("the journal was damaged: %d games with %d events are saved; the damaged file is kept as %q", s.Games, s.Events, s.Aside)
}

// companions are the endings of the files that belong to a database.
var companions = []string{"", "-wal", "-shm"}

// Salvage puts the damaged file aside, unchanged, and makes a new one of all the events that can still be read and
// fit together.
func Salvage(ctx context.Context, path string) (Salvaged, error) {
	done := Salvaged{Aside: path + time.Now().UTC().Format(".damaged-20060102-150405.000")}
	for _, ending := range companions {
		if err := os.Rename(path+ending, done.Aside+ending); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return done, fmt.Errorf("%w (%v)", ErrReadOnly, err)
		}
	}
	first, err := firstPage(ctx, path)
	if err != nil {
		return done, err
	}
	into, err := OpenSQLite(ctx, path)
	if err != nil {
		return done, err
	}
	// The database may write to what it opens, so it reads a copy.
	work := done.Aside + ".reading"
	err = copied(done.Aside, work)
	if err == nil {
		err = beginAgain(work, first)
	}
	if err == nil {
		err = done.take(ctx, work, into)
	}
	return done, errors.Join(err, removed(work), into.Close())
}

func copied(from, to string) error {
	for _, ending := range companions[:2] {
		if err := copyFile(from+ending, to+ending); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.Create(to)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}

func removed(path string) error {
	for _, ending := range companions {
		if err := os.Remove(path + ending); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// take copies what can be read of the file. That nothing can is no error.
func (done *Salvaged) take(ctx context.Context, path string, into *SQLite) error {
	from, err := openDatabase(path)
	if err != nil {
		return err
	}
	defer from.db.Close()
	ids, _ := from.ids(ctx)
	for _, id := range ids {
		h, _, err := from.header(ctx, id)
		if err != nil {
			continue
		}
		good, _, _ := from.good(ctx, id)
		if len(good) == 0 {
			continue
		}
		if err := into.Create(ctx, h, entries(good)...); err != nil {
			return err
		}
		done.Games++
		done.Events += len(good)
	}
	return ctx.Err()
}

// pageSize is the size of a page of the database.
const pageSize = 4096

// firstPage makes a new journal and answers its first page, which says where the tables are. It is the same in every
// journal, but for some numbers.
func firstPage(ctx context.Context, path string) ([]byte, error) {
	j, err := OpenSQLite(ctx, path)
	if err == nil {
		err = j.Close()
	}
	if err != nil {
		return nil, err
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close() // it is only read
	first := make([]byte, pageSize)
	_, err = io.ReadFull(file, first)
	return first, err
}

// The numbers in the first page's header that are a file's own; see sqlite.org/fileformat2.html.
const (
	ownNumbers, noFree, ownEnd = 24, 32, 40 // changes and pages; the list of free pages, which is emptied
	pagesAt                    = 28         // the number of pages
	stampAt, stampEnd          = 92, 100    // which program wrote it last
)

// beginAgain gives a file its first page back and, filled up with zeros, its length: without them it cannot be read.
func beginAgain(path string, first []byte) error {
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer file.Close() // a copy that is read next; a failure is seen then
	var header [stampEnd]byte
	if _, err := io.ReadFull(file, header[:]); err != nil {
		return nil // too short to hold anything
	}
	page := bytes.Clone(first)
	copy(page[ownNumbers:noFree], header[ownNumbers:])
	clear(page[noFree:ownEnd])
	copy(page[stampAt:stampEnd], header[stampAt:])
	if _, err := file.WriteAt(page, 0); err != nil {
		return err
	}
	info, err := file.Stat()
	if err != nil {
		return err
	}
	there := (info.Size() + pageSize - 1) / pageSize
	noted := int64(binary.BigEndian.Uint32(header[pagesAt:]))
	return file.Truncate(pageSize * max(there, min(noted, 1000*there))) // no more than a damaged number may ask for
}

// entries are the events as they were given.
func entries(events []Event) []Entry {
	list := make([]Entry, len(events))
	for i, e := range events {
		list[i] = Entry{e.Time, e.Payload}
	}
	return list
}
