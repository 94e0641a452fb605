package store

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"tilewatch/engine/journal"
)

// nobody may write what others do not let him: root may, so a test gives that up for its time.
const nobody = 65534

// asNobody has the test be nobody, until again is called, and what it makes from then on be his. What runs beside it is nobody, too.
func asNobody(t *testing.T) (again func()) {
	t.Helper()
	if os.Geteuid() != 0 {
		return func() {}
	}
	if err := syscall.Seteuid(nobody); err != nil {
		t.Skip(err)
	}
	return sync.OnceFunc(func() {
		if err := syscall.Seteuid(0); err != nil {
			t.Fatal(err)
		}
	})
}

// forAll has temporary folders be made where nobody may make some.
func forAll(t *testing.T) {
	t.Helper()
	t.Setenv("TMPDIR", t.TempDir())
	if err := errors.Join(os.Chmod(filepath.Dir(os.Getenv("TMPDIR")), 0o755), os.Chmod(os.Getenv("TMPDIR"), 0o777)); err != nil {
		t.Fatal(err)
	}
}

// readOnly has the folder be one that cannot be written, until again is called.
func readOnly(t *testing.T, folder string) (again func()) {
	t.Helper()
	mode := func(dir, file os.FileMode) {
		names, err := filepath.Glob(filepath.Join(folder, "*"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			if err := os.Chmod(name, file); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.Chmod(folder, dir); err != nil {
			t.Fatal(err)
		}
	}
	mode(0o555, 0o444)
	root := asNobody(t)
	again = func() {
		root()
		mode(0o755, 0o644)
	}
	t.Cleanup(again)
	return again
}

func TestWhatCannotBeWrittenCanBeRead(t *testing.T) {
	for name, damage := range map[string]func(t *testing.T, file string) error{
		"whole":                        func(*testing.T, string) error { return nil },
		"gone, with copies":            func(_ *testing.T, file string) error { return os.Remove(file) },
		"damaged":                      func(_ *testing.T, file string) error { return os.Truncate(file, 3*sector) },
		"of a program that was killed": nil,
	} {
		t.Run(name, func(t *testing.T) {
			forAll(t)
			w := &world{T: t, Data: Data{folder: filepath.Join(t.TempDir(), "data")}}
			kept := keeping(t, w.Data.folder, func(text string) { t.Error(text) })
			if err := begin(kept, "a"); err != nil {
				t.Fatal(err)
			}
			if damage == nil {
				w.kill(kept)
			} else if err := errors.Join(kept.Close(), damage(t, w.Data.File())); err != nil {
				t.Fatal(err)
			}
			again := readOnly(t, w.Data.folder)
			told := ""
			j, there, err := w.Data.Look(t.Context(), func(text string) { told += text + "\n" })
			// With the log of a killed program beside it the database itself can read the file.
			if err != nil || !there || damage != nil && !strings.Contains(told, "can be read but not saved") {
				t.Fatalf("%v, %v; told %q", there, err, told)
			}
			if g, err := journal.Load(t.Context(), j, "a"); err != nil || len(g.Events) != 5 {
				t.Errorf("it has %d events, %v; told %q", len(g.Events), err, told)
			}
			if err := j.Close(); err != nil {
				t.Error(err)
			}
			server := keeping(t, w.Data.folder, func(string) {})
			if g, err := journal.Load(t.Context(), server, "a"); err != nil || len(g.Events) != 5 || journal.Unopened(server) == nil {
				t.Errorf("a server shows %d events, %v", len(g.Events), err)
			}
			if err := begin(server, "b"); !errors.Is(err, journal.ErrReadOnly) {
				t.Errorf("a server keeps a game: %v", err)
			}
			again()
			await(t, "nothing is kept once that is possible", func() bool { return begin(server, "b") == nil })
			if err := server.Append(t.Context(), "a", 5, journal.Entry{Payload: json.RawMessage(`{"type":"finish"}`)}); err != nil || journal.Unopened(server) != nil {
				t.Errorf("the game does not go on: %v", err)
			}
			if err := server.Close(); err != nil {
				t.Error(err)
			}
			if left, err := filepath.Glob(filepath.Join(os.TempDir(), "tilewatch-reading-*")); err != nil || len(left) > 0 {
				t.Errorf("left over: %v, %v", left, err)
			}
		})
	}
}
