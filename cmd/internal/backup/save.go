package backup

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"tilewatch/engine/atomicfile"
	"tilewatch/engine/journal"
)

// Save writes a backup beside its place, and puts it there once it is whole and on the disk. Only nothing, or an older backup, may be there.
func Save(ctx context.Context, name string, j journal.Journal, folder string, warn func(string)) (done Counts, err error) {
	if err := MayReplace(name); err != nil {
		return done, err
	}
	err = atomicfile.Fill(name, 0o600, func(file *os.File) (err error) {
		if done, err = Write(ctx, file, j, folder, warn); err != nil {
			return err
		}
		return checkAgain(ctx, file, done)
	})
	if err == nil {
		remember(folder, name)
	}
	return done, err
}

// checkAgain reads what was written.
func checkAgain(ctx context.Context, file io.ReadSeeker, want Counts) error {
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	got, err := Check(&until{file, ctx})
	if ctx.Err() == nil && err == nil && got != want {
		err = fmt.Errorf("verification found %+v, not %+v", got, want)
	}
	return errors.Join(ctx.Err(), err)
}

// until reads as long as the context is not done.
type until struct {
	io.Reader
	ctx context.Context
}

func (u *until) Read(p []byte) (int, error) {
	if err := u.ctx.Err(); err != nil {
		return 0, err
	}
	return u.Reader.Read(p)
}

// Made is a backup that was made.
type Made struct {
	File string    `json:"file"`
	Time time.Time `json:"made"`
}

// lastName is the file of the data folder that says where its newest backup went. It is in none: another computer's folder has others.
const lastName = "games.db.backup"

// remember has Last know of the backup. A folder that cannot be written is backed up all the same.
func remember(folder, name string) {
	at, err := filepath.Abs(name)
	if err != nil {
		return
	}
	if data, err := json.Marshal(Made{at, time.Now().UTC().Truncate(time.Second)}); err == nil {
		_ = atomicfile.Write(filepath.Join(folder, lastName), append(data, '\n'), 0o600)
	}
}

// ErrNone says that no backup is known.
var ErrNone = errors.New("there is no backup")

// Last is the newest backup of the data folder. With an error other than ErrNone it is not where it was put.
func Last(folder string) (Made, error) {
	var m Made
	data, err := os.ReadFile(filepath.Join(folder, lastName))
	if err != nil || json.Unmarshal(data, &m) != nil || m.File == "" {
		return Made{}, ErrNone
	}
	_, err = os.Stat(m.File)
	return m, err
}

// Newest is the newest of a server's backups in the folder, as Last.
func Newest(folder string) (Made, error) {
	all, err := (&Evenings{Folder: folder}).backups()
	for _, b := range slices.Backward(all) {
		file, err := b.open()
		if err != nil {
			continue
		}
		about, err := noted(file)
		if err = errors.Join(err, file.Close()); err == nil {
			return Made{b.path, about.Made}, nil
		}
	}
	if err == nil {
		err = ErrNone
	}
	return Made{}, err
}

// Spared is what would be left of the games if their file were lost, or their disk.
type Spared struct {
	Games   int       // there are
	Changed time.Time // the last of them
	Copies  int       // beside their file
	Copied  time.Time // the newest one
	Last    Made      // the newest backup that is known; zero: none
	Gone    error     // it is not there
}
