package sqlite_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"tilewatch/engine/journal"
)

// TestWritableSaysWhetherItCanBeWritten before anything is lost.
func TestWritableSaysWhetherItCanBeWritten(t *testing.T) {
	file := filled(t, 3)
	j := openSQLite(t, file)
	defer j.Close()
	if err := journal.Writable(t.Context(), j); err != nil {
		t.Errorf("as usual: %v", err)
	}
	if left, err := filepath.Glob(filepath.Join(filepath.Dir(file), ".*")); err != nil || len(left) > 0 {
		t.Errorf("it leaves %v, %v", left, err)
	}
	if err := os.RemoveAll(filepath.Dir(file)); err != nil {
		t.Fatal(err)
	}
	if err := journal.Writable(t.Context(), j); !errors.Is(err, journal.ErrReadOnly) {
		t.Errorf("without its folder: %v", err)
	}
	if err := journal.Writable(t.Context(), journal.NewMemory()); err != nil {
		t.Errorf("in memory: %v", err)
	}
}
