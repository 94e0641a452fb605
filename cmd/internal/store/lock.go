package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"
	"time"

	"tilewatch/engine/atomicfile"
	"tilewatch/engine/journal"
)

// lockEnding makes the lock's name of the journal's.
const lockEnding = ".lock"

// holder is what a lock's file says of the program that has it.
type holder struct {
	PID     int       `json:"pid"`
	Started time.Time `json:"started"`
}

// lock keeps other programs from the data folder: two that keep games there would each go on with the other's. The system lets go of it
// when the program ends, however it ends; what the file says is for people, and a file that was left says nothing.
type lock struct{ file *os.File }

// locked takes the lock. The error is journal.ErrInUse where another program has it, and says which.
func (d *Data) locked() (*lock, error) {
	if err := atomicfile.MakeFolder(d.Dir(), 0o700); err != nil {
		return nil, fmt.Errorf("%w (%v)", journal.ErrReadOnly, err)
	}
	file, err := os.OpenFile(d.File()+lockEnding, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("%w (%v)", journal.ErrReadOnly, err)
	}
	err = syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return nil, errors.Join(inUse(file, d.Dir()), file.Close())
	}
	// A file system without locks must not keep anybody from playing.
	l := &lock{file}
	if err := l.sign(); err != nil {
		return nil, errors.Join(err, l.Close())
	}
	return l, nil
}

// inUse says who has the lock, and how to go on.
func inUse(file io.Reader, folder string) error {
	var h holder
	who := "another tilewatch"
	if json.NewDecoder(file).Decode(&h) == nil && h.PID > 0 {
		who = fmt.Sprintf("process %d, which runs since %s,", h.PID, h.Started.Local().Format("2 January, 15:04:05 MST"))
	}
	return fmt.Errorf("%w: %s keeps its games in %q", journal.ErrInUse, who, folder)
}

// sign writes who has the lock. On a full disk that stays unwritten.
func (l *lock) sign() error {
	data, err := json.Marshal(holder{os.Getpid(), time.Now().Truncate(time.Second)})
	if err != nil {
		return err
	}
	if err = l.file.Truncate(0); err == nil {
		_, err = l.file.WriteAt(append(data, '\n'), 0)
	}
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return nil
	}
	return err
}

// Close lets go of the lock. The file stays: to remove it would take it from somebody who waits for it.
func (l *lock) Close() error { return l.file.Close() }
