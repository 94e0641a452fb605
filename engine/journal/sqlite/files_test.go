package sqlite

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"tilewatch/engine/journal"
)

// TestTooManyOpenFilesAreNamed opens all files that the system allows: what fails then is told by its cause, not by a folder's permissions.
func TestTooManyOpenFilesAreNamed(t *testing.T) {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		t.Fatal(err)
	}
	folder, few := t.TempDir(), limit
	few.Cur = 64
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &few); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
			t.Error(err)
		}
	}()
	var all []*os.File
	defer func() {
		for _, f := range all {
			_ = f.Close()
		}
	}()
	for {
		f, err := os.Open(os.DevNull)
		if err != nil {
			break
		}
		all = append(all, f)
	}
	if _, err := Open(t.Context(), filepath.Join(folder, "games.db")); !errors.Is(err, journal.ErrFiles) {
		t.Errorf("the journal says %v", err)
	}
	if err := probe(folder); !errors.Is(err, journal.ErrFiles) || !journal.MayComeLate(err) {
		t.Errorf("the probe says %v", err)
	}
}
