// Package backup writes all that a data folder holds into one file, also while a server plays on in it, and restores it.
// The file is a gzipped tar: a note of what it is, the games as "tilewatch games export" writes them, with their checksums, and
// the other files (pictures, calibrations, keys) below "files".
package backup

import (
	"archive/tar"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"tilewatch/engine/journal"
)

// Version is the form of the file. A newer one is refused.
const Version = 1

// The names in the file.
const (
	noteName  = "tilewatch.json"
	gamesName = "games.ndjson"
	filesName = "files/"
)

// Limits, so that no file can fill the disk.
const (
	maxFile  = 64 << 20 // bytes of one file
	maxFiles = 100_000
	maxAll   = 4 << 30 // bytes of all files
)

// note is what the file says of itself.
type note struct {
	Tilewatch string    `json:"tilewatch"` // backup
	Version   int       `json:"version"`
	Made      time.Time `json:"made"`
}

// Counts are the numbers of games, events and files written or restored.
type Counts struct {
	Games, Events int
	Files         int
	There         int // files that were there already and were left as they are
}

// Write writes the journal's games and the folder's other files. Of a damaged game it writes the good events, and warns; it warns of files
// that cannot be read, too.
func Write(ctx context.Context, w io.Writer, j journal.Journal, folder string, warn func(string)) (done Counts, err error) {
	zipped := gzip.NewWriter(w)
	archive := tar.NewWriter(zipped)
	about, err := json.Marshal(note{"backup", Version, time.Now().UTC()})
	if err != nil {
		return done, err
	}
	if err := put(archive, noteName, int64(len(about)), strings.NewReader(string(about))); err != nil {
		return done, err
	}
	if err := done.putGames(ctx, archive, j, warn); err != nil {
		return done, err
	}
	if err := done.putFiles(ctx, archive, folder, warn); err != nil {
		return done, err
	}
	return done, errors.Join(archive.Close(), zipped.Close())
}

func put(archive *tar.Writer, name string, size int64, from io.Reader) error {
	err := archive.WriteHeader(&tar.Header{Typeflag: tar.TypeReg, Name: name, Size: size, Mode: 0o600, Format: tar.FormatPAX})
	if err == nil {
		_, err = io.CopyN(archive, from, size)
	}
	return err
}

// putGames writes the games to a file of their own first, for the archive wants to know its size.
func (done *Counts) putGames(ctx context.Context, archive *tar.Writer, j journal.Journal, warn func(string)) error {
	games, err := j.Games(ctx)
	if err != nil {
		return err
	}
	work, err := os.CreateTemp("", "tilewatch-backup")
	if err != nil {
		return err
	}
	defer func() { _ = errors.Join(work.Close(), os.Remove(work.Name())) }()
	for _, info := range games {
		g, damaged := info.Load(ctx, j)
		if damaged != nil {
			warn(damaged.Error())
		}
		if len(g.Events) == 0 && damaged != nil {
			continue
		}
		if err := journal.Write(work, g); err != nil {
			return err
		}
		done.Games++
		done.Events += len(g.Events)
	}
	size, err := work.Seek(0, io.SeekEnd)
	if err == nil {
		_, err = work.Seek(0, io.SeekStart)
	}
	if err != nil {
		return err
	}
	return put(archive, gamesName, size, work)
}

// ours reports whether the file is the journal's, which is written as games, or what a repair put aside.
func ours(name string) bool { return strings.HasPrefix(name, "games.db") }

// putFiles writes the folder's files. One that the disk cannot read is left out, with a warning.
func (done *Counts) putFiles(ctx context.Context, archive *tar.Writer, folder string, warn func(string)) error {
	return filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil // gone meanwhile, as the oldest pictures go
		case err != nil:
			return err
		case ctx.Err() != nil:
			return ctx.Err()
		case !entry.Type().IsRegular(), filepath.Dir(path) == folder && ours(entry.Name()):
			return nil
		}
		name, err := filepath.Rel(folder, path)
		if err != nil {
			return err
		}
		data, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			warn(fmt.Sprintf("not in the backup: %v", err))
			return nil
		}
		if len(data) > maxFile {
			return nil // the program never writes so large a file
		}
		done.Files++
		return put(archive, filesName+filepath.ToSlash(name), int64(len(data)), strings.NewReader(string(data)))
	})
}

// MayReplace says why a backup may not take the place of what has that name: only nothing, or an older backup, may be there.
func MayReplace(name string) error {
	info, err := os.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return fmt.Errorf("%q is no plain file: choose another name", name)
	}
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close() // it is only read
	if _, err := noted(file); err != nil && !errors.Is(err, journal.ErrNewer) {
		return fmt.Errorf("%q exists and is no backup: choose another name, or remove it", name)
	}
	return nil
}

// Damaged says that the file is no whole backup.
type Damaged struct{ Reason error }

func (d *Damaged) Error() string {
	return fmt.Sprintf("this is no whole backup (%v): nothing was restored; copy the file again", d.Reason)
}

func (d *Damaged) Unwrap() error { return d.Reason }

// Check reads all of a backup and says whether it is whole, and made by a version that is known.
func Check(r io.Reader) (Counts, error) {
	var all Counts
	err := read(r, func(g journal.Game) error {
		all.Games++
		all.Events += len(g.Events)
		return nil
	}, func(_ string, from io.Reader) error {
		all.Files++
		_, err := io.Copy(io.Discard, from)
		return err
	})
	if err != nil && !errors.Is(err, journal.ErrNewer) {
		err = &Damaged{err}
	}
	return all, err
}

// Restore adds the backup's games to the journal, and the files that are not there to the folder. Check it first. A game that is
// there already gets the events it lacks; one that went another way stays as it is, with a warning.
func Restore(ctx context.Context, r io.Reader, j journal.Journal, folder string, warn func(string)) (done Counts, err error) {
	root, err := openRoot(folder)
	if err != nil {
		return done, err
	}
	defer root.Close()
	err = read(r, func(g journal.Game) error {
		added, err := journal.Import(ctx, j, g)
		var differs *journal.Differs
		if errors.As(err, &differs) {
			warn(err.Error())
			return nil
		}
		if len(g.Events) > 0 {
			done.Games++
		}
		done.Events += added.Events
		return err
	}, func(name string, from io.Reader) error {
		there, err := place(root, name, from)
		if there {
			done.There++
		} else if err == nil {
			done.Files++
		}
		return err
	})
	return done, err
}

// openRoot is the folder; no name in a backup can lead out of it.
func openRoot(folder string) (*os.Root, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	return os.OpenRoot(folder)
}

// place writes a file that is not there.
func place(root *os.Root, name string, from io.Reader) (there bool, err error) {
	if err := root.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return false, err
	}
	file, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return true, nil
	}
	if err != nil {
		return false, err
	}
	_, err = io.Copy(file, from)
	return false, errors.Join(err, file.Sync(), file.Close())
}

// read goes through a backup.
func read(r io.Reader, game func(journal.Game) error, file func(name string, from io.Reader) error) error {
	zipped, err := gzip.NewReader(r)
	if err != nil {
		return err
	}
	archive := tar.NewReader(zipped)
	if _, err := readNote(archive); err != nil {
		return err
	}
	all := int64(0)
	for n := 0; ; n++ {
		header, err := archive.Next()
		if errors.Is(err, io.EOF) && n > 0 {
			_, err := io.Copy(io.Discard, zipped) // its checksum is at its end
			return err
		}
		if err != nil {
			return err
		}
		name, isFile := strings.CutPrefix(header.Name, filesName)
		all += header.Size
		switch {
		case n == 0 && header.Name == gamesName:
			err = readGames(archive, game)
		case n == 0 || !isFile || header.Typeflag != tar.TypeReg || !filepath.IsLocal(name) || ours(name):
			err = fmt.Errorf("it holds %.80q", header.Name)
		case n > maxFiles || header.Size > maxFile || all > maxAll:
			err = errors.New("it holds more than any data folder")
		default:
			err = file(name, archive)
		}
		if err != nil {
			return err
		}
	}
}

// noted is what a backup says of itself.
func noted(file io.Reader) (note, error) {
	zipped, err := gzip.NewReader(file)
	if err != nil {
		return note{}, err
	}
	return readNote(tar.NewReader(zipped))
}

func readNote(archive *tar.Reader) (about note, err error) {
	header, err := archive.Next()
	if err != nil {
		return about, err
	}
	if header.Name != noteName || json.NewDecoder(io.LimitReader(archive, 4096)).Decode(&about) != nil || about.Tilewatch != "backup" {
		return about, errors.New("it does not begin as one")
	}
	if about.Version > Version {
		return about, journal.ErrNewer
	}
	return about, nil
}

func readGames(from io.Reader, take func(journal.Game) error) error {
	for games := journal.NewReader(from); ; {
		g, err := games.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil {
			err = take(g)
		}
		if err != nil {
			return err
		}
	}
}
