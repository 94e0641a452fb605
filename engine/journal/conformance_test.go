package journal_test

import (
	"testing"

	"tilewatch/engine/journal"
	"tilewatch/engine/journal/journaltest"
)

func TestMemoryIsAJournal(t *testing.T) {
	journaltest.Run(t, func(*testing.T) journaltest.Store {
		return journaltest.Store{Open: func(*testing.T) journal.Journal { return journal.NewMemory() }}
	})
}
