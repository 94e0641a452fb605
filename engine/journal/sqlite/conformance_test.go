package sqlite_test

import (
	"path/filepath"
	"testing"

	"tilewatch/engine/journal"
	"tilewatch/engine/journal/journaltest"
	"tilewatch/engine/journal/sqlite"
)

func TestSQLiteIsAJournal(t *testing.T) {
	journaltest.Run(t, func(t *testing.T) journaltest.Store {
		// A folder that is not there yet, with letters that mean something in addresses.
		path := filepath.Join(t.TempDir(), "my games?", "50%", "games#1.db")
		open := func(t *testing.T) journal.Journal { return openSQLite(t, path) }
		return journaltest.Store{Open: open, Reopen: open, Again: open}
	})
}

func openSQLite(t testing.TB, path string) *sqlite.Store {
	t.Helper()
	j, err := sqlite.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	return j
}
