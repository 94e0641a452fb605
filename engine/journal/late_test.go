package journal_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"tilewatch/engine/journal"
	"tilewatch/engine/journal/journaltest"
	"tilewatch/engine/journal/sqlite"
)

// handle is one program's journal of what is kept in memory.
type handle struct{ journal.Journal }

// Close leaves what is kept to the other handles.
func (h *handle) Close() error {
	closed := journal.NewMemory()
	h.Journal = closed
	return closed.Close()
}

// TestALateJournalIsItsStoreOnceThatOpens also for all that a journal does. The store is in memory: TestSQLiteIsAJournal has the disk's.
func TestALateJournalIsItsStoreOnceThatOpens(t *testing.T) {
	journaltest.Run(t, func(t *testing.T) journaltest.Store {
		memory := journal.NewMemory()
		open := func(*testing.T) journal.Journal {
			l := journal.NewLate(journal.ErrFull, func(context.Context) (journal.Journal, error) { return &handle{Journal: memory}, nil })
			journal.Hasten(l)
			return l
		}
		return journaltest.Store{Open: open, Reopen: open, Again: open}
	})
}

func TestUntilItOpensNothingIsKeptAndThatIsSaid(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "data")
	if err := os.WriteFile(folder, nil, 0o600); err != nil { // in the folder's place
		t.Fatal(err)
	}
	opened := 0
	open := func(ctx context.Context) (journal.Journal, error) {
		opened++
		return sqlite.Open(ctx, filepath.Join(folder, "games.db"))
	}
	_, why := open(t.Context())
	l := journal.NewLate(why, open)
	defer l.Close()
	now := time.Now()
	journal.SetClock(l, func() time.Time { return now })
	refused := func(err error) {
		t.Helper()
		if !errors.Is(err, journal.ErrReadOnly) || !journal.MayComeLate(err) {
			t.Errorf("refused with %v", err)
		}
	}
	h := journal.Header{Game: "a", Kind: "nabit"}
	refused(l.Create(t.Context(), h, numbered(1, 2)...))
	refused(l.Append(t.Context(), "a", 2, numbered(3, 3)...))
	refused(journal.Writable(t.Context(), l))
	if _, known := journal.Holding(t.Context(), l, "x"); known {
		t.Error("it knows what it holds")
	}
	if games, err := l.Games(t.Context()); len(games) > 0 || err != nil {
		t.Errorf("%d games, %v", len(games), err)
	}
	for _, err := range l.Read(t.Context(), "a", 1) {
		if !errors.Is(err, journal.ErrNoGame) {
			t.Errorf("read: %v", err)
		}
	}
	if opened != 1 {
		t.Errorf("within a second it is opened %d times, not once", opened)
	}
	now = now.Add(2 * time.Second)
	refused(l.Append(t.Context(), "a", 2, numbered(3, 3)...))
	refused(l.Append(t.Context(), "a", 2, numbered(3, 3)...))
	if opened != 2 {
		t.Errorf("two seconds later it is opened %d times, not twice", opened)
	}
	if err := os.Remove(folder); err != nil {
		t.Fatal(err)
	}
	refused(l.Create(t.Context(), h, numbered(1, 2)...))
	now = now.Add(2 * time.Second)
	if err := l.Create(t.Context(), h, numbered(1, 2)...); err != nil {
		t.Fatal(err)
	}
	if n, damage := journaltest.Good(t, l, "a"); n != 2 || damage != nil || journal.Writable(t.Context(), l) != nil {
		t.Errorf("%d events, %v, %v", n, damage, journal.Writable(t.Context(), l))
	}
	if games, known := journal.Holding(t.Context(), l, "{"); !known || !games["a"] {
		t.Errorf("games that hold a text: %v, %v", games, known)
	}
}
