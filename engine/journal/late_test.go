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
)

// TestALateJournalIsItsStoreOnceThatOpens also for all that a journal does.
func TestALateJournalIsItsStoreOnceThatOpens(t *testing.T) {
	journaltest.Run(t, func(t *testing.T) journaltest.Store {
		path := filepath.Join(t.TempDir(), "games.db")
		open := func(*testing.T) journal.Journal {
			l := journal.NewLate(journal.ErrFull, func(ctx context.Context) (journal.Journal, error) { return journal.OpenSQLite(ctx, path) })
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
		return journal.OpenSQLite(ctx, filepath.Join(folder, "games.db"))
	}
	_, why := open(t.Context())
	l := journal.NewLate(why, open)
	defer l.Close()
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
	if games, err := l.Games(t.Context()); len(games) > 0 || err != nil {
		t.Errorf("%d games, %v", len(games), err)
	}
	for _, err := range l.Read(t.Context(), "a", 1) {
		if !errors.Is(err, journal.ErrNoGame) {
			t.Errorf("read: %v", err)
		}
	}
	if opened > 2 {
		t.Errorf("who looks has it opened %d times", opened)
	}
	if err := os.Remove(folder); err != nil {
		t.Fatal(err)
	}
	for begun := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		if err := l.Create(t.Context(), h, numbered(1, 2)...); err == nil {
			break
		} else if time.Since(begun) > time.Minute {
			t.Fatal(err)
		}
	}
	if n, damage := good(t, l, "a"); n != 2 || damage != nil || journal.Writable(t.Context(), l) != nil {
		t.Errorf("%d events, %v, %v", n, damage, journal.Writable(t.Context(), l))
	}
}

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
