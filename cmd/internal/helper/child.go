package helper

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"runtime/debug"

	"golang.org/x/sys/unix"
)

// The marks of an answer.
const (
	ready  = 'r' // the child's first message: it has started
	done   = 'd' // the answer follows
	failed = 'f' // the reason follows
	// tripped is failed by a mistake of the work.
	tripped = 'p'
)

// Work answers one picture file. An error is the picture's, or, as a *Refused that says so, a mistake of the work.
type Work func(picture []byte) (answer []byte, err error)

// Serve does the work for each message that comes in, until the other side is gone. It is the child's whole life.
func Serve(in io.Reader, out io.Writer, work Work) error {
	if err := send(out, ready, nil); err != nil {
		return err
	}
	for from := bufio.NewReaderSize(in, 1<<20); ; {
		_, picture, err := receive(from)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		mark := byte(done)
		answer, err := caught(work, picture)
		if err != nil {
			mark, answer = failed, []byte(err.Error())
		}
		if refused := (*Refused)(nil); errors.As(err, &refused) && refused.Panicked {
			mark = tripped
		}
		if err := send(out, mark, answer); err != nil {
			return err
		}
	}
}

// caught does the work. A panic is an error.
func caught(work Work, picture []byte) (answer []byte, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			slog.Error("work on a picture failed", "panic", cause, "stack", string(debug.Stack()))
			err = &Refused{fmt.Sprintf("reading it failed (%v)", cause), true}
		}
	}()
	return work(picture)
}

// Confine takes from this process what its work does not need: more memory than so many bytes, files that can be written,
// core files with somebody's picture in them, and new rights.
func Confine(memory uint64) error {
	if raced {
		memory = unix.RLIM_INFINITY
	}
	for _, l := range []struct {
		resource int
		most     uint64
	}{{unix.RLIMIT_DATA, memory}, {unix.RLIMIT_FSIZE, 0}, {unix.RLIMIT_CORE, 0}, {unix.RLIMIT_NOFILE, 256}} {
		if err := unix.Setrlimit(l.resource, &unix.Rlimit{Cur: l.most, Max: l.most}); err != nil {
			return fmt.Errorf("limit resource %d to %d: %w", l.resource, l.most, err)
		}
	}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("refuse new rights: %w", err)
	}
	return nil
}
